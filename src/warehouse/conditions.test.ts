import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnCondition } from "../domain/resource/condition.js";
import { Refusal } from "../errors/refusal.js";
import { checkPatterns, conditionSql, patternFault } from "./conditions.js";
import { type Engine, openEngine } from "./engine.js";
import { EngineError } from "./engine-error.js";
import { ident, sql } from "./sql/sql.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "conditions-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

type Operators = Omit<ColumnCondition, "column_name">;
const on = (column: string, operators: Operators): ColumnCondition => ({ column_name: column, ...operators });
const columnOf = ({ column_name }: ColumnCondition) => ({
  expression: ident(column_name),
  type: column_name === "number" ? ("number" as const) : ("text" as const),
});

const rows = sql`(values
  (1, 9.0, '9', '2024-01-31', 'True'),
  (2, 10.0, '10', '2024-02-01', 'false'),
  (3, null, null, null, null),
  (4, 100.5, 'nan', '2024-10-01', 'it''s')) as rows(id, number, text, date, flag)`;

test.each<[string, Operators, number[]]>([
  ["any item is the value", { _eq: "red" }, [1, 2]],
  ["no item is the value", { _neq: "blue" }, [2]],
  ["any item is one of them", { _in: ["blue", "green"] }, [1]],
  ["no item is one of them", { _nin: ["red"] }, []],
  ["any item matches", { _matches: "^bl" }, [1]],
  ["any item is greater", { _gt: "blue" }, [1, 2]],
  ["there is no list", { _null: true }, [3]],
  ["both an item and the lack of another", { _eq: "red", _neq: "blue" }, [2]],
])("of a list, %s", async (_, operators, ids) => {
  const lists = sql`(values (1, 'blue;red'), (2, 'red'), (3, null)) as lists(id, list)`;
  const column = () => ({ expression: ident("list"), type: "list" as const });
  const query = sql`select id from ${lists} where ${conditionSql([on("list", operators)], column)} order by id`;
  expect((await engine.rows<{ id: number }>(query)).map(({ id }) => id)).toEqual(ids);
});

/** Indexes of the rows above that match the conditions. */
const chosen = async (...conditions: ColumnCondition[]): Promise<number[]> => {
  const query = sql`select id from ${rows} where ${conditionSql(conditions, columnOf)} order by id`;
  return (await engine.rows<{ id: number }>(query)).map(({ id }) => id);
};

test.each<[string, ColumnCondition, number[]]>([
  ["a number equals a number", on("number", { _eq: 9 }), [1]],
  ["a number equals the text of that number", on("number", { _eq: "10" }), [2]],
  ["a number equals no word, and that is no error", on("number", { _eq: "ten" }), []],
  ["all but one, and null is left out", on("number", { _neq: 9 }), [2, 4]],
  ["a number differs from every word", on("number", { _neq: "ten" }), [1, 2, 4]],
  ["numbers are ordered as numbers", on("number", { _gt: "9", _lte: 10 }), [2]],
  ["a text is ordered as a number beside a number", on("text", { _gt: 9 }), [2]],
  ["a text is ordered as text beside a text", on("text", { _lt: "9" }), [2]],
  ["a text equals a number as it is written", on("text", { _in: [9, 10.0] }), [1, 2]],
  ["ISO dates are ordered as text", on("date", { _gte: "2024-02-01", _lt: "2024-10-01" }), [2]],
  ["a boolean in any case", on("flag", { _eq: true }), [1]],
  ["one of a list", on("text", { _in: ["9", "nan"] }), [1, 4]],
  ["one of nothing", on("text", { _in: [] }), []],
  ["none of a list, and null is left out", on("text", { _nin: ["9"] }), [2, 4]],
  ["none of nothing is every value", on("text", { _nin: [] }), [1, 2, 4]],
  ["null if the condition allows it", on("number", { _null: true }), [3]],
  ["null or a value if the condition allows both", on("number", { _null: true, _eq: 9 }), [1, 3]],
  ["not null", on("number", { _nnull: true }), [1, 2, 4]],
  ["not null, by the opposite operator", on("number", { _null: false }), [1, 2, 4]],
  ["null, by the opposite operator", on("number", { _nnull: false }), [3]],
  ["no operator is a value of any kind", on("text", {}), [1, 2, 4]],
  ["an expression that is not anchored", on("date", { _matches: "-0[12]-" }), [1, 2]],
  ["an expression that matches nowhere", on("date", { _nmatches: "-0[12]-" } as never), [4]],
  ["an expression on numbers", on("number", { _matches: "^10" }), [2, 4]],
  ["quotes in a value", on("flag", { _eq: "it's" }), [4]],
])("%s", async (_, condition, expected) => {
  expect(await chosen(condition)).toEqual(expected);
});

test("required conditions are joined by AND, optional ones are one OR group beside them", async () => {
  const first = on("text", { _eq: "9", optional: true });
  const second = on("text", { _eq: "nan", optional: true });
  expect(await chosen(first, second)).toEqual([1, 4]);
  expect(await chosen(on("number", { _gt: 50 }), first, second)).toEqual([4]);
});

test("an empty list of conditions matches every row", async () => {
  expect(await chosen()).toEqual([1, 2, 3, 4]);
});

test("the negated expression matches all other rows, nulls included", async () => {
  const condition = conditionSql([on("number", { _eq: 9 })], columnOf);
  const query = sql`select count(*) as n from ${rows} where not ${condition}`;
  expect(await engine.row(query)).toEqual({ n: 3 });
});

test("numbers cannot be compared with a word, which the refusal does not quote", () => {
  const compared = () => conditionSql([on("number", { _gt: "Zuzanna" })], columnOf);
  expect(compared).toThrowError(Refusal);
  expect(compared).not.toThrowError("Zuzanna");
});

test("an invalid RE2 expression is refused with the name of its column", async () => {
  await checkPatterns([on("text", { _matches: "(?i)^a+" })], engine);
  const lookAhead = checkPatterns([on("text", { _matches: "a(?=b)" })], engine);
  await expect(lookAhead).rejects.toMatchObject({
    code: "condition-invalid",
    params: { name: "text" },
  });
});

test("the refusal of an expression quotes nothing of it", async () => {
  const refused = checkPatterns([on("text", { _matches: "(Zuzanna: Quitzow" })], engine);
  await expect(refused).rejects.toThrowError(
    "The condition on text cannot be applied: its pattern is not a valid RE2 expression (missing )).",
  );
});

test.each([
  ["(Zuzanna: Quitzow", "missing )", "(Zuzanna: Quitzow"],
  ["a\\", "trailing \\", ""],
  ["(a\nb", "missing )", "(a\nb"],
])("the fault of %j names its part", async (pattern, words, part) => {
  expect(await patternFault(pattern, engine)).toEqual({ words, part });
});

test("a failure of the engine is no fault of the expression", async () => {
  const failing = { ...engine, run: () => engine.run(sql`select cast('Zuzanna' as integer)`) };
  await expect(patternFault("(a)", failing)).rejects.toThrowError(EngineError);
  await expect(checkPatterns([on("text", { _matches: "a" })], failing)).rejects.toThrowError(EngineError);
});
