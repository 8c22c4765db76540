"""The boards that came with the program: each has its number for ever, and short codes."""

from hashlib import sha256

import msgspec
import pytest
from msgspec.structs import replace

from companion.core.board.options import Options
from companion.core.board.plan import Plan
from companion.scenario.plans import as_printed, plan_for, scattered
from companion.setup.code import decode, encode
from companion.setup.code_json import PREFIX
from companion.setup.code_layouts import LAYOUT_BOUND, PLAYERS, layout_number
from companion.setup.code_table import LAYOUTS, Layout
from tests.setup.plans import drawn
from tools.layouts import HEAD, TABLE, boards, line, missing

FROZEN = (
    "86f8702e",
    "4e296922",
    "e753dd60",
    "60edf732",
    "ca8781b7",
    "f0d9b969",
    "d8870032",
    "4f567470",
    "5d57bdef",
    "3da19d3e",
    "1d848be1",
    "36f429d6",
    "f6a47937",
    "0589fc22",
    "486d9609",
    "0ace2875",
    "2466b7f1",
    "3a9ac185",
    "63e73625",
    "8edfc394",
    "da315831",
    "19839c03",
    "d497e921",
)
"""What the rows hash to. Append the hash of a new row; a row that was released never changes."""

BOARDS = boards()


def name(plan: Plan) -> str:
    return "-".join([plan.scenario, plan.edition, *map(str, plan.players)])


def hashed(row: Layout) -> str:
    return sha256(line(row).encode()).hexdigest()[:8]


def test_every_board_has_a_number() -> None:
    assert missing() == (), "run `python -m tools.layouts`, then append to FROZEN"
    numbers = {(layout_number(p, n), n) for p in BOARDS for n in p.players}
    assert len(numbers) == sum(len(plan.players) for plan in BOARDS)


def test_rows_are_never_changed() -> None:
    assert tuple(map(hashed, LAYOUTS)) == FROZEN
    assert len(LAYOUTS) < LAYOUT_BOUND
    for row in LAYOUTS:
        assert all(PLAYERS[0] <= n <= PLAYERS[1] for n, _ in row.fingerprints)


def test_the_tool_writes_the_rows_that_are_there() -> None:
    _, rows = TABLE.read_text("utf-8").split(HEAD)
    assert [row.strip() for row in rows.splitlines() if "Layout(" in row] == [
        line(row).strip() for row in LAYOUTS
    ]


@pytest.mark.parametrize("plan", BOARDS, ids=name)
def test_every_kind_of_board_has_a_short_code(plan: Plan) -> None:
    kinds = {"drawn": plan.variable, "scattered": scattered(plan.variable)}
    if (printed := as_printed(plan)) is not None:
        kinds["printed"] = printed
    for kind, problem in kinds.items():
        most = 8 if kind == "printed" else 24 if plan.scenario == "base" else 44
        for number in range(3):
            board = drawn(replace(plan, variable=problem), number)
            for players in plan.players:
                code = encode(plan, board, players=players)
                assert not code.startswith(PREFIX), kind
                assert len(code) <= most, f"{kind}: {code}"
                found = decode(code, plan_for)
                assert (found.plan, found.board, found.players) == (plan, board, players)
    board = drawn(plan, 0)
    wished = encode(plan, board, options=Options(reds_apart=True, node_most=11), rules=False)
    assert len(wished) <= 47
    assert decode(wished, plan_for).options == Options(reds_apart=True, node_most=11)


CODES = {
    "282229D8P5EKN2MF": "616f9386eb2f0178",
    "288GAVG1RFZSA7T2SRYJEH6E": "23074eeefb7eb43b",
    "284WE": "0ae7e478b08e3cfc",
    "202229D8P5EKN2JB": "43c9cff81253d7a3",
    "208GAVG1RFZSA7T2SRYJEHSJ": "c2609c4b557b9242",
    "204CP": "5f4f8644ceef5151",
    "48Y487K65SZQREM0PK": "49b67c429bef1fa2",
    "48MDNTC5KG4VMEPWF5X5KTV42J": "afeb592454974e7f",
    "40Y487K65SZQREM0YN": "5666f18c89aa484a",
    "40MDNTC5KG4VMEPWF5X5KTV45Q": "d7b910b2214f78a3",
    "68A1TJE897QX": "ec77efd0b6c63c79",
    "60A1TJE897EY": "9aaa6be6dfbe766e",
    "88A1TJE897M5": "379310cd77a6035b",
    "80A1TJE897D6": "0d4a33032eff68be",
    "A8T738EMWE651P7": "c40f77ab73c0b95f",
    "C4XK147AE7KJ0Q6": "52ddc8b3253438cd",
    "A0T738EMWE6519Y": "6ea3a33d1468847b",
    "E8A7P1D2421W8": "32bdabfac07f39f8",
    "E0A7P1D242166": "3b12ad69a14b019b",
    "G8Y36AG0BCT25G": "1793b3b9e11ae8c6",
    "G0Y36AG0BCT2HV": "2712c1783346312e",
    "J045ZT1PYENDPZFMYG5M10602J": "4c73e921f50ec06f",
    "J4W4STSDMG5CECPAZ6C7YVPDES4BDS0BK": "a6a682d78dc2d845",
    "M0EJCXW6AR2676BNF3P3ZDV6QCJNPC2G": "42515774f1a803e5",
    "P08KAKD34QE56TWJR7MBDH3VR": "aaf70b0e1b052232",
    "R08KAKD34QE56TWJR7MBDH3Q5": "4089bf7e793f6562",
    "P48XDXGV047KBTKTJWP68F71M6VR": "cdd5dd5459b054c2",
    "R48XDS88AGPQY1NK0SMMYMD4M6G5": "893918ab125821c0",
    "T0PJTYM9BA0QV72A1B": "48e0c1234128eabd",
    "T4EM02PMS3VN578F9BF50H": "7b9ac7a85bb76bc6",
    "W07A0AGCG75S9SJEE9Q2DF": "6b88fdda040b7a14",
    "Y0NQ6RJSEGPMYD6WEET172": "74f07833e930ee43",
    "01TK5X8P594E8B5M07B5A2TQ": "13bb7e0b2939d751",
    "21TK5X0K6M52A9DZTVHKC1VD": "847ab3e02eae1b8c",
    "41XSJE4VJ427MN2AGKN251CB": "1bad02695f5d5d64",
    "054ZSSSNTH2Q5P4SGWQWASZ0YX4HJ": "353c1a0c6777d0b5",
    "254ZSSS2947QVWQXVMS4V1AVC14BA": "d613e3b7285f9a02",
    "65YEZ3JDHBE7JKV1KC49XS": "6db7032d73256ff0",
    "85JPDMSESCBY7N75JPXWE535Z": "c683273b454f2473",
    "85H0NT7": "f77b96f75f913086",
    "A1VY916": "db86e5f1988fec34",
    "A5VY9XA": "2c6b9c0c0ddd2128",
    "C5GYDR829655BESQQXM05A471P1": "502c68e9a7b145f3",
    "C5H0NA6": "05fea13cfaa258ef",
    "E55V9V9VRSRV9Z4J7H3MWGMQ1N7N9QRA6T27G5PZ419G": "41edcfe3cbd04f4a",
}
"""Codes as people wrote them down, with what their boards hash to. None may ever change."""


@pytest.mark.parametrize("code", CODES)
def test_codes_that_were_given_out_are_read_for_ever(code: str) -> None:
    found = decode(code, plan_for)
    assert sha256(msgspec.json.encode(found.board)).hexdigest()[:16] == CODES[code]
    assert encode(found.plan, found.board, players=found.players) == code


def test_the_example_of_the_documentation() -> None:
    found = decode("284WE", plan_for)
    assert (found.plan.scenario, found.players) == ("base", 4)
    assert found.board == found.plan.printed


def test_every_number_has_a_code_that_was_given_out() -> None:
    plans = {(decode(code, plan_for).plan) for code in CODES}
    assert {layout_number(plan, plan.players[0]) for plan in plans} == set(
        range(1, len(LAYOUTS) + 1)
    )
