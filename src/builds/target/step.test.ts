import { createHash } from "node:crypto";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { previewFile } from "../../delivery/preview.js";
import type { PostgresOptions } from "../../domain/data/connection.js";
import { limits } from "../../domain/resource/limits.js";
import { seal, sealingKey } from "../../store/secrets.js";
import { openEngine } from "../../warehouse/engine.js";
import {
  buildFrom,
  cohortId,
  outcomeId,
  type Pipeline,
  personaSetId,
  type TargetRequest,
  type TestPerson,
  writePipeline,
} from "./fixtures.js";

const elm = { house_number_and_street: '12 "Elm" Street, Apt 3', postcode: "05401", city: "Burlington" };

const people: TestPerson[] = [
  {
    person_first_name: "Ada",
    email: "ada@example.com",
    ...elm,
    state: "VT",
    probability: 0.25,
    keys: ["A-7", "A-1"],
    traits: { tier: "gold", age: "41" },
    isMember: true,
    persona: "big",
    wrote: [{ email: "Ada+Shop@Example.com ", phone: "(802) 555-0182" }],
  },
  { person_first_name: "Bo", probability: null, keys: ["B-1"], traits: { tier: "basic" } },
  {
    person_first_name: "Cy",
    house_number_and_street: "12 elm st #3",
    postcode: "05401-1234",
    probability: 0.75,
    traits: { age: "7" },
    persona: "small",
  },
];

let pipeline: Pipeline;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "target-"));
  const engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
  pipeline = await writePipeline(engine, root, people);
});

const build = (request: TargetRequest = {}) => buildFrom(pipeline, request);
const csv = (options: { gzip?: boolean; delimiter?: string; quote_all?: boolean }) =>
  build({ options: { type: "hosted_csv", ...options } });
const column = `fdy_outcome_0f_1e_propensity_probability`;
/** Two columns of the file: the person and their probability. */
const brief = [
  { scope_col: "person_first_name", output_col: "who" },
  { scope_col: column, output_col: "p" },
];
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test("a file has identity, then probability, percentile and status, the most likely first", async () => {
  const { lines, result } = await build();
  expect(lines).toEqual([
    "person_id,person_first_name,email,house_number_and_street,city,state,postcode," +
      "fdy_outcome_0f_1e_propensity_probability,fdy_outcome_0f_1e_propensity_percentile,fdy_outcome_0f_1e_status",
    '3,Cy,,"12 elm st #3",,,05401-1234,0.75,75,scored',
    '1,Ada,ada@example.com,"12 ""Elm"" Street, Apt 3",Burlington,VT,05401,0.25,25,scored',
    "2,Bo,,,,,,,,attained",
  ]);
  expect(result).toMatchObject({ rows: 3, left_out_count: 0 });
  expect(result.columns).toHaveLength(10);
});

test("rows for a database are computed before its server is called", async () => {
  const happened: string[] = [];
  const options = {
    type: "postgres",
    host: "127.0.0.1",
    port: 1,
    database: "shop",
    schema: "public",
    user: "someone",
    sslmode: "disable",
    sealed_password: seal(sealingKey(root), "secret"),
  } as PostgresOptions;
  const access = { options, dataDir: root, privateAddresses: true };
  const built = build({
    options: { type: "postgres", table_name: "scores" },
    delivery: { access, targetId: "t" },
    computing: async (work) => {
      happened.push("computes");
      const made = await work();
      happened.push("has computed");
      return made;
    },
  });
  await expect(built).rejects.toMatchObject({ code: "database-unreachable" });
  expect(happened).toEqual(["computes", "has computed"]);
});

test("the same scores give the same bytes and the same hash", async () => {
  const [first, second] = [await build(), await build()];
  expect(second.bytes.equals(first.bytes)).toBe(true);
  expect(second.result).toEqual(first.result);
});

test("a gzipped file has the same contents as a plain one", async () => {
  const [plain, zipped] = [await csv({}), await csv({ gzip: true })];
  expect(zipped.result.file).toBe("scores.csv.gz");
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
});

test("the delimiter and the quotes are as configured", async () => {
  const { lines } = await csv({ delimiter: ";", quote_all: true });
  expect(lines[1]).toBe('"3";"Cy";;"12 elm st #3";;;"05401-1234";"0.75";"75";"scored"');
});

test("texts that a spreadsheet would execute are escaped on request and in lists for people; numbers never are", async () => {
  const engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
  const names = ["=1+1", "@cmd", "+41 79 123 45 67", "-5", "+x", "\t=2", "Ada"];
  const shop = await writePipeline(
    engine,
    root,
    names.map((person_first_name, i) => ({ person_first_name, probability: 0.9 - i / 10 })),
  );
  const namesIn = async (request: TargetRequest) => {
    const { lines } = await buildFrom(shop, { ...request, custom_structure: brief });
    return lines.slice(1).map((line) => line.split(",").slice(0, 1).join());
  };
  const hosted = (options: object) => ({ options: { type: "hosted_csv", ...options } }) as TargetRequest;
  const escaped = ["'=1+1", "'@cmd", "+41 79 123 45 67", "-5", "'+x", "'\t=2", "Ada"];
  expect(await namesIn({})).toEqual(names);
  expect(await namesIn(hosted({ escape_formulas: true }))).toEqual(escaped);
  expect(await namesIn({ human_readable: true })).toEqual(escaped);
  expect(await namesIn({ human_readable: true, ...hosted({ escape_formulas: false }) })).toEqual(names);
});

test("cohorts and traits of the payload are columns, and a missing trait is empty", async () => {
  const payload = { cohort_ids: [cohortId], attributes: ["tier"] };
  const { lines } = await build({ payload });
  expect(lines.map((line) => line.split(",").slice(-2).join(","))).toEqual([
    "fdy_cohort_c0_de_member,fdy_attribute_tier",
    "false,",
    "true,gold",
    "false,basic",
  ]);
  const { result } = await build({ payload, human_readable: true });
  expect(result.columns.slice(-3)).toEqual(["buys_again_status", "loyal_ones_member", "attribute_tier"]);
});

test("a built-in attribute is the trait of that name, and empty if there is none", async () => {
  const { lines } = await build({ payload: { attributes: ["fig/tier", "fig/income"] } });
  expect(lines.map((line) => line.split(",").slice(-2).join(","))).toEqual([
    "fdy_attribute_fig/tier,fdy_attribute_fig/income",
    ",",
    "gold,",
    "basic,",
  ]);
});

test("an unknown trait is refused with a list of the known ones", async () => {
  await expect(build({ payload: { attributes: ["teir"] } })).rejects.toThrow(
    "Nobody has a trait teir. Traits: tier, age.",
  );
});

test.each<[string, TargetRequest, string[]]>([
  ["probability", { filter: { outcome_probability: [{ outcome_id: outcomeId, _lt: 0.5 }] } }, ["Ada,0.25"]],
  [
    "probability, with those who have none",
    { filter: { outcome_probability: [{ outcome_id: outcomeId, _gte: 0.75, _null: true }] } },
    ["Cy,0.75", "Bo,"],
  ],
  ["percentile", { filter: { outcome_percentile: [{ outcome_id: outcomeId, _eq: 75 }] } }, ["Cy,0.75"]],
  ["membership", { filter: { cohort_membership: [{ cohort_id: cohortId, _eq: true }] } }, ["Ada,0.25"]],
  ["none", { filter: { cohort_membership: [{ cohort_id: cohortId, _eq: false }] } }, ["Cy,0.75", "Bo,"]],
  [
    "a persona",
    { filter: { persona: [{ persona_set_id: personaSetId, persona_id: "small", _eq: true }] } },
    ["Cy,0.75"],
  ],
  [
    "another persona or none",
    { filter: { persona: [{ persona_set_id: personaSetId, persona_id: "small", _eq: false }] } },
    ["Ada,0.25", "Bo,"],
  ],
  ["a trait as number", { filter: { trait: [{ name: "age", _lt: 9 }] } }, ["Cy,0.75"]],
  ["a trait as text", { filter: { trait: [{ name: "tier", _in: ["gold", "x"] }] } }, ["Ada,0.25"]],
  [
    "everything at once",
    {
      filter: {
        trait: [{ name: "tier", _nnull: true }],
        cohort_membership: [{ cohort_id: cohortId, _eq: true }],
        outcome_percentile: [{ outcome_id: outcomeId, _gt: 25 }],
      },
    },
    [],
  ],
  [
    "a limit of percentiles",
    { limit: { method: "percentile", outcome_id: outcomeId, percentile_min: 25, percentile_max: 74 } },
    ["Ada,0.25"],
  ],
  ["a limit of rows", { limit: { method: "row_count", threshold: 2 } }, ["Cy,0.75", "Ada,0.25"]],
  [
    "a limit from below",
    { limit: { method: "row_count", threshold: 2, outcome_id: outcomeId, direction: "ascending" } },
    ["Ada,0.25", "Cy,0.75"],
  ],
])("people are chosen by %s", async (_, request, expected) => {
  const { lines, result } = await build({ ...request, custom_structure: brief });
  expect(lines).toEqual(["who,p", ...expected]);
  expect(result.rows).toBe(expected.length);
});

test("a filter by an outcome that the pipeline no longer scores is refused", async () => {
  const filter = { outcome_probability: [{ outcome_id: "gone", _gt: 0.5 }] };
  await expect(build({ filter })).rejects.toThrow("contains outcome gone, which the pipeline does not score");
});

test("a residence has the identity of its most likely member and the highest values of all; people without an address are left out", async () => {
  const { lines, result } = await build({
    representation: { mode: "identified", aggregate: "residence" },
    payload: { cohort_ids: [cohortId], attributes: ["age"] },
    custom_structure: [
      ...brief,
      { scope_col: "postcode", output_col: "zip" },
      { scope_col: "buys_again_propensity_percentile", output_col: "rank" },
      { scope_col: "loyal_ones_member", output_col: "loyal" },
      { scope_col: "fdy_attribute_age", output_col: "age" },
    ],
  });
  expect(lines).toEqual(["who,p,zip,rank,loyal,age", "Cy,0.75,05401-1234,75,true,7"]);
  expect(result.left_out_count).toBe(1);
});

test("a reference file has the earliest key of a person and no other identity", async () => {
  const { lines, result } = await build({
    representation: { mode: "referenced", reference: { dataset_id: "d", column_name: "key" } },
  });
  expect(lines).toEqual([
    "key,fdy_outcome_0f_1e_propensity_probability,fdy_outcome_0f_1e_propensity_percentile,fdy_outcome_0f_1e_status",
    "A-7,0.25,25,scored",
    "B-1,,,attained",
  ]);
  expect(result.left_out_count).toBe(1);
});

test("hashes follow the platforms' rules, with one row per spelling, and without probabilities and traits", async () => {
  const { lines, result } = await build({
    representation: { mode: "hashed" },
    payload: { cohort_ids: [cohortId], attributes: ["tier"] },
  });
  const [header, ...rows] = lines.map((line) => line.split(","));
  expect(header).toEqual([
    ...[
      "hashed_email",
      "hashed_first_name",
      "hashed_street",
      "hashed_city",
      "hashed_state",
      "hashed_postcode",
    ],
    ...["fdy_outcome_0f_1e_propensity_percentile", "fdy_outcome_0f_1e_status", "fdy_cohort_c0_de_member"],
  ]);
  expect(rows).toHaveLength(4);
  const shown = rows.find((row) => row[1] === sha256("ada"));
  expect(shown).toEqual([
    ...["ada@example.com", "ada", '12 "elm" street, apt 3', "burlington", "vt", "05401"].map(sha256),
    ...["25", "scored", "true"],
  ]);
  expect(rows.find((row) => row[0] === sha256("ada@example.com") && row[1] === "")).toBeDefined();
  expect(result.left_out_count).toBe(0);
});

test("a telephone number is hashed with its country code, and an address that arrived as a hash stays as it is", async () => {
  const hash = sha256("cy@example.com");
  const others = await writePipeline(pipeline.engine, root, [
    {
      probability: 0.5,
      phone: "1 (802) 555-0182",
      email_hash: hash.toUpperCase(),
      person_full_name: "Lee, Cy",
    },
    { probability: 0.5, phone: "0044 20 7946 0018", customer_id: "7" },
    { probability: 0.5, customer_id: "8" },
  ]);
  const { lines, result } = await buildFrom(others, { representation: { mode: "hashed" } });
  expect(lines.slice(1).map((line) => line.split(",").slice(0, 4))).toEqual(
    expect.arrayContaining([
      [hash, sha256("+18025550182"), sha256("cy"), sha256("lee")],
      ["", sha256("+442079460018"), "", ""],
    ]),
  );
  expect(result).toMatchObject({ rows: 2, left_out_count: 1 });
});

test("areas with enough people have means and counts, and small areas are left out", async () => {
  const inArea = (postcode: string, n: number) =>
    Array.from({ length: n }, (_, i): TestPerson => ({ postcode, probability: i / 10, isMember: i < 3 }));
  const town = await writePipeline(pipeline.engine, root, [
    ...inArea("05401", 6),
    ...inArea("05401-1234", 5),
    ...inArea("05602", 9),
    { probability: null },
  ]);
  const payload = { cohort_ids: [cohortId] };
  const representation = { mode: "aggregated", aggregate: "postcode" } as const;
  const { lines, result } = await buildFrom(town, { representation, payload, human_readable: true });
  expect(lines).toEqual([
    "postcode,people_count,buys_again_propensity_probability,buys_again_propensity_percentile,loyal_ones_member",
    "05401,11,0.227273,22.727273,0.545455",
  ]);
  expect(result.left_out_count).toBe(10);
  const counts = await buildFrom(town, {
    representation,
    payload,
    custom_structure: [
      { scope_col: "postcode", output_col: "zip" },
      { scope_col: "loyal_ones_member", output_col: "loyal", aggregation: "count" },
      { scope_col: "buys_again_propensity_probability", output_col: "likely" },
    ],
  });
  expect(counts.lines).toEqual(["zip,loyal,likely", "05401,6,0.227273"]);
});

test("a pipeline that is not enabled delivers its first 1,000 rows", async () => {
  const crowd = Array.from(
    { length: 1001 },
    (_, i): TestPerson => ({ probability: i / 2000, customer_id: `${i}` }),
  );
  const many = await writePipeline(pipeline.engine, root, crowd);
  const { lines, result } = await buildFrom(many, { preview: true });
  expect(result.rows).toBe(1000);
  expect(lines[1]).toMatch(/^1001,1000,0.5,/);
});

test("the first rows are kept as JSON, with all digits of ids", async () => {
  const { dir } = await build({ custom_structure: [{ scope_col: "person_id", output_col: "id" }, ...brief] });
  expect(JSON.parse(await readFile(path.join(dir, previewFile), "utf8"))).toEqual([
    { id: "3", who: "Cy", p: 0.75 },
    { id: "1", who: "Ada", p: 0.25 },
    { id: "2", who: "Bo", p: null },
  ]);
});

test("long texts among the first rows are cut, and with many columns there are fewer rows", async () => {
  const { is: most } = limits.previewCharacters;
  const crowdOf = (length: number, characters: number) =>
    Array.from(
      { length },
      (_, i): TestPerson => ({ probability: i / 2000, person_first_name: "é".repeat(characters) }),
    );
  const shown = async (length: number, characters: number, columns: number) => {
    const many = await writePipeline(pipeline.engine, root, crowdOf(length, characters));
    const custom_structure = Array.from({ length: columns }, (_, i) => ({
      scope_col: "person_first_name",
      output_col: `who_${i}`,
    }));
    const { dir } = await buildFrom(many, { custom_structure });
    return JSON.parse(await readFile(path.join(dir, previewFile), "utf8")) as Record<string, string>[];
  };
  const few = await shown(10, 10 * most, 1);
  expect(few).toHaveLength(10);
  expect(few[0]!.who_0).toBe(`${"é".repeat(most - 1)}…`);
  expect((await shown(10, most, 1))[0]!.who_0).toBe("é".repeat(most));
  expect(await shown(1000, 1, 200)).toHaveLength(limits.previewCells.is / 200);
  const large = await shown(160, most, 20);
  const rowBytes = Buffer.byteLength(JSON.stringify(large[0]));
  expect(large).toHaveLength(Math.floor(limits.previewBytes.is / rowBytes));
});

test("the analysis describes each column", async () => {
  const { result } = await build({
    custom_structure: [...brief, { scope_col: "buys_again_status", output_col: "status" }],
  });
  expect(result.analysis).toEqual([
    { name: "who", fill_rate: 1 },
    { name: "p", fill_rate: expect.closeTo(2 / 3), range: { min: 0.25, mean: 0.5, max: 0.75 } },
    {
      name: "status",
      fill_rate: 1,
      values: [
        { value: "scored", count: 2 },
        { value: "attained", count: 1 },
      ],
    },
  ]);
});

test("personas have their names in files of people, residences and hashes", async () => {
  const payload = { persona_set_ids: [personaSetId] };
  const column = "fdy_persona_set_5e_75_persona_name";
  const namesIn = async (representation?: TargetRequest["representation"]) => {
    const { lines } = await buildFrom(pipeline, { payload, ...(representation && { representation }) });
    const place = lines[0]!.split(",").indexOf(column);
    return lines.slice(1).map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[place]);
  };
  expect(await namesIn()).toEqual(["Small spenders", "Big spenders", ""]);
  expect(await namesIn({ mode: "identified", aggregate: "residence" })).toEqual(["Small spenders"]);
  expect(new Set(await namesIn({ mode: "hashed" }))).toEqual(new Set(["Small spenders", "Big spenders", ""]));
});

test("a crosswalk says of every record and key which person and household it belongs to, and how sure that is", async () => {
  const { lines, result } = await build({ representation: { mode: "identified", aggregate: "record" } });
  const [header, ...rows] = lines.map((line) => line.split(","));
  expect(header).toEqual(
    "dataset,key_column,key,record_id,person_id,household_id,match_probability".split(","),
  );
  const ofPerson = (id: string) => rows.filter((row) => row[4] === id);
  expect(ofPerson("1").map((row) => row[2])).toEqual(expect.arrayContaining(["A-7", "A-1"]));
  expect(ofPerson("1").length).toBe(3);
  expect(ofPerson("2")).toHaveLength(1);
  const households = (id: string) => new Set(ofPerson(id).map((row) => row[5]));
  expect(households("1")).toEqual(households("3"));
  expect([...households("2")]).toEqual([""]);
  expect(rows.every((row) => row[6] === "1.0")).toBe(true);
  expect(result.left_out_count).toBe(0);
});

test("every file of people can have the ids of person and household as text", async () => {
  const ids = [
    { scope_col: "person_id", output_col: "person" },
    { scope_col: "household_id", output_col: "home" },
  ];
  const referenced = await build({
    representation: { mode: "referenced", reference: { dataset_id: "d", column_name: "key" } },
    custom_structure: [{ scope_col: "reference_key", output_col: "key" }, ...ids],
  });
  expect(referenced.lines[0]).toBe("key,person,home");
  expect(referenced.lines.slice(1).map((line) => line.split(",").slice(0, 2))).toEqual([
    ["A-7", "1"],
    ["B-1", "2"],
  ]);
  for (const representation of [
    { mode: "hashed" },
    { mode: "hashed", transform_preset: "facebook" },
    { mode: "hashed", transform_preset: "google_ads" },
    { mode: "identified", aggregate: "person" },
    { mode: "identified", aggregate: "residence" },
    { mode: "identified", aggregate: "person", transform_preset: "klaviyo" },
    { mode: "identified", aggregate: "person", transform_preset: "mailchimp" },
  ] as const) {
    const { lines } = await build({ representation, custom_structure: ids });
    expect(lines[0]).toBe("person,home");
    expect(lines.slice(1).some((line) => /^\d+,\d{10,}$/.test(line))).toBe(true);
  }
  const spreadsheet = { mode: "identified", aggregate: "person", transform_preset: "spreadsheet" } as const;
  const { lines } = await build({ representation: spreadsheet, custom_structure: ids });
  expect(lines.slice(1).join()).toMatch(/,"=""[0-9]{10,}"""/);
});
