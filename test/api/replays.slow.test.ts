// Replays: a pipeline delivers its files as uploads come, and replays of these moments are the same files,
// byte for byte.

import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

const people = 160;
const dayMs = 86_400_000;
const start = Date.UTC(2024, 10, 24);
const day = (n: number): string => new Date(start + n * dayMs).toISOString().slice(0, 10);
const header = "id,mail,day,total";

interface Order {
  person: number;
  at: number;
  row: string;
}

/**
 * Person p orders 1 to 6 times in 400 days. Some change their address, so that records are matched by the
 * customer's ID alone.
 */
const orders: Order[] = Array.from({ length: people }, (_, person) =>
  Array.from({ length: 1 + ((person * 7) % 6) }, (_, k) => {
    const at = (person * 37 + k * (61 + (person % 50))) % 400;
    const mail = `ann${person}${person % 9 === 0 && at > 320 ? "new" : ""}@example.com`;
    return { person, at, row: `C${person},${mail},${day(at)},${10 + k}.5` };
  }),
).flat();

const textOf = (from: number, until: number): string =>
  [header, ...orders.filter(({ at }) => at >= from && at < until).map(({ row }) => row), ""].join("\n");

/** Days of the log that the uploads reach. */
const throughs = [290, 335, 400];

let api: BuildingApi;
let caller: Caller & { key: string };
let scope: string;
const targets: Record<string, string> = {};
/** By upload: the moment after its builds, and the files that were delivered then. */
const delivered: { at: string; files: Record<string, string> }[] = [];

const upload = (name: string, text: string, directory = "orders") =>
  caller.post(`/uploads/${directory}/${name}.csv`, text, { "content-type": "text/csv" });

const made = async (path: string, body: object): Promise<string> => {
  const answer = await caller.post(path, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
};

/** The hash of a file, which its ETag is. */
const hashAt = async (url: string): Promise<string> => {
  const answer = await caller.get(url.replace(/^.*\/v1/, ""));
  expect(answer.status).toBe(200);
  return String(answer.headers.etag);
};

const textAt = async (url: string): Promise<string> =>
  String((await caller.get(url.replace(/^.*\/v1/, ""))).body);

const filesNow = async (): Promise<Record<string, string>> => {
  const files: Record<string, string> = {};
  for (const [name, id] of Object.entries(targets)) files[name] = await hashAt(`/targets/${id}/download.csv`);
  return files;
};

// biome-ignore lint/suspicious/noExplicitAny: as in the answers of the harness
type Replayed = Record<"id" | "status" | "scope_id", string> & { results: Record<string, any>[] };

const replayed = async (dates: readonly string[]): Promise<Replayed> => {
  const { status, body } = await caller.post(`/scopes/${scope}/replays`, { dates });
  expect({ status, body }).toMatchObject({ status: 201, body: { status: "starting", dates } });
  await api.build();
  const answer = await caller.get(`/scopes/${scope}/replays/${body.id}`);
  expect(answer.body.status_error).toBeUndefined();
  return answer.body;
};

beforeAll(async () => {
  api = await startBuildingApi();
  caller = await api.signUp();
  await upload("orders-1", textOf(0, throughs[0]!));
  await made("/datasets", {
    name: "Orders",
    identity_sets: { buyer: { customer_id: "id", email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { transaction: { data_map: { datetime: "day" }, value: "total" } },
  });
  const customers = await made("/cohorts", { name: "Customers", stream_name: "transaction" });
  const outcome = await made("/outcomes", {
    name: "Buys again",
    attainment: customers,
    eligible: customers,
    recurring: true,
    horizon_days: 40,
    value: { measures: ["amount"] },
  });
  scope = await made("/scopes", {
    name: "All",
    population: { include: [customers] },
    payload: { outcome_ids: [outcome] },
    preview: false,
    holdout: { share: 0.2 },
    economics: { cost_per_contact: 0.5, value_per_conversion: 10 },
  });
  for (const [name, more] of [
    ["Plain", { options: { type: "hosted_csv" } }],
    ["Zipped", { options: { type: "hosted_csv", gzip: true, track_changes: true }, human_readable: true }],
  ] as const)
    targets[name] = await made("/targets", {
      name,
      scope_id: scope,
      representation: { mode: "identified" },
      ...more,
    });
  for (const [i, through] of throughs.entries()) {
    if (i > 0) await upload(`orders-${i + 1}`, textOf(throughs[i - 1]!, through));
    api.tick(1_000);
    await api.build();
    api.tick(dayMs);
    delivered.push({ at: new Date(api.now()).toISOString(), files: await filesNow() });
    api.tick(dayMs);
  }
});
afterAll(() => api.close());

/** A replay of all three moments. */
let whole: Replayed;

test("replays of past moments are the files that were delivered then, byte for byte", async () => {
  whole = await replayed(delivered.map(({ at }) => at));
  expect(whole).toMatchObject({ status: "ready", scope_id: scope });
  for (const [i, { date, files, data_through, missing_datasets }] of whole.results.entries()) {
    expect({ date, missing_datasets }).toEqual({ date: delivered[i]!.at, missing_datasets: [] });
    expect(Date.parse(data_through)).toBeLessThanOrEqual(Date.parse(day(throughs[i]!)) + 1_000);
    expect(files.length).toBe(2);
    for (const file of files) {
      expect(file).toMatchObject({ comparison: "equal", row_count: expect.any(Number) });
      expect(await hashAt(file.file_url)).toBe(delivered[i]!.files[file.target_name]);
    }
  }
});

test("what the people of then did is counted once the horizon is over, and listed person by person", async () => {
  const [first, , last] = whole.results;
  const [judged] = first!.outcomes;
  expect(judged.observed).toMatchObject({ left_out_count: 0, people: judged.scored_count });
  expect(judged.observed.auc).toBeGreaterThan(0);
  expect(judged.headline).toMatch(
    /^Expected \d+, actual \d+ of \d+ people scored on \d+ September 2025, within 40 days/,
  );
  expect(last!.outcomes[0].observed).toBeUndefined();
  expect(last!.outcomes[0].headline).toMatch(/do not reach the end of the horizon yet/);

  const [columns, ...rows] = (await textAt(first!.people_url)).trimEnd().split("\n");
  const name = `fdy_outcome_${judged.outcome_id.replaceAll("-", "_")}`;
  expect(columns).toBe(
    `person_id,${name}_propensity_probability,${name}_propensity_percentile,${name}_attained`,
  );
  const attained = rows.filter((row) => row.endsWith(",1")).length;
  expect(attained).toBe(judged.observed.attained);
  // Orders at the moment of the cutoff and in the 40 days after it, counted by hand.
  const cutoff = Date.parse(first!.data_through);
  const buyers = new Set(
    orders.flatMap(({ person, at }) => {
      const time = start + at * dayMs;
      return time >= cutoff && time < cutoff + 40 * dayMs ? [person] : [];
    }),
  );
  const known = new Set(orders.filter(({ at }) => at < throughs[0]!).map(({ person }) => person));
  expect(attained).toBe([...buyers].filter((person) => known.has(person)).length);
});

test("nothing that was uploaded or decided later changes a replay", async () => {
  const late = [header, "C1,ann1@example.com,2025-03-03,900.5", "C2,ann3@example.com,2025-04-04,1.5", ""];
  await upload("late", late.join("\n"));
  await api.build();
  const { results } = await replayed(delivered.slice(0, 2).map(({ at }) => at));
  for (const [i, { files }] of results.entries())
    for (const file of files) {
      expect(file.comparison).toBe("equal");
      expect(`"${file.sha256}"`).toBe(delivered[i]!.files[file.target_name]);
    }
});

test("a replay that is not equal says why", async () => {
  await caller.patch(`/targets/${targets.Plain}`, { options: { delimiter: ";" } });
  await caller.delete("/uploads/orders/orders-2.csv");
  await api.build();
  const { results } = await replayed([delivered[2]!.at]);
  const [plain, zipped] = ["Plain", "Zipped"].map((name) =>
    results[0]!.files.find((file: { target_name: string }) => file.target_name === name),
  );
  expect(plain!.headline).toMatch(/^Differs from the file that was delivered on \d January 2026, because/);
  expect(plain!.headline).toMatch(/“Plain” has changed since/);
  expect(zipped!.headline).not.toMatch(/has changed since/);
  expect(zipped!.headline).toMatch(/files of “Orders” were replaced, deleted or refused/);
});

test("people who ask to be left out are in no replay, and those of before are made again", async () => {
  // Each that is kept is made again.
  const { body: kept } = await caller.get(`/scopes/${scope}/replays`);
  const [last, ...others] = kept.map(({ id }: { id: string }) => id);
  for (const id of others) await caller.delete(`/scopes/${scope}/replays/${id}`);
  await upload("gone", "mail\nann7@example.com\n", "gone");
  await made("/datasets", {
    name: "Gone",
    identity_sets: { person: { email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "gone" },
    output_to_streams: {},
    privacy: "suppress",
  });
  await api.build();
  const { body: again } = await caller.get(`/scopes/${scope}/replays/${last}`);
  expect(again.status).toBe("ready");
  const { files } = again.results[0];
  expect(await textAt(files[0].file_url)).not.toContain("ann7@");
  expect(files[0].headline).toMatch(/people have asked to be left out since/);
});

test("dates that cannot be replayed are refused, with what to do", async () => {
  const refused = async (dates: readonly string[]) => {
    const { status, body } = await caller.post(`/scopes/${scope}/replays`, { dates, by: "arrivals" });
    return `${status} ${body.note}`;
  };
  expect(await refused(["2030-01-01"])).toMatch(/^409 dates\.0: 2030-01-01 is in the future/);
  expect(await refused([delivered[0]!.at, "2025-01-01"])).toMatch(
    /^409 dates\.1: nothing had been uploaded before 2025-01-01\. The first stored upload arrived at 2026-01-0/,
  );
  expect(await refused(["last week"])).toMatch(/^400 dates\.0: last week is no date\. Write a day/);
  expect(await refused(Array.from({ length: limits.replayDates.is + 1 }, () => delivered[0]!.at))).toMatch(
    /^400/,
  );
});

test("a pipeline keeps so many replays, and takes them along when it is deleted", async () => {
  const { body: kept } = await caller.get(`/scopes/${scope}/replays`);
  expect(kept.length).toBe(1);
  for (let replays = kept.length; replays < limits.replaysOfScope.is; replays++)
    await made(`/scopes/${scope}/replays`, { dates: [delivered[0]!.at] });
  const beyond = await caller.post(`/scopes/${scope}/replays`, { dates: [delivered[0]!.at] });
  expect(beyond).toMatchObject({ status: 403, body: { note: expect.stringContaining("keeps 20 replays") } });
  expect((await caller.delete(`/scopes/${scope}/replays/${kept[0].id}`)).status).toBe(204);
  expect((await caller.get(`/scopes/${scope}/replays/${kept[0].id}`)).status).toBe(404);
  for (const id of Object.values(targets)) expect((await caller.delete(`/targets/${id}`)).status).toBe(204);
  expect((await caller.delete(`/scopes/${scope}`)).status).toBe(204);
  await api.build();
  const { body: usage } = await caller.get("/accounts/current/usage");
  expect(usage).toContainEqual({ description: "replays", usage: 0 });
});
