import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { worldTrouble } from "../errors/world.js";
import { type Engine, openEngine } from "./engine.js";
import { EngineError, withoutLiterals, withoutValues } from "./engine-error.js";
import { sql } from "./sql/sql.js";

const needles = [
  "Zuzanna",
  "Quitzow",
  "needle.example",
  "5551234567",
  "O'Nadel",
  "1980-02-03",
  "77 Elm",
] as const;
const [name, family, host, phone, other, born, street] = needles;

let engine: Engine;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "engine-error-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: dir });
  await engine.run(sql`create table people as select ${`${name} ${family}`} as name, ${`z@${host}`} as email,
    ${other} as other, ${`${street}\nStreet`} as street, cast(${phone} as bigint) as phone, ${born} as born`);
  await engine.run(sql`create table own (email varchar primary key)`);
  await writeFile(path.join(dir, "rows.csv"), `a,b\n1,${name}\n${family},"z@${host}\n`);
});
afterAll(() => engine.close());

const file = () => path.join(dir, "rows.csv");

test.each<[string, () => Promise<unknown>]>([
  ["a text that is no number", () => engine.run(sql`select cast(name as integer) from people`)],
  ["a text with a quote", () => engine.run(sql`select cast(other as integer) from people`)],
  ["a text of two lines", () => engine.run(sql`select cast(street as integer) from people`)],
  ["a literal that is no date", () => engine.run(sql`select cast(${`${name} ${other}`} as date)`)],
  ["a format that does not match", () => engine.run(sql`select strptime(name, '%Y') from people`)],
  ["a number that is too large", () => engine.run(sql`select cast(phone as integer) from people`)],
  ["an overflow", () => engine.run(sql`select phone * phone * phone from people`)],
  [
    "a key that is there twice",
    () => engine.run(sql`insert into own select email from people union all select email from people`),
  ],
  ["malformed JSON", () => engine.run(sql`select json_extract(name, '$.a') from people`)],
  [
    "a row of a file",
    () =>
      engine.run(
        sql`select * from read_csv(${file()}, auto_detect = false, header = true, columns = {'a': 'integer', 'b': 'varchar'})`,
      ),
  ],
  ["a pattern", () => engine.run(sql`select regexp_matches('', ${`[${name}`})`)],
  ["an unknown part of a date", () => engine.run(sql`select date_part(name, date '2020-01-01') from people`)],
  ["a decimal", () => engine.run(sql`select cast(${`${phone}.5`} as decimal(4, 2))`)],
  [
    "a file that is not there",
    () => engine.run(sql`select * from read_parquet(${`/nowhere/${name}.parquet`})`),
  ],
  ["a column that is not there", () => engine.run(sql`select missing from people where name = ${name}`)],
  [
    "rows in batches",
    async () => {
      for await (const _ of engine.batches(sql`select cast(name as integer) from people`));
    },
  ],
  [
    "a typed result",
    () => engine.columns(sql`select cast(cast(name as integer) as double) as x from people`),
  ],
  [
    "a scratch file",
    () =>
      engine.writeScratch(sql`select cast(name as integer) as x from people`, path.join(dir, "x.parquet")),
  ],
  ["more rows than one", () => engine.row(sql`select name from people union all select ${family}`)],
])("no value of a person is in an error: %s", async (_, fail) => {
  const error = await fail().then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  const printed = [error!.message, error!.stack, JSON.stringify(error), String(error!.cause)].join("\n");
  expect(
    needles.filter((needle) => printed.includes(needle)),
    printed,
  ).toEqual([]);
  expect(printed).not.toContain("Nadel");
});

test("an error says what kind it is, to which type, and in which statement", async () => {
  const statement = sql`select cast(name as integer) from people where name <> ${host}`;
  const error = await engine.run(statement).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(EngineError);
  expect(error.message).toBe(
    "Conversion Error: Could not convert string … to INT32\n--- statement ---\nselect cast(name as integer) from people where name <> '…'",
  );
  expect(error.inWords()).toBe("Could not convert string … to INT32");
  expect(error.inFull()).toContain(name);
});

test.each([
  [
    "Out of Range Error: Overflow in multiplication of INT64 (5551234567 * 2)!",
    "Out of Range Error: Overflow in multiplication of INT64 (… * …)!",
  ],
  ["Conversion Error: Date out of range: 1980-13-45", "Conversion Error: Date out of range …"],
  [
    'IO Error: Cannot open file "/x/a.parquet": No space left on device',
    'IO Error: Cannot open file "…": No space left on device',
  ],
  [
    'Binder Error: Referenced column "p_1" not found in FROM clause!\nCandidate bindings: "a"',
    'Binder Error: Referenced column "p_1" not found in FROM clause!',
  ],
])("%s", (message, shown) => {
  expect(withoutValues(message)).toBe(shown);
});

test("a trouble of the machine is recognised in what is left", () => {
  const spilled =
    "Out of Memory Error: failed to offload data block\nThis limit was set by the 'max_temp_directory_size' setting.";
  for (const message of [spilled, 'IO Error: Could not write file "/x": No space left on device']) {
    expect(worldTrouble(new EngineError(message, "select 1"))).toMatchObject({ code: "disk-full" });
    expect(new EngineError(message, "select 1").isOfMachine).toBe(true);
  }
});

test("names of columns stay in a statement, also those with apostrophes", () => {
  expect(withoutLiterals(`select "it's", 'a''b', "c" from t where x = 'it''s "quoted"'`)).toBe(
    `select "it's", '…', "c" from t where x = '…'`,
  );
  expect(withoutLiterals("select `a'b` from t where x = 'it\\'s'", { escapes: true })).toBe(
    "select `a'b` from t where x = '…'",
  );
});

test.each(["Input/output error", "Read-only file system", "Too many open files"])(
  "a file that cannot be opened is the machine's fault: %s",
  (reason) => {
    const message = `IO Error: Cannot open file "orders.csv": ${reason}`;
    expect(new EngineError(message, "select 1").isOfMachine).toBe(true);
    expect(worldTrouble(new EngineError(message, "select 1"))).toBeDefined();
  },
);
