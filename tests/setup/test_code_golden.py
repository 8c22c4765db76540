"""Codes that people wrote down stay good: they are frozen, and another reader reads them too.

None of these may ever change; a change of what codes mean needs a new version of codes.
"""

import pytest
from msgspec.structs import replace

from companion.core.board.options import Options
from companion.setup import code_layouts
from companion.setup.code import decode, encode
from companion.setup.code_layouts import Layout, fingerprint
from tests.setup.code_reader import read
from tests.setup.plans import all_plans, drawn, finds

PLANS = all_plans()

GOLDEN = {
    "base": ("a97015c4", "0RYYX7DCE0FK4V0CSQQN1T6AZ60B1K27MF"),
    "spiral": ("d06bfb2e", "00GX1HZV0WHSJ06B2MWJYB7VZ3QK"),
    "marked": ("b4e63264", "004EPWRSD31GX18QRT4K8AV28Y2WWG5HYF038Y"),
    "laying": ("63d3c441", "00MD829J5E4MJ8CK49N9Y8DHWZ385TMP4DSQ3EPKRCNFN6W5QG4ZW6VQ"),
    "cloth-3p": ("ce307e70", "08163Y0Z1Z343Z9FG7FF767ZD3NMZHF4ZK5NC0K9"),
    "cloth-4p": ("ce307e70", "08N379ARH0443Z9FG7FF767ZD3NMZHF4ZK5NC0H9"),
    "fog_islands-3p": ("d0daa598", "005SZNZHRNSG2JMXQXTRWH7J06F6MS6TH33FPPXHBRPS8475"),
    "fog_islands-4p": ("1425385b", "00SFFGFKN9N77QCQQQWB9RP18AM0XPBA722ZA0NV5ENHCY00214D"),
    "forgotten_tribe-3p": ("e8327685", "0GQEYZ7B2GSF4KZS7ZQT37BDXMVA94D4RFN66YRJTK6Y6"),
    "forgotten_tribe-4p": ("e8327685", "0GB7F0F54ABG04KCN24147BDXMVA94D4RFN66YRJTK6QT"),
    "four_islands-3p": ("a356b337", "0MXKX2SPT0GK9C8KV8C6DC98BNQYDT18AZWCMNZ6RAC814X"),
    "four_islands-4p": ("3d9d9823", "0M1DFBAF6WKAR92P04FTZ4HSH13D4XSSWZMZPTRF8Z5WDSW09B"),
    "new_shores-3p": ("ef82e4e5", "0CCA47K7T0A40QDEJVW6JGFX62X3YGWAP7DB4QSKPB4JN"),
    "new_shores-4p": ("321b9c84", "0CGWP2W14EKFHDM0ZDBS0M5H01GD9432DX8WCNAXG6DN9ENQH6NS"),
    "new_world-34p": ("47579467", "0CMHMC2Z5A8M9PSG6H52PQNA0RZEFS6MPSRXNFTTFWNV6PGEJP08W"),
    "pirate_islands-3p": ("7a0d681d", "0W2VP9A9NHRCNYVRMRF8GSYN6JYJ41J"),
    "pirate_islands-4p": ("7a0d681d", "0W6ZJARB86BWQMEJ59N8GSYN6JYJ43B"),
    "through_the_desert-3p": ("ad668c3c", "0CD8ZT8VXB4M29J84VB01D0Y9Z548W9N11NT4T59KD3CV37N4P12K"),
    "through_the_desert-4p": (
        "138b7042",
        "0CH6F02301G4569CJNACHRS370CWAEC3CXQHJY7Y2R10DFNW84P2KF98NM",
    ),
    "wonders-3p": ("6b4f2ddc", "0G2A81PQ2D48X25Q63ZWHY9TPK0BPQVPMPZZXKXG60MN"),
    "wonders-4p": ("6b4f2ddc", "0GPP6WJRK94AX25Q63ZWHY9TPK0BPQVPMPZZXKXG60Z3"),
}
"""The fingerprint of each plan, and the code of its board of seed 1."""

LONG = """
ISLE1:F3D9B56XHT1J0445VY2PPK80VEKEQASMFE0QBDH5M8T61XS79QFQT1ZDMRSVV07C2N23YSYE74RDXH471YHS
JH9BDHT3002W43A9TDX12YAZH10GNPFM9ASA267K16B07P99V2C0DWQWXZ1043D4T9B6XC07F1WV731KFBNJNBTKPF
M6226CA0K2YKBPKHKDRG7TFTYR848EVVJYZQRYN5A7B486E0HBYPJFBFZ83A5JQ3JVE0YNBWQPMKJJPZ5PSS8NCCYN
KJYSGE2Z0C87NKTM2XJ6S238BN4GDXRG47685PCJZ48BDN4NSJVPXA1BB4RBB8D6CKRSS5B6QVSF3VMRRCYCQ3JD2N
TPSAA7JQ7PXKS4XD120JHJTMX9YDD5CPRQCWT7W1P45SY379GX17R06Y3VMJ96TS2126FCTHHR24TC23P73E98GHP5
CMGKYB5QQHXHYP33W1Q616X5A2A32Y9PJT8AQNRSWMQFWP3S09YQFX01M4TT2C7YD1AA28AQ6WJTRAHX9GT9AFQBMQ
300GJY2EM40T8Q47TD319ENVZQBXAQD77G
"""

WISHES = Options(reds_apart=True, clusters=2, node_most=10, balance=4, no_reds_on_gold=True)


@pytest.mark.parametrize("name", PLANS)
def test_codes_are_what_they_always_were(name: str) -> None:
    of = PLANS[name]
    expected, code = GOLDEN[name]
    assert fingerprint(of) == expected
    assert encode(of, drawn(of, 1)) == code
    assert decode(code, finds(of)).board == drawn(of, 1)


def test_a_numbered_code_is_what_it_always_was(monkeypatch: pytest.MonkeyPatch) -> None:
    of = PLANS["base"]
    row = Layout("base", "", ((2, "00000000"), (3, fingerprint(of)), (4, fingerprint(of))))
    monkeypatch.setattr(code_layouts, "LAYOUTS", (row,))
    board = drawn(of, 1)
    assert of.printed is not None
    assert encode(of, board) == "28Q1FPGRP7AEQJ7MCA42C272"
    wished = encode(of, board, players=3, options=WISHES, rules=False)
    assert wished == "240BPX9PM8M5BV211GHPT8M09BM7"
    assert encode(of, of.printed) == "2R1WM"


@pytest.mark.parametrize("name", PLANS)
def test_another_reader_reads_the_same(name: str) -> None:
    of = replace(PLANS[name], printed=None)
    board = drawn(of, 2)
    said = read(encode(of, board, players=3, options=WISHES, rules=False), of)
    assert (said["scenario"], said["edition"], said["players"]) == (of.scenario, of.edition, 3)
    assert said["rules"] is False
    assert said["wishes"] == {0: True, 3: 2, 4: 10, 7: 4, 9: True}
    assert said["terrain"] == {tile.hex: tile.terrain for tile in board.tiles}
    assert said["numbers"] == {t.hex: t.number for t in board.tiles if t.number is not None}
    assert said["harbors"] == {harbor.edge: harbor.kind for harbor in board.harbors}
    assert said["marked"] == {m.name: m.number for m in board.marks if m.number is not None}


def test_a_long_form_is_read_as_it_always_was() -> None:
    of = PLANS["base"]
    assert decode(LONG, finds(of)).board == drawn(of, 1)
