import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openEngine } from "../../warehouse/engine.js";
import { buildFrom, cohortId, type Pipeline, type TestPerson, writePipeline } from "./fixtures.js";

/** A person in careless spelling. */
const mary: TestPerson = {
  probability: 0.5,
  email: " Mary@Example.com",
  phone: "1 (650) 561-4622",
  person_first_name: "MARY",
  person_last_name: "Smith",
  postcode: "94035-1234",
  city: "Menlo Park",
  state: "California",
  house_number_and_street: "1 Hacker Way",
};
const awkward: TestPerson = {
  probability: 0.5,
  email: "Zoe+Shop@gmail.com",
  person_first_name: "Zoë  Ann",
  phone: "+44 20 7946 0018",
  person_last_name: "O'Brien-Müller",
  postcode: "wc2h 8lg",
  city: "St. Ives",
  state: "New South Wales",
};

let pipeline: Pipeline;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "presets-"));
  const engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
  pipeline = await writePipeline(engine, root, [mary]);
});

const written = async (transform_preset: "facebook" | "google_ads", ...people: TestPerson[]) => {
  const given = people.length === 0 ? pipeline : await writePipeline(pipeline.engine, root, people);
  return buildFrom(given, {
    representation: { mode: "hashed", transform_preset },
    payload: { cohort_ids: [cohortId] },
    human_readable: true,
  });
};
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hashes = (...texts: string[]) => texts.map(sha256).join(",");

test("a customer list for Meta has its headers and hashes, and no payload", async () => {
  expect((await written("facebook")).bytes.toString()).toBe(
    "email,phone,fn,ln,zip,ct,st,country\n" +
      "f1904cf1a9d73a55fa5de0ac823c4403ded71afd4c3248d00bdcd0866552bb79," +
      "cce04d737cda46a271950b80215ad51aaf4cc530cc7c0b2433d1a82694d906ce," +
      `${hashes("mary", "smith", "94035", "menlopark", "ca")},` +
      "79adb2a2fce5c6ba215fe5f27f532d4e7edbac4b6a5e09e1ef3a08084a904621\n",
  );
});

test("a list for Customer Match hashes contacts and names, and has country and postcode in clear", async () => {
  expect((await written("google_ads")).bytes.toString()).toBe(
    "Email,Phone,First Name,Last Name,Country,Zip\n" +
      `${hashes("mary@example.com", "+16505614622", "mary", "smith")},us,94035\n`,
  );
});

test("Meta's names have no punctuation, and Google's keep it; accents and the tag of an e-mail address stay", async () => {
  const meta = await written("facebook", awkward);
  expect(meta.lines[1]).toBe(
    hashes(
      ...["zoe+shop@gmail.com", "442079460018", "zoë ann", "obrienmüller", "wc2h8lg", "stives"],
      ...["newsouthwales", "us"],
    ),
  );
  const google = await written("google_ads", awkward);
  expect(google.lines[1]).toBe(
    `${hashes("zoe+shop@gmail.com", "+442079460018", "zoë ann", "o'brien-müller")},us,WC2H8LG`,
  );
});

test("an address that arrived as a hash stays one, and a full name is split", async () => {
  const hash = sha256("cy@example.com");
  const cy = { probability: 0.5, email_hash: hash.toUpperCase(), person_full_name: "Lee, Cy" };
  const { lines } = await written("facebook", cy);
  expect(lines).toEqual(["email,fn,ln,country", `${hash},${hashes("cy", "lee", "us")}`]);
});

test("columns for mail need names and postcodes, and a person with neither contact nor name is left out", async () => {
  const { lines, result } = await written(
    "google_ads",
    { probability: 0.5, email: "ada@shop.org", postcode: "05401" },
    { probability: 0.5, customer_id: "77", postcode: "05401" },
  );
  expect(lines).toEqual(["Email", sha256("ada@shop.org")]);
  expect(result).toMatchObject({ rows: 1, left_out_count: 1 });
});
