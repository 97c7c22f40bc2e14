// The manifest beside a delivered file, the headers that say the same in short, and the changes between two files.

import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import { type Caller, callerOf } from "./harness.js";

const people = 160;
const dayMs = 86_400_000;
const start = Date.UTC(2024, 10, 24);
const day = (n: number): string => new Date(start + n * dayMs).toISOString().slice(0, 10);
const header = "id,mail,day,total";
/** Day of the newest of the orders below. */
const newest = "2025-12-27";

/** Person p orders 1 to 5 times over the 400 days before 2026. */
const orders = (): string =>
  [
    header,
    ...Array.from({ length: people }, (_, p) =>
      Array.from({ length: 1 + ((p * 7) % 5) }, (_, k) => {
        const after = (p * 37 + k * (61 + (p % 50))) % 400;
        return `C${p},ann${p}@example.com,${day(after)},${10 + k}.5`;
      }),
    ).flat(),
    "",
  ].join("\n");

let api: BuildingApi;
let caller: Caller & { key: string };
let outcome: string;
let scope: string;
let target: string;
let tracked: string;

beforeAll(async () => {
  api = await startBuildingApi();
  caller = await api.signUp();
  const upload = (name: string, text: string) =>
    caller.post(`/uploads/orders/${name}.csv`, text, { "content-type": "text/csv" });
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await caller.post(path, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.id;
  };
  await upload("orders", orders());
  await made("/datasets", {
    name: "Orders",
    identity_sets: { buyer: { customer_id: "id", email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { transaction: { data_map: { datetime: "day" }, value: "total" } },
  });
  const customers = await made("/cohorts", { name: "Customers", stream_name: "transaction" });
  const repeat = await made("/cohorts", { name: "Repeat", stream_name: "transaction", min_count: 2 });
  outcome = await made("/outcomes", {
    name: "Buys again",
    attainment: repeat,
    eligible: customers,
    horizon_days: 60,
    value: {},
  });
  scope = await made("/scopes", {
    name: "All",
    population: { include: [customers] },
    payload: { outcome_ids: [outcome] },
  });
  target = await made("/targets", {
    name: "File",
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  tracked = await made("/targets", {
    name: "Tracked",
    scope_id: scope,
    representation: { mode: "identified" },
    human_readable: true,
    options: { type: "hosted_csv", track_changes: true, delimiter: "|" },
  });
  await api.build();
});
afterAll(() => api.close());

const manifestOf = async (id: string) => (await caller.get(`/targets/${id}/manifest`)).body;
const manifest = () => manifestOf(target);
const fileOf = async (id: string) => String((await caller.get(`/targets/${id}/download.csv`)).body);
const changesOf = (id: string, since?: string) =>
  caller.get(`/targets/${id}/changes.csv${since === undefined ? "" : `?since=${since}`}`);
const download = (headers = {}) => caller.get(`/targets/${target}/download.csv`, headers);
/** Answers have parsed bodies; the file is text. */
const rowsOf = (text: string): Record<string, string>[] => {
  const [columns, ...rows] = text.trimEnd().split("\n");
  const names = columns!.split(",");
  return rows.map((row) => Object.fromEntries(row.split(",").map((value, i) => [names[i]!, value])));
};

test("a manifest describes the file: rows, hash, dates, models, and what they expect of its people", async () => {
  const [described, file] = [await manifest(), await download()];
  const text = String(file.body);
  const rows = rowsOf(text);
  const hash = createHash("sha256").update(text).digest("hex");
  expect(described).toMatchObject({
    target_id: target,
    row_count: rows.length,
    file_size: text.length,
    sha256: hash,
    built_at: new Date(api.now()).toISOString(),
    data_through: `${newest}T00:00:01.000Z`,
    columns: text.split("\n")[0]!.split(","),
  });
  expect(file.headers.etag).toBe(`"${hash}"`);
  const [model] = described.outcomes;
  expect(model).toMatchObject({
    outcome_id: outcome,
    outcome_name: "Buys again",
    horizon_days: 60,
    model_version: expect.stringMatching(/^[0-9a-f]{16}$/),
    verdict: { text: expect.any(String) },
  });
  const chances = rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) =>
      name.endsWith("_probability") && value !== "" ? [Number(value)] : [],
    ),
  );
  expect(model.scored_count).toBe(chances.length);
  expect(model.expected).toBeCloseTo(
    chances.reduce((sum, chance) => sum + chance, 0),
    3,
  );
  expect(model.expected_low).toBeLessThan(model.expected);
  expect(model.expected_high).toBeGreaterThan(model.expected);
  for (const [measure, column] of [
    ["amount", "_expected_amount"],
    ["count", "_expected_count"],
  ] as const) {
    const name = Object.keys(rows[0]!).find((each) => each.endsWith(column))!;
    const sum = rows.reduce((total, row) => total + Number(row[name] || 0), 0);
    const { expected, expected_low: low, expected_high: high } = model.value[measure];
    expect(Math.abs(expected - sum)).toBeLessThan(0.005 * rows.length);
    expect(low).toBeLessThan(expected);
    expect(high).toBeGreaterThan(expected);
  }
});

test("the file is good until events should have come, and says from then on that it is not", async () => {
  const { stale_after, is_stale, text, stale_reasons } = await manifest();
  expect(stale_reasons.map(({ code }: { code: string }) => code)).toEqual(["events_due", "horizon_over"]);
  expect({ stale_after, is_stale }).toEqual({ stale_after: stale_reasons[0].at, is_stale: false });
  expect(text).toMatch(
    /^Made on 1 January 2026 from data through 27 December 2025\. Good until \d+ January 2026\. Events usually come/,
  );

  const file = await download();
  expect(file.headers).toMatchObject({
    "bellwether-data-through": `${newest}T00:00:01.000Z`,
    "bellwether-stale-after": stale_after,
  });
  expect(file.headers).not.toHaveProperty("bellwether-stale");
  api.tick(Date.parse(stale_after) - api.now());
  expect(await manifest()).toMatchObject({
    is_stale: true,
    text: expect.stringContaining("Out of date since"),
  });
  const unchanged = await download({ "if-none-match": file.headers.etag });
  expect(unchanged).toMatchObject({ status: 304, headers: { "bellwether-stale": "true" } });
  const head = await api.app.inject({
    method: "HEAD",
    url: `/targets/${target}/download.csv`,
    headers: { authorization: `Bearer ${caller.key}` },
  });
  expect(head.headers).toMatchObject({
    "bellwether-stale": "true",
    link: expect.stringContaining("manifest"),
  });
});

test("who may read the file by link may read its manifest, from the link in its header", async () => {
  const { manifest_url, options } = (await caller.get(`/targets/${target}`)).body;
  const anyone = callerOf(api.app, {});
  const at = (link: string) =>
    anyone.get(new URL(link, "http://here/").pathname + new URL(link, "http://here/").search);
  expect(await at(manifest_url)).toMatchObject({ status: 200, body: { target_id: target } });
  const fileUrl = new URL(options.output_url, "http://here/");
  const file = await at(fileUrl.href);
  const [, address] = /<([^>]+)>; rel="describedby"/.exec(String(file.headers.link))!;
  expect(await at(new URL(address!, fileUrl).href)).toMatchObject({
    status: 200,
    body: { target_id: target },
  });
  const altered = manifest_url.replace(/(?<=signature=)./, (first: string) => (first === "A" ? "B" : "A"));
  expect(await at(altered)).toMatchObject({ status: 403 });
});

test("a new file brings a new manifest: kept models keep their date, and files on four days tell the rhythm", async () => {
  const before = await manifest();
  const [oldBuild, oldFile] = [await manifestOf(tracked), await fileOf(tracked)];
  for (const total of [12, 13, 14]) {
    api.tick(dayMs);
    const daily = `${header}\nC3,ann3@example.com,${newest},12\nNEW,new@example.com,${newest},${total}\n`;
    await caller.post(`/uploads/orders/daily-${total}.csv`, daily, { "content-type": "text/csv" });
  }
  expect(await manifest()).toMatchObject({ sha256: before.sha256, built_at: before.built_at });
  await api.build();
  const after = await manifest();
  expect(after).toMatchObject({
    row_count: before.row_count + 1,
    built_at: new Date(api.now()).toISOString(),
  });
  expect(after.outcomes[0]).toMatchObject({
    model_version: before.outcomes[0].model_version,
    model_trained_at: before.outcomes[0].model_trained_at,
  });
  expect(after.stale_reasons[0]).toMatchObject({
    code: "data_due",
    since: after.built_at,
    text: expect.stringMatching(/^Files come at least every \d days, and the last came on/),
  });
  await checkChanges(oldBuild, oldFile);
});

/** The changes since the old build are those that a comparison of the two files by their first column finds. */
const checkChanges = async (oldBuild: { build: string; sha256: string }, oldFile: string) => {
  const newFile = await fileOf(tracked);
  const byPerson = (text: string) =>
    new Map(
      text
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => [line.split("|")[0]!, line] as const),
    );
  const [before, now] = [byPerson(oldFile), byPerson(newFile)];
  const expected = [...now].flatMap(([id, line]) =>
    before.get(id) === line ? [] : [`${before.has(id) ? "changed" : "added"}|${line}`],
  );
  const changes = await changesOf(tracked, oldBuild.build);
  const [names, ...lines] = String(changes.body).trimEnd().split("\n");
  expect(names).toBe(`change|${newFile.split("\n")[0]}`);
  expect(lines).toEqual(expected);
  expect(lines.filter((line) => line.startsWith("added"))).toHaveLength(1);
  expect((await changesOf(tracked, oldBuild.sha256)).body).toBe(changes.body);

  const { build, builds, sha256 } = await manifestOf(tracked);
  expect(changes.headers["bellwether-build"]).toBe(build);
  expect(builds).toMatchObject([{ build: oldBuild.build, sha256: oldBuild.sha256, row_count: before.size }]);
  expect(String((await changesOf(tracked, build)).body).trimEnd()).toBe(names);
  expect(
    String((await changesOf(tracked)).body)
      .trimEnd()
      .split("\n"),
  ).toHaveLength(now.size + 1);
  const unchanged = { "if-none-match": String(changes.headers.etag) };
  expect(
    await caller.get(`/targets/${tracked}/changes.csv?since=${oldBuild.build}`, unchanged),
  ).toMatchObject({
    status: 304,
  });
  expect(await changesOf(tracked, "0123456789abcdef")).toMatchObject({
    status: 404,
    body: { note: expect.stringContaining(`Known builds, the newest first: ${build} of`) },
  });
  expect((await caller.get(`/targets/${tracked}/download.csv`)).headers).toMatchObject({
    "bellwether-build": build,
    etag: `"${sha256}"`,
  });
};

test("a target that does not track its rows has no changes, and one without a row per person cannot", async () => {
  expect(await changesOf(target)).toMatchObject({
    status: 409,
    body: { note: expect.stringContaining("Set options.track_changes to true") },
  });
  expect(await manifest()).not.toHaveProperty("build");
  expect((await caller.get(`/targets/${target}`)).body).not.toHaveProperty("changes_url");
  for (const representation of [
    { mode: "hashed" },
    { mode: "identified", aggregate: "residence" },
    { mode: "aggregated", aggregate: "state" },
  ])
    expect(
      await caller.post("/targets", {
        name: "Impossible",
        scope_id: scope,
        representation,
        options: { type: "hosted_csv", track_changes: true },
      }),
    ).toMatchObject({ status: 400, body: { note: expect.stringContaining("needs one row per person") } });
});

test("a file that is tracked from now on keeps its bytes, and anyone with the link has its changes", async () => {
  const plain = await manifest();
  const options = { type: "hosted_csv", track_changes: true };
  await caller.patch(`/targets/${target}`, { options });
  await api.build();
  const [record, now] = [(await caller.get(`/targets/${target}`)).body, await manifest()];
  expect(now).toMatchObject({ sha256: plain.sha256, build: expect.any(String), builds: [] });
  const { pathname, search } = new URL(record.changes_url, "http://here/");
  expect(await callerOf(api.app, {}).get(pathname + search)).toMatchObject({ status: 200 });
});
