import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { findRow } from "../../delivery/lookup/file.js";
import { lookupKeys, type WrittenIdentity } from "../../delivery/lookup/keys.js";
import { openEngine } from "../../warehouse/engine.js";
import { buildFrom, cohortId, type Pipeline, type TargetRequest, writePipeline } from "./fixtures.js";

let pipeline: Pipeline;
beforeAll(async () => {
  const root = await mkdtemp(path.join(tmpdir(), "lookup-"));
  const engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
  pipeline = await writePipeline(engine, root, [
    {
      person_first_name: "Ada",
      email: "ada@example.com",
      probability: 0.25,
      isMember: true,
      wrote: [{ email: "lovelace@example.com", phone: "802 555 0182" }],
    },
    { person_first_name: "Bo", email: "bo@example.com", phone: "802 555 0199", probability: 0.75 },
    { person_first_name: "Cy", phone: "802 555 0199", probability: null },
    {
      person_first_name: "Eve",
      email: "eve@example.com",
      probability: 0.5,
      house_number_and_street: "12 Elm Street",
      postcode: "05401",
    },
  ]);
});

const lookup = async (request: WrittenIdentity, config: TargetRequest = {}) => {
  const { dir } = await buildFrom(pipeline, { ...config, options: { type: "lookup_api" } });
  return findRow(dir, lookupKeys(request));
};

test("a person is found by any of their source records, and the answer has no identity", async () => {
  const ada = {
    person_id: "1",
    fdy_outcome_0f_1e_propensity_probability: 0.25,
    fdy_outcome_0f_1e_propensity_percentile: 25,
    fdy_outcome_0f_1e_status: "scored",
  };
  for (const request of [
    { email: "ADA@example.com" },
    { email: "lovelace@example.com" },
    { phone: "8025550182" },
  ])
    expect(await lookup(request)).toEqual(ada);
});

test("an answer can have the ids of person and household as text", async () => {
  const config: TargetRequest = {
    custom_structure: [
      { scope_col: "person_id", output_col: "person" },
      { scope_col: "household_id", output_col: "home" },
    ],
  };
  expect(await lookup({ email: "eve@example.com" }, config)).toEqual({
    person: "4",
    home: expect.stringMatching(/^\d{10,}$/),
  });
});

test("a telephone number that two people share needs a first name, and an unknown number finds no one", async () => {
  expect(await lookup({ phone: "802-555-0199" })).toBeUndefined();
  expect(await lookup({ phone: "802-555-0199", person_first_name: "Cy" })).toMatchObject({ person_id: "3" });
  expect(await lookup({ phone: "802-555-0111" })).toBeUndefined();
});

test("an answer has the columns of the structure, for everyone in an enabled pipeline", async () => {
  const config: TargetRequest = {
    payload: { cohort_ids: [cohortId] },
    custom_structure: [
      { scope_col: "email", output_col: "email" },
      { scope_col: "loyal_ones_member", output_col: "is_loyal" },
    ],
  };
  expect(await lookup({ email: "ada@example.com" }, config)).toEqual({
    email: "ada@example.com",
    is_loyal: true,
  });
});
