import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scriptForms } from "../../domain/people/identity/scripts.js";
import { type ComparisonName, comparisons, levelsOf, levelTexts } from "../../domain/people/matching.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { comparedPairs, patternCounts } from "./compare.js";
import { type TestProfile, writeProfiles } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "compare-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

type Compared = {
  left_node: number;
  right_node: number;
  pattern: number;
  first_name_share: number | null;
  last_name_share: number | null;
  postcode_share: number | null;
};

/** Compares the first profile with the second, the third with the fourth, and so on. */
const compareTwos = async (profiles: readonly TestProfile[]): Promise<Compared[]> => {
  const staged = await writeProfiles(engine, "profile", profiles);
  const twos = sql`(
    select cast(2 * t.i as integer) as left_node, cast(2 * t.i + 1 as integer) as right_node
    from range(${profiles.length / 2}) as t(i))`;
  return engine.rows<Compared>(
    sql`select * from (${comparedPairs(staged, twos)}) as pair order by pair.left_node`,
  );
};

const levelText = (pattern: number, name: ComparisonName): string => {
  const at = comparisons.findIndex((comparison) => comparison.name === name);
  return levelTexts(comparisons[at]!)[levelsOf(pattern)[at]! - 1] ?? "is missing";
};

type Case = [left: TestProfile, right: TestProfile, level: string];

const profilesOf = ([left, right]: Case): TestProfile[] => [left, right];

const named = (column: keyof TestProfile, rows: readonly [string, string, string][]): Case[] =>
  rows.map(([left, right, level]) => [{ [column]: left }, { [column]: right }, level]);

const nicknamed = (first_name: string, first_names: string): TestProfile => ({ first_name, first_names });
/** A first name with its forms in scripts. */
const heard = (first_name: string): TestProfile => ({ first_name, first_forms: scriptForms(first_name) });
const heardFamily = (last_name: string): TestProfile => ({ last_name, last_forms: scriptForms(last_name) });
/** A given name of one or several words. */
const given = (words: string): TestProfile => ({
  first_name: words.replaceAll(" ", ""),
  ...(words.includes(" ") && { given: words }),
});
const sameContacts = { phone: "5551234567", email: "a@b.example" };
const at = (house_number: string, street: string): TestProfile => ({ house_number, street });

const namesake = { first_name: "john", last_name: "lee", house_number: "12", street: "oak" };

const cases: Record<ComparisonName, Case[]> = {
  first_name: [
    [{ first_name: "ada" }, {}, "is missing"],
    ...named("first_name", [
      ["ada", "ada", "is the same"],
      ["a", "ada", "has the same initial"],
      ["b", "ada", "differs"],
      ["katherine", "kathrine", "differs by a typo"],
      ["jon", "jno", "differs by a typo"],
      ["john", "jonh", "differs by a typo"],
      ["marion", "marianna", "is similar"],
      ["ada", "grace", "differs"],
    ]),
    ...(
      [
        ["xiao ming", "xiaoming", "is the same"],
        ["james robert", "james", "is part of the other"],
        ["james robert", "robert", "is part of the other"],
        ["maria jose", "jose maria", "is part of the other"],
        ["j robert", "james robert", "is part of the other"],
        ["james robert", "j", "has the same initial"],
        ["jean luc", "jl", "has the same initial"],
        ["james robert", "k", "differs"],
        ["maria jose", "maria teresa", "differs"],
        ["xiao ming", "xiao hua", "differs"],
        ["thi lan", "thi lam", "differs"],
        ["abdul rahman", "abdul rahim", "differs"],
        ["james robert", "james robrt", "differs by a typo"],
        ["abdul rahman", "abdurrahman", "differs by a typo"],
        ["michael", "michelle", "differs"],
        ["karl", "karla", "differs"],
        ["fernando", "fernanda", "differs"],
        ["александр", "александра", "differs"],
        ["محمد", "محمود", "differs"],
        ["晓明", "晓华", "differs"],
        ["민준", "민지", "differs"],
        ["誠", "誠一", "differs"],
        ["สมชาย", "สมศักดิ์", "differs"],
      ] as const
    ).map(([left, right, level]): Case => [given(left), given(right), level]),
    [{ first_name: "jim", first_names: "jim james" }, given("james robert"), "is part of the other"],
    [heard("花子"), heard("ハナコ"), "is the same in another script"],
    [heard("τασοσ"), heard("anna"), "differs"],
    [heard("राहुल"), heard("rahulkumar"), "is part of the other"],
    [heard("александр"), heard("aleksandra"), "differs"],
    [heard("동훈"), heard("youngeun"), "differs"],
    [heard("александр"), heard("aleksamdr"), "differs by a typo"],
    [heard("παρασκευη"), heard("kparaskevi"), "differs by a typo"],
    [heard("مريم رانيا"), heard("mafiam rania"), "differs by a typo"],
    [heard("حسن"), heard("husseim"), "differs"],
    [heard("يوسف حسين"), heard("youssef"), "is part of the other"],
    [heard("سعيد"), heard("s"), "has the same initial"],
    [heard("سعيد"), heard("m"), "is missing"],
    [heard("龘"), heard("anna"), "is missing"],
    [heard("γεωργιοσ"), heard("g"), "has the same initial"],
    [heard("γεωργιοσ"), heard("m"), "is missing"],
    [
      { ...heard("христос"), ...heardFamily("петров") },
      { ...heard("petrov"), ...heardFamily("khristos") },
      "is the same in another script",
    ],
    [
      { ...given("antonio luis"), last_name: "martinezmoreno", last_start: "martinez", last_end: "moreno" },
      { first_name: "martinez", last_name: "antonioluis" },
      "is part of the other",
    ],
    [
      { ...given("van binh"), last_name: "phan" },
      { first_name: "phan", last_name: "van" },
      "is part of the other",
    ],
    [{ ...given("van binh"), last_name: "phan" }, { first_name: "phan", last_name: "thi" }, "differs"],
    [nicknamed("bob", "bob robert"), nicknamed("rob", "rob robert"), "is a nickname"],
    [nicknamed("liza", "liza elizabeth"), nicknamed("lisbeth", "lisbeth elizabeth"), "is a nickname"],
    [nicknamed("betty", "betty elizabeth"), nicknamed("lisa", "lisa elizabeth"), "differs"],
    [nicknamed("bob", "bob robert"), nicknamed("sue", "sue susan"), "differs"],
    [
      { ...nicknamed("angie", "angie angela"), last_name: "james" },
      { first_name: "ngela", last_name: "james" },
      "is similar",
    ],
    [nicknamed("angie", "angie angela"), { first_name: "ngela" }, "differs"],
    [{ first_name: "ada", last_name: "king" }, { first_name: "king", last_name: "ada" }, "is the same"],
    [
      { first_name: "ada", last_name: "lovelace" },
      { first_name: "lovelase", last_name: "ada" },
      "differs by a typo",
    ],
  ],
  last_name: [
    [{ last_name: "king" }, {}, "is missing"],
    ...named("last_name", [
      ["lovelace", "lovelace", "is the same"],
      ["lovelace", "lovelase", "differs by a typo"],
      ["king", "knig", "differs by a typo"],
      ["martin", "martell", "is similar"],
      ["kowalski", "kowalska", "is similar"],
      ["иванов", "иванова", "is similar"],
      ["king", "lovelace", "differs"],
    ]),
    [heardFamily("коваленко"), heardFamily("kovalenko"), "is the same in another script"],
    [heardFamily("коваленко"), heardFamily("kovaleko"), "differs by a typo"],
    [heardFamily("иванова"), heardFamily("ivanov"), "is part of the other"],
    [heardFamily("иванова"), heardFamily("petrov"), "differs"],
    [
      { last_name: "garcialopez", last_start: "garcia", last_end: "lopez" },
      { last_name: "lopez" },
      "is part of the other",
    ],
    [
      { last_name: "garcia" },
      { last_name: "garcialopez", last_start: "garcia", last_end: "lopez" },
      "is part of the other",
    ],
    [{ first_name: "ada", last_name: "king" }, { first_name: "king", last_name: "ada" }, "is the same"],
  ],
  address: [
    [at("12", "main"), {}, "is missing"],
    [at("12", "main"), at("12", "main"), "is the same"],
    [at("12", "main"), at("13", "main"), "has a typo in the house number"],
    [at("1", "main"), at("12", "main"), "is in the same street"],
    [at("12", "main"), { street: "main" }, "is similar"],
    [at("12", "main"), at("99", "main"), "is in the same street"],
    [at("12", "chestnut"), at("12", "chesnut"), "has a typo in the street"],
    [at("12", "chestnut"), at("99", "chesnut"), "is in the same street"],
    [at("12", "cedar creek"), at("12", "cedar grove"), "is similar"],
    [at("12", "cedar creek"), at("99", "cedar grove"), "differs"],
    [at("12", "main"), at("12", "oak"), "differs"],
    ...(
      [
        ["12", "46441", "12", "46414", "is the same"],
        ["12", "46441", "13", "46520", "has a typo in the house number"],
        ["12", "46441", "99", "46520", "is in the same street"],
        ["12", "46441", "12", "18896", "is similar"],
        ["12", "46441", "13", "18896", "differs"],
        ["12", "46441", "99", "18896", "differs"],
      ] as const
    ).map(
      ([number, postcode, otherNumber, otherPostcode, level]): Case => [
        { ...at(number, "nehru"), postcode, city: "jaipur" },
        { ...at(otherNumber, "nehru"), postcode: otherPostcode, city: "jaipur" },
        level,
      ],
    ),
    [at("1200", "pobox"), at("1200", "pobox"), "is the same"],
    [at("1200", "pobox"), at("3456", "pobox"), "differs"],
  ],
  unit: [
    [{ house_number: "1", unit: "4" }, { house_number: "1" }, "is missing"],
    [{ house_number: "1", unit: "4" }, { house_number: "2", unit: "4" }, "is missing"],
    [{ house_number: "1", unit: "4" }, { house_number: "1", unit: "4" }, "is the same"],
    [{ house_number: "1", unit: "4" }, { house_number: "1", unit: "5" }, "differs"],
  ],
  area: [
    [{ postcode: "12345" }, { city: "troy" }, "is missing"],
    [{ postcode: "12345", city: "troy" }, { postcode: "12345", city: "albany" }, "has the same postcode"],
    [
      { postcode: "12345", state: "ny" },
      { postcode: "12354", state: "ny" },
      "has a similar postcode in the same state",
    ],
    [{ postcode: "12345" }, { postcode: "12354" }, "has a similar postcode"],
    [{ postcode: "12345", city: "troy" }, { postcode: "99999", city: "troy" }, "is the same city"],
    [{ city: "troy", state: "ny" }, { city: "troy" }, "is the same city"],
    [{ city: "schenectady", state: "ny" }, { city: "schenectedy", state: "ny" }, "is the same city"],
    [{ city: "schenectady", state: "ny" }, { city: "schenectedy" }, "is the same city"],
    [{ city: "troy", state: "ny" }, { city: "troy", state: "al" }, "differs"],
    [{ city: "troy", state: "ny" }, { city: "albany", state: "ny" }, "is in the same state"],
    [{ postcode: "12345" }, { postcode: "99999" }, "differs"],
  ],
  email: [
    [{ email: "ada@x.org" }, {}, "is missing"],
    ...named("email", [
      ["ada@x.org", "ada@x.org", "is the same"],
      ["ada.king@x.org", "ada.knig@x.org", "differs by a typo or the provider"],
      ["ada.king@x.org", "ada.king@x.com", "differs by a typo or the provider"],
      ["ada.king@x.org", "ada.kin@x.org", "differs by a typo or the provider"],
      ["ada.king@x.org", "ada.king@gmail.com", "differs by a typo or the provider"],
      ["ada@x.org", "ada@gmail.com", "differs"],
      ["ada7@x.org", "ada8@x.org", "differs"],
    ]),
    [
      { email: "ada.huber@x.org", last_name: "huber" },
      { email: "ada.weber@x.org", last_name: "weber" },
      "differs",
    ],
  ],
  phone: [
    [{ phone: "5551234567" }, {}, "is missing"],
    ...named("phone", [
      ["5551234567", "5551234567", "is the same"],
      ["5551234567", "5551234576", "differs by one digit"],
      ["5551234567", "5551234667", "differs by one digit"],
      ["5551234567", "5559876543", "differs"],
    ]),
    [
      { ...heard("अनिता"), ...heardFamily("वर्मा"), ...sameContacts },
      { ...heard("anita"), ...heardFamily("verma"), ...sameContacts },
      "is the same",
    ],
    [
      { ...heard("अनिता"), ...heardFamily("वर्मा"), ...sameContacts },
      { ...heard("ravi"), ...heardFamily("verma"), ...sameContacts },
      "is missing",
    ],
  ],
  suffix: [
    [{ suffix: "jr" }, {}, "is missing"],
    ...named("suffix", [
      ["jr", "jr", "is the same"],
      ["jr", "sr", "differs"],
    ]),
    [{ ...namesake, suffix: "jr" }, { ...namesake, suffix: "?" }, "may be another's"],
    [{ ...namesake, suffix: "jr" }, namesake, "may be another's"],
    [{ ...namesake, suffix: "jr" }, { ...namesake, first_name: "jonn" }, "may be another's"],
    [
      { ...namesake, suffix: "jr" },
      { ...namesake, first_name: "lee", last_name: "john" },
      "may be another's",
    ],
    [{ ...namesake, suffix: "jr" }, { ...namesake, house_number: "14" }, "is missing"],
    [{ ...namesake, suffix: "?" }, { ...namesake, suffix: "?", first_name: "ann" }, "is missing"],
    [{ ...namesake, suffix: "?" }, { ...namesake, suffix: "?", email: "lee@mail.example" }, "is missing"],
    [
      { ...namesake, suffix: "?", phone: "5551234567" },
      { ...namesake, suffix: "?", phone: "5559876543" },
      "may be another's",
    ],
    [
      { ...namesake, suffix: "jr", email: "lee@mail.example" },
      { ...namesake, suffix: "?", email: "lee@mail.example" },
      "is missing",
    ],
    [
      { ...namesake, suffix: "?", birth_date: "19800203" },
      { ...namesake, suffix: "?", birth_date: "19800203" },
      "is missing",
    ],
  ],
  middle_name: [
    [{ middle_name: "b" }, {}, "is missing"],
    [{ first_name: "james", middle_name: "r" }, given("james robert"), "is the same"],
    [{ first_name: "james", middle_name: "q" }, given("james robert"), "differs"],
    [given("james robert"), given("james"), "is missing"],
    ...named("middle_name", [
      ["b", "b", "is the same"],
      ["b", "c", "differs"],
    ]),
  ],
  birth_date: [
    [{ birth_date: "19800203" }, {}, "is missing"],
    ...named("birth_date", [
      ["19800203", "19800203", "is the same"],
      ["19800203", "19800302", "is similar"],
      ["19800203", "19900203", "is similar"],
      ["19800203", "19080203", "is similar"],
      ["19800203", "19800227", "is similar"],
      ["19800203", "19801103", "is similar"],
      ["19800203", "19801129", "is in the same year"],
      ["19800203", "19740511", "differs"],
      ["19800203", "19640203", "is far apart"],
    ]),
  ],
  national_id: [
    [{ national_id: "1234567" }, {}, "is missing"],
    ...named("national_id", [
      ["1234567", "1234567", "is the same"],
      ["1234567", "1234576", "differs by one digit"],
      ["1234567", "1934567", "differs by one digit"],
      ["1234567", "7654321", "differs"],
    ]),
  ],
  customer_id: [
    [{ customer_id: "C17" }, {}, "is missing"],
    ...named("customer_id", [
      ["C17", "C17", "is the same"],
      ["C17", "C18", "differs"],
    ]),
  ],
};

test.each(comparisons.map(({ name }) => name))("levels of %s", async (name) => {
  const compared = await compareTwos(cases[name].flatMap(profilesOf));
  const found = compared.map(({ pattern }, i) => [...cases[name][i]!.slice(0, 2), levelText(pattern, name)]);
  expect(found).toEqual(cases[name]);
});

test.each(comparisons)("every level of $name has a case", ({ name, levels }) => {
  const covered = new Set(cases[name].map(([, , level]) => level));
  expect([...levels, "is missing"].filter((level) => !covered.has(level))).toEqual([]);
});

test("an equal value has its share, and values that differ have none", async () => {
  const left = { first_name: "ada", last_name: "king", postcode: "12345" };
  const shares = { first_name_share: 0.25, last_name_share: 0.5, postcode_share: 0.125 };
  const [same, other] = await compareTwos([
    { ...left, ...shares },
    { ...left, ...shares },
    { ...left, ...shares },
    { first_name: "adah", first_name_share: 0.0625, last_name: "kong", postcode: "99999" },
  ]);
  expect(same).toMatchObject(shares);
  expect(other).toMatchObject({ first_name_share: 0.0625, last_name_share: null, postcode_share: null });
});

test("swapped names have shares in the likelier order", async () => {
  const written = { first_name: "ada", last_name: "king", first_name_share: 0.25, last_name_share: 0.5 };
  const swapped = { first_name: "king", last_name: "ada", first_name_share: 0.125, last_name_share: 0.125 };
  const level = { first_name: "king", last_name: "ada", first_name_share: 0.5, last_name_share: 0.25 };
  const compared = await compareTwos([written, swapped, swapped, written, written, level, level, written]);
  expect(compared.map((pair) => [pair.first_name_share, pair.last_name_share])).toEqual([
    [0.25, 0.5],
    [0.25, 0.5],
    [0.5, 0.25],
    [0.5, 0.25],
  ]);
});

const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const profile: fc.Arbitrary<TestProfile> = fc.record({
  first_name: maybe("a", "ada", "adah", "grace", "king", "marion", "marianna"),
  last_name: maybe("king", "kong", "ada", "lovelace", "lovelase", "garcialopez"),
  last_start: maybe("garcia"),
  last_end: maybe("lopez"),
  house_number: maybe("1", "12", "13", "99"),
  street: maybe("main", "cedar creek", "cedar grove", "chestnut", "chesnut", "pobox"),
  unit: maybe("1", "2"),
  city: maybe("troy", "albany", "schenectady", "schenectedy"),
  state: maybe("ny", "al"),
  postcode: maybe("12345", "12354", "99999"),
  email: maybe("ada.king@x.org", "ada.king@gmail.com", "ada.kin@x.org", "ada@x.org"),
  phone: maybe("5551234567", "5551234667", "5559876543"),
  suffix: maybe("jr", "sr"),
  middle_name: maybe("b", "c"),
  birth_date: maybe("19800203", "19800302", "19801103", "0203"),
  national_id: maybe("1234567", "1234576", "7654321"),
  customer_id: maybe("C1", "C2"),
});

test("the result does not depend on which profile is left", async () => {
  const given = fc.array(fc.tuple(profile, profile), { minLength: 40, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(given, async (pairs) => {
      const there = await compareTwos(pairs.flat());
      const back = await compareTwos(pairs.flatMap(([left, right]) => [right, left]));
      expect(there).toEqual(back);
    }),
    { numRuns: 25 },
  );
});

test("pattern counts ascend by pattern", async () => {
  const pairs = sql`(values (7), (3), (7)) as t(pattern)`;
  expect(await engine.rows(patternCounts(sql`(select t.pattern from ${pairs})`))).toEqual([
    { pattern: 3, pairs: 1 },
    { pattern: 7, pairs: 2 },
  ]);
});
