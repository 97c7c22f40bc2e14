import { expect, test } from "vitest";
import { type Dimension, numberDimension, sensitiveDimension, textDimension } from "../domain/dimensions.js";
import { testEngine, traitsRelation } from "./features/fixtures.js";
import { cells, quartiles, subpopulations } from "./sensitive.js";
import { sql } from "./sql/sql.js";

const engine = testEngine();
const now = Date.UTC(2024, 5, 1) / 1000;

/** What each text is read as, in the order given. */
const valuesOf = async (dimension: Dimension, texts: string[]): Promise<(string | null)[]> => {
  const traits = traitsRelation(texts.map((text, i) => [i + 1, dimension.trait, text]));
  const rows = await engine().rows<{ code_0: number | null }>(
    sql`select s.code_0 from ${subpopulations(traits, [dimension], now)} as s order by s.person_id`,
  );
  return rows.map(({ code_0 }) => (code_0 === null ? null : dimension.values[code_0]!));
};

test("ages fall into bands, and an age that nobody has is not known", async () => {
  const texts = ["20.9", "21", "30.5", "31", "41", "61", "119", "120", "-1", "old"];
  expect(await valuesOf(sensitiveDimension("age", ["age"])!, texts)).toEqual([
    "Teen",
    "Young Adult",
    "Young Adult",
    "Adult",
    "Middle Age",
    "Senior",
    "Senior",
    null,
    null,
    null,
  ]);
});

test("a date of birth is counted in full years up to now", async () => {
  const texts = ["2003-06-02", "2003-06-01", "1983-06-01T00:00:01", "1983-06-01", "once"];
  expect(await valuesOf(sensitiveDimension("age", ["dob"])!, texts)).toEqual([
    "Teen",
    "Young Adult",
    "Adult",
    "Middle Age",
    null,
  ]);
  expect(await valuesOf(sensitiveDimension("age", ["birth_year"])!, ["1960", "2010"])).toEqual([
    "Senior",
    "Teen",
  ]);
});

test("gender is read in usual spellings, another one is other, and one not said is not known", async () => {
  const texts = ["F", " female ", "m", "Male", "nonbinary", "unknown", "prefer not to say"];
  expect(await valuesOf(sensitiveDimension("gender", ["sex"])!, texts)).toEqual([
    "Female",
    "Female",
    "Male",
    "Male",
    "Other",
    null,
    null,
  ]);
});

test("named traits are read as their texts or bands", async () => {
  expect(await valuesOf(textDimension("region", ["north"]), ["north", "moon"])).toEqual([
    "north",
    "All others",
  ]);
  expect(await valuesOf(numberDimension("income", [10, 20]), ["10", "10.5", "21", "much"])).toEqual([
    "up to 10",
    "above 10 to 20",
    "above 20",
    null,
  ]);
  const incomes = traitsRelation(["1", "2", "3", "4", "much"].map((text, i) => [i, "income", text]));
  expect(await engine().row(quartiles(incomes, "income"))).toEqual({
    quartile_0: 1,
    quartile_1: 2,
    quartile_2: 3,
  });
});

test("a cell is one value of each dimension, and who lacks one is in none", async () => {
  const dimensions = [sensitiveDimension("age", ["age"])!, sensitiveDimension("gender", ["gender"])!];
  const traits = traitsRelation([
    [1, "age", "15"],
    [1, "gender", "m"],
    [2, "age", "70"],
    [2, "gender", "f"],
    [3, "gender", "f"],
  ]);
  const people = cells(subpopulations(traits, dimensions, now), dimensions);
  expect(
    await engine().rows(sql`select c.person_id, c.cell from ${people} as c order by c.person_id`),
  ).toEqual([
    { person_id: 1, cell: 1 },
    { person_id: 2, cell: 12 },
  ]);
});
