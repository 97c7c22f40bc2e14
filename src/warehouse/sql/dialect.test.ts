import fc from "fast-check";
import { expect, test } from "vitest";
import { dialectWithoutFiles, duckdb, spark } from "./dialect.js";
import { ident, join, list, parquet, render, spelled, sql, table } from "./sql.js";

const inSpark = (statement: Parameters<typeof render>[0]) => render(statement, spark);

test("names, texts and files are written as Spark reads them", () => {
  const statement = sql`select ${ident("e", "a`b")} from ${parquet("/d/x.parquet")} as e where c in (${list(["it's", "a\\n", null, true])})`;
  expect(inSpark(statement)).toBe(
    "select `e`.`a``b` from parquet.`/d/x.parquet` as e where c in ('it\\'s', 'a\\\\n', null, true)",
  );
});

test("a fraction has an exponent, which makes it a double; whole numbers have none", () => {
  expect(inSpark(list([0.5, -0.9875760763053003, 3_000_000_000, 2n ** 63n - 1n, 1e21, -7]))).toBe(
    "5e-1, -9.875760763053003e-1, 3000000000, 9223372036854775807, 1e+21, -7",
  );
});

test("a fragment may have a spelling of its own, or none", () => {
  const text = spelled({ duckdb: sql`varchar`, spark: sql`string` });
  const statement = sql`cast(null as ${text})`;
  expect(statement.text).toBe("cast(null as varchar)");
  expect(inSpark(statement)).toBe("cast(null as string)");
  expect(inSpark(join([sql`1`, spelled({ duckdb: sql`asof`, spark: null })]))).toBeNull();
});

test("an engine without files has no spellings of its own, and a read of a file there is a bug", () => {
  const other = dialectWithoutFiles(duckdb);
  expect(render(spelled({ duckdb: sql`a`, spark: sql`b` }), other)).toBeNull();
  expect(() => render(parquet("x"), other)).toThrow("does not read");
});

test("the rendering for DuckDB is the text of the statement", () => {
  const leaf = fc.oneof(
    fc.string({ unit: "binary" }).filter((text) => !text.includes("\0")),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt(),
    fc.constant(null),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fc.array(leaf), fc.string(), fc.array(fc.string()), (values, name, files) => {
      const statement = sql`select ${list(values)} as ${ident(name)} from ${parquet(files)}, ${parquet(name)} where ${join([], ", ", "true")}`;
      expect(render(statement, duckdb)).toBe(statement.text);
    }),
  );
});

test("what Spark would read otherwise is a bug: a table of DuckDB, files by the names of their columns, a pattern", () => {
  expect(() => inSpark(sql`select * from ${table("added")}`)).toThrow("only DuckDB has the table added");
  expect(() => inSpark(parquet(["a", "b"]))).toThrow("by place");
  expect(() => inSpark(parquet("/d/[1].parquet"))).toThrow("as a pattern");
});
