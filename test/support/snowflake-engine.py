"""SQL of Snowflake for tests: fakesnow, which translates it to DuckDB. A line of JSON asks, a line of JSON answers."""

import json
import re
import sys
import warnings

import fakesnow
import snowflake.connector

warnings.filterwarnings("ignore")
snowflake.connector.paramstyle = "qmark"

RENAME = re.compile(r"alter table (.+) rename to (.+)")
# fakesnow cannot swap. The comments of both tables stay, which are equal for two tables of one target.
SWAP = re.compile(r"alter table (.+) swap with (.+)")


def renamed(cursor, old: str, new: str) -> list[str]:
    """fakesnow leaves the comment behind."""
    schema, table = re.fullmatch(r'".+"\."(.+)"\."(.+)"', old).groups()
    cursor.execute(
        "select comment from information_schema.tables where table_schema = ? and table_name = ?", [schema, table]
    )
    return [f"alter table {old} rename to {new}", f"comment on table {new} is '{cursor.fetchone()[0]}'"]


def swapped(one: str, other: str) -> list[str]:
    aside = '"SHOP"."public"."aside"'
    copies = [(aside, one), (one, other), (other, aside)]
    return [f"create or replace table {to} as select * from {of}" for to, of in copies] + [f"drop table {aside}"]


def statements_of(cursor, statement: str) -> list[str]:
    if rename := RENAME.fullmatch(statement):
        return renamed(cursor, *rename.groups())
    if swap := SWAP.fullmatch(statement):
        return swapped(*swap.groups())
    return [statement]


def text_of(value: object) -> str | None:
    if value is None:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)


with fakesnow.patch():
    cursor = snowflake.connector.connect(database="SHOP", schema="public").cursor()
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            for statement in statements_of(cursor, asked["statement"]):
                cursor.execute(statement, asked["bindings"] or None)
            answer = {"rows": [[text_of(value) for value in row] for row in cursor.fetchall()]}
        except Exception as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
