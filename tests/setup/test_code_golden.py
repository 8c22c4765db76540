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
    "base": ("a93d8a02", "084CPMV30CFJA0SAPM9CZQHT5G0C9T825P7"),
    "spiral": ("e19e01ef", "086XMD2Q5P00YCR9MPXHAGTW6B5TV"),
    "marked": ("dead3c84", "086QPGBN7E06DNQ1JNCYWKGDN8VEJ6BSKA714Y1"),
    "laying": ("192cfaab", "086PPCW4CH0YC968SETET6E6YET7HW9W0574XD8X9DT5PJHPR1CHX7998"),
    "cloth-3p": ("b9caa4f3", "088DC5K79A683GASS5FYKJQZ9M5ZKTK29VEEQJ1ME"),
    "cloth-4p": ("b9caa4f3", "088DC5K79A883GASS5FYKJQZ9M5ZKTK29VEEQJ1ST"),
    "fog_islands-3p": ("9bec3455", "08EGJ5JJ9XCD167XMCG6G1VQ9EYCTJCWSXHBP4386XCJ7SAETR"),
    "fog_islands-4p": ("ea9430af", "08EGJ5JJ9XCD167XMGG6G15NE6ZHDA8HSPT0D41C52GF6HK8V0J3TD"),
    "forgotten_tribe-3p": ("94c3d6dd", "08JGJHBMCYWX165YRD2K7A6838FRM4415X9TV5N14HDQ66HR"),
    "forgotten_tribe-4p": ("94c3d6dd", "08JGJHBMCYWX165YRD2K7A8838FRM4415X9TV5N14HDQ660C"),
    "four_islands-3p": ("0b770add", "08FGJX375KTST2CET9S0D0GVD1RJSXZEQN2TAATMYGXN8A7ZZ"),
    "four_islands-4p": ("b60c519d", "08FGJX375KTST2CET911D056RP0J1BMA5RNGYZK1P3DQE04175RW"),
    "new_shores-3p": ("0b9c6c77", "08DRY4MJEJJHVKEA683GHKB0WG6V0P7WD4TQCVH82QVE83P"),
    "new_shores-4p": ("f39d9399", "08DRY4MJEJJHVKEA8838PKK74W35JQAE5BHZFT8FJ5BG9G3VPMPCS5"),
    "new_world-34p": ("67ee81af", "08DRY4MJGSRSJ3538830TX735V9BV39V4C0HSQKEEHPCVB15MPRB1NP"),
    "pirate_islands-3p": ("f5c529c8", "08HT6HV2FFMCA7BBGS9753M18AWTKPF2NE"),
    "pirate_islands-4p": ("f5c529c8", "08HT6HV2FFMCA7BBGS9754M18AWTKPF2AY"),
    "through_the_desert-3p": (
        "1155e84c",
        "08NY4HBPFH49H79FMRSKEFRSKJ1T0WNA48Y5ADNK9TDSABE11FHW6843",
    ),
    "through_the_desert-4p": (
        "39fa3b8b",
        "08NY4HBPFH49H79FMRSKEFRSK22T06TFE872172CZA1FRVZ8SNDAHDZC0981JT",
    ),
    "wonders-3p": ("ce6bc088", "08A1K1KK7WT9S0D0WNSSR0055YS3AAPWJFFV91AM8E2P5"),
    "wonders-4p": ("ce6bc088", "08A1K1KK7WT911D0WNSSR0055YS3AAPWJFFV91AM8E2J0"),
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
    assert wished == "2M5KA470SAPM9CZQHT5G0C9T82544"
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
