"""Codes that people wrote down stay good: they are frozen, and another reader reads them too.

None of these may ever change; a change of what codes mean needs a new version of codes.
"""

import pytest
from msgspec.structs import replace

from companion.core.board.options import Options
from companion.setup.code import decode, encode
from companion.setup.code_layouts import fingerprint
from companion.setup.code_table import Layout
from tests.setup.code_reader import read
from tests.setup.plans import TABLE, all_plans, drawn, finds

PLANS = all_plans()

GOLDEN = {
    "base": ("a97015c4", "084CPMV3G0WJA0SAPM9CZQHT5G0C9T825TJ"),
    "spiral": ("d06bfb2e", "086XMD2Q5P0YB3M9MPXHAGTW6B5PS"),
    "marked": ("b4e63264", "086QPGBN7E0667D1JNCYWKGDN8VEJ6BSKA714QH"),
    "laying": ("63d3c441", "086PPCW4CH0RKYR8SETET6E6YET7HW9W0574XD8X9DT5PJHPR1CHX7982"),
    "cloth-3p": ("ce307e70", "088DC5K79A683R16E6FYKJQZ9M5ZKTK29VEEQJ159"),
    "cloth-4p": ("ce307e70", "088DC5K79A883R16E6FYKJQZ9M5ZKTK29VEEQJ18X"),
    "fog_islands-3p": ("d0daa598", "08EGJ5JJ9XCD167XMCG60NP1DEYCTJCWSXHBP4386XCJ7SAEW9"),
    "fog_islands-4p": ("1425385b", "08EGJ5JJ9XCD167XMGG6G99816ZHDA8HSPT0D41C52GF6HK8V0J36G"),
    "forgotten_tribe-3p": ("e8327685", "08JGJHBMCYWX165YRD2K7A683R9687415X9TV5N14HDQ667P"),
    "forgotten_tribe-4p": ("e8327685", "08JGJHBMCYWX165YRD2K7A883R9687415X9TV5N14HDQ66P2"),
    "four_islands-3p": ("a356b337", "08FGJX375KTST2CET9S0D0BBDMRJSXZEQN2TAATMYGXN8A7BQ"),
    "four_islands-4p": ("3d9d9823", "08FGJX375KTST2CET911D0SEP70J1BMA5RNGYZK1P3DQE04175BH"),
    "new_shores-3p": ("ef82e4e5", "08DRY4MJEJJHVKEA683GBGF7WG6V0P7WD4TQCVH82QVE8TJ"),
    "new_shores-4p": ("321b9c84", "08DRY4MJEJJHVKEA8838E3J14W35JQAE5BHZFT8FJ5BG9G3VPMPCAR"),
    "new_world-34p": ("47579467", "08DRY4MJGSRSJ3538838YA725V9BV39V4C0HSQKEEHPCVB15MPRB1XT"),
    "pirate_islands-3p": ("7a0d681d", "08HT6HV2FFMCA7BBGS9753M1RT0XHPF2DH"),
    "pirate_islands-4p": ("7a0d681d", "08HT6HV2FFMCA7BBGS9754M1RT0XHPF2J1"),
    "through_the_desert-3p": (
        "ad668c3c",
        "08NY4HBPFH49H79FMRSKEFRSKJ1T0G6BB9Y5ADNK9TDSABE11FHW68G8",
    ),
    "through_the_desert-4p": (
        "138b7042",
        "08NY4HBPFH49H79FMRSKEFRSK22T0EBW4872172CZA1FRVZ8SNDAHDZC0981MV",
    ),
    "wonders-3p": ("6b4f2ddc", "08A1K1KK7WT9S0D0J7DDR0055YS3AAPWJFFV91AM8E2YF"),
    "wonders-4p": ("6b4f2ddc", "08A1K1KK7WT911D0J7DDR0055YS3AAPWJFFV91AM8E2TA"),
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
    monkeypatch.setattr(TABLE, (row,))
    board = drawn(of, 1)
    assert of.printed is not None
    assert encode(of, board) == "280SAPM9CZQHT5G0C9T825X7"
    wished = encode(of, board, players=3, options=WISHES, rules=False)
    assert wished == "2M5K6J3GC5BT4PZV8X280P4D4H2WK"
    assert encode(of, of.printed) == "282T4"


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
