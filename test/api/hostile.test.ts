// Hostile requests: bodies that would take the service's time and memory, and too many requests without a key.

import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { type Answer, callerOf, openApi, testLimits } from "./harness.js";

const bodyBytes = limits.bodyBytes.is;
const open = () => openApi({ limits: { ...testLimits, bodyBytes } });
const bytesOf = ({ body }: Answer): number => JSON.stringify(body).length;

test("hundreds of thousands of empty conditions are refused before they are checked, in a few words", async () => {
  const api = await open();
  const caller = await api.signUp();
  const body = { name: "x", stream_name: "t", stream_conditions: Array(300_000).fill({}) };
  const answer = await caller.post("/cohorts", body);
  expect(answer).toMatchObject({ status: 400, body: { error: "BAD_REQUEST" } });
  expect(answer.body.note).toContain("The body is too complex: it has ");
  expect(bytesOf(answer)).toBeLessThan(1_000);
});

test("an answer lists twenty errors, and says how many more there are", async () => {
  const caller = await (await open()).signUp();
  const answer = await caller.post(
    "/cohorts",
    Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, i])),
  );
  expect(answer.status).toBe(400);
  expect(answer.body.validationErrors).toHaveLength(limits.errorsListed.is);
  expect(answer.body.note).toMatch(/; and 481 more\.$/);
});

test("only the first error of a large body is looked for", async () => {
  const caller = await (await open()).signUp();
  const answer = await caller.post(
    "/cohorts",
    Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`f${i}`, i])),
  );
  expect(answer).toMatchObject({ status: 400 });
  expect(answer.body.validationErrors).toHaveLength(1);
});

test("long names of fields and long values are not repeated in the answer or in the log", async () => {
  const api = await open();
  const caller = await api.signUp();
  const long = "x".repeat(900_000);
  for (const body of [{ [long]: 1 }, { name: long }, { name: "x", stream_name: long }]) {
    const answer = await caller.post("/cohorts", body);
    expect(answer.status).toBe(400);
    expect(bytesOf(answer)).toBeLessThan(10_000);
  }
  expect(Math.max(...api.log.map(({ length }) => length))).toBeLessThan(10_000);
});

const times = <V>(count: number, value: (i: number) => V): V[] =>
  Array.from({ length: count }, (_, i) => value(i));
const map = (count: number, value: unknown) => Object.fromEntries(times(count, (i) => [`n${i}`, value]));
const orders = { name: "x", identity_sets: {}, options: { type: "hosted_csv", upload_directory: "a" } };
const traitsOf = (mapping: object) => ({
  ...orders,
  output_to_traits: { plan: { column_name: "a", ...mapping } },
});

test.each<[string, string, object, string]>([
  [
    "conditions",
    "/cohorts",
    { name: "x", traits: times(101, () => ({ name: "a", _nnull: true })) },
    "traits has more than 100 entries",
  ],
  [
    "values",
    "/cohorts",
    { name: "x", traits: [{ name: "a", _in: times(10_001, String) }] },
    "traits.0._in has more than 10000 entries",
  ],
  [
    "a long value",
    "/cohorts",
    { name: "x", traits: [{ name: "a", _eq: "x".repeat(10_001) }] },
    "is longer than 10000 characters",
  ],
  [
    "a long expression",
    "/cohorts",
    { name: "x", traits: [{ name: "a", _matches: "x".repeat(1001) }] },
    "is longer than 1000 characters",
  ],
  [
    "ids",
    "/scopes",
    { name: "x", population: { cohort_ids: times(101, String) }, payload: {} },
    "cohort_ids has more than 100 entries",
  ],
  [
    "streams",
    "/datasets",
    { ...orders, output_to_streams: map(101, {}) },
    "output_to_streams has more than 100 fields",
  ],
  [
    "rates",
    "/datasets",
    {
      ...orders,
      output_to_streams: {
        sales: {
          data_map: { datetime: "day", value: "amount" },
          currency: { column_name: "c", is: "EUR", rates: times(1001, () => ({ currency: "USD", rate: 1 })) },
        },
      },
    },
    "rates has more than 1000 entries",
  ],
  [
    "traits",
    "/datasets",
    { ...orders, output_to_traits: map(1001, { column_name: "a" }) },
    "output_to_traits has more than 1000 fields",
  ],
  [
    "replacements",
    "/datasets",
    traitsOf({ transformation_table: { a: "x".repeat(10_001) } }),
    "is longer than 10000 characters",
  ],
])("%s beyond the limit are refused", async (_, path, body, why) => {
  const caller = await (await open()).signUp();
  const answer = await caller.post(path, body);
  expect(answer).toMatchObject({ status: 400, body: { error: "VALIDATION_FAILED" } });
  expect(answer.body.note).toContain(why);
});

test("sign-up takes a small body, so that nobody without a key can send a large one", async () => {
  const api = await open();
  const answer = await callerOf(api.app, {}).post("/accounts", {
    name: "x".repeat(limits.publicBodyBytes.is),
  });
  expect(answer).toMatchObject({
    status: 413,
    body: { note: `The body exceeds the limit of ${limits.publicBodyBytes.is} bytes.` },
  });
});

test("a network address has a number of requests without a valid key, which those with a key do not use up", async () => {
  const api = await openApi({ limits: { ...testLimits, unkeyedRequestsPerMinute: 4 } });
  const caller = await api.signUp();
  const stranger = callerOf(api.app, {});
  expect((await stranger.get("/cohorts")).status).toBe(401);
  expect((await api.as("bw_live_wrong").get("/cohorts")).status).toBe(401);
  expect((await stranger.get("/nowhere")).status).toBe(404);
  for (const request of [
    stranger.get("/cohorts"),
    api.as("bw_live_wrong").get("/cohorts"),
    stranger.get("/openapi.json"),
  ])
    expect(await request).toMatchObject({
      status: 429,
      headers: { "retry-after": "15" },
      body: { error: "TOO_MANY_REQUESTS" },
    });
  expect((await caller.get("/cohorts")).status).toBe(200);
  expect((await stranger.get("/health")).status).toBe(200);
  api.tick(15_000);
  expect((await stranger.get("/sessions/current")).status).toBe(200);
});

test("a network address has a number of sign-ups", async () => {
  const api = await openApi({ limits: { ...testLimits, signUpsPerHour: 2 } });
  const stranger = callerOf(api.app, {});
  const signUp = () => stranger.post("/accounts", { name: "Acme" });
  expect([(await signUp()).status, (await signUp()).status]).toEqual([201, 201]);
  expect(await signUp()).toMatchObject({ status: 429, headers: { "retry-after": "1800" } });
  api.tick(1_800_000);
  expect((await signUp()).status).toBe(201);
});

test("no answer may be read as another type than its own", async () => {
  const api = await open();
  const caller = await api.signUp();
  for (const answer of [
    await caller.get("/cohorts"),
    await caller.get("/nowhere"),
    await callerOf(api.app, {}).get("/cohorts"),
  ])
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
});

test("no answer runs, embeds or passes on anything by itself", async () => {
  const api = await open();
  const caller = await api.signUp();
  const page = "<script>alert(1)</script>";
  await caller.post("/uploads/pages/a.html", page, { "content-type": "text/html" });
  for (const url of ["/cohorts", "/nowhere", "/uploads/pages/a.html", "/openapi.json"]) {
    const { headers } = await caller.get(url);
    expect(headers["content-security-policy"], url).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers["referrer-policy"]).toBe("no-referrer");
  }
});
