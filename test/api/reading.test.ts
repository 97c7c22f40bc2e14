// Cost of reading a record in rows from the store, which must not grow with the account.

import { expect, test } from "vitest";
import { type Api, type Caller, dataset, openApi, repeatPurchase } from "./harness.js";
import { recordResults } from "./results.js";

const idOf = async (caller: Caller, path: string, body: object): Promise<string> =>
  (await caller.post(path, body)).body.id;

interface Used {
  customers: string;
  outcome: string;
}

/** Creates one resource of each type except datasets. */
const oneMore = async (caller: Caller, name: string, { customers, outcome }: Used) => {
  await caller.post(`/streams/${name}`);
  const cohort = await idOf(caller, "/cohorts", { name, stream_name: name });
  await idOf(caller, "/outcomes", { name, attainment: cohort, eligible: customers });
  const scope = await idOf(caller, "/scopes", {
    name,
    population: { include: [cohort] },
    payload: { outcome_ids: [outcome] },
  });
  await idOf(caller, "/targets", {
    name,
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  return {
    trait: await idOf(caller, "/traits", { name }),
    place: await idOf(caller, "/places", { name, geojson: { type: "Point", coordinates: [0, 0] } }),
    personaSet: await idOf(caller, "/persona_sets", { name, cohort: customers }),
    recommender: await idOf(caller, "/recommenders", {
      name,
      stream_name: name,
      stream_property_name: "item",
    }),
  };
};

/** An account with a pipeline that has every kind of payload, and the path of one record of each type. */
const account = async (api: Api) => {
  const caller = await api.signUp();
  const ids = await repeatPurchase(caller);
  await recordResults(api, caller.accountId, ids);
  const { trait, place, personaSet, recommender } = await oneMore(caller, "first", ids);
  const payload = { cohort_ids: [ids.once], persona_set_ids: [personaSet], recommender_ids: [recommender] };
  await caller.patch(`/scopes/${ids.scope}`, { payload });
  const paths = {
    dataset: `/datasets/${ids.datasetId}`,
    stream: "/streams/transaction",
    trait: `/traits/${trait}`,
    place: `/places/${place}`,
    cohort: `/cohorts/${ids.once}`,
    outcome: `/outcomes/${ids.outcome}`,
    personaSet: `/persona_sets/${personaSet}`,
    recommender: `/recommenders/${recommender}`,
    scope: `/scopes/${ids.scope}`,
    analysis: `/scopes/${ids.scope}/analysis`,
    target: `/targets/${ids.target}`,
  };
  return { caller, ids, paths };
};

const rowsPerRead = async (api: Api, caller: Caller, paths: Record<string, string>) => {
  const rows: Record<string, number> = {};
  for (const [what, path] of Object.entries(paths)) {
    const before = api.rowsRead();
    expect((await caller.get(path)).status).toBe(200);
    rows[what] = api.rowsRead() - before;
  }
  return rows;
};

test("the rows read for a record do not depend on the size of the account", async () => {
  const api = await openApi();
  const { caller, ids, paths } = await account(api);
  const alone = await rowsPerRead(api, caller, paths);
  for (let i = 0; i < 3; i++) await oneMore(caller, `more_${i}`, ids);
  expect(await rowsPerRead(api, caller, paths)).toEqual(alone);

  for (let i = 0; i < 3; i++) await caller.post("/datasets", dataset);
  const { trait, scope, ...others } = alone;
  expect(await rowsPerRead(api, caller, paths), "any dataset may emit a trait or map a field").toEqual({
    trait: trait! + 3,
    scope: scope! + 3,
    ...others,
  });
});

test("a record is the same on its own and in a list", async () => {
  const api = await openApi();
  const { caller, ids, paths } = await account(api);
  await oneMore(caller, "more", ids);
  const { analysis: _analysis, ...records } = paths;
  for (const path of Object.values(records)) {
    const { body } = await caller.get(path);
    const list = (await caller.get(`/${body.resource_type}`)).body as { id: string }[];
    expect(list.find(({ id }) => id === body.id)).toEqual(body);
  }
});
