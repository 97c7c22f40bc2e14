// Lists of a pipeline's likeliest people over HTTP: the file in all forms, its first people, and what to
// expect of them.

import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import { type Answer, type Caller, callerOf } from "./harness.js";

const people = 240;
const day = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);

/**
 * Person p orders 1 to 5 times over 400 days; those who order often order again. Customer numbers start with
 * a zero.
 */
const orders = (): string => {
  const rows = Array.from({ length: people }, (_, p) =>
    Array.from({ length: 1 + ((p * 7) % 5) }, (_, k) => {
      const who = `${p === 7 ? "=cmd()" : `Zoë${p}`} Müller,${p % 10 === 0 ? "" : `Zoe${p}@example.com`}`;
      return `${who},0${8000 + p},802-555-2${100 + p},${day((p * 37 + k * (61 + (p % 50))) % 400)},${10 + k}.5`;
    }),
  );
  return ["name,mail,number,tel,day,total", ...rows.flat(), ""].join("\n");
};

const shop = {
  name: "Orders",
  identity_sets: {
    buyer: { person_full_name: "name", email: "mail", customer_id: "number", phone: "tel" },
  },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { order: { data_map: { datetime: "day" }, value: "total" } },
};

let api: BuildingApi;
let caller: Caller & { key: string };
let ids: { outcome: string; scope: string };

const created = async (answer: Promise<Answer>): Promise<string> => {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
};

beforeAll(async () => {
  api = await startBuildingApi();
  caller = await api.signUp();
  await caller.post("/uploads/orders/orders.csv", orders(), { "content-type": "text/csv" });
  const cohort = (name: string, bounds: object) =>
    created(caller.post("/cohorts", { name, stream_name: "order", ...bounds }));
  await created(caller.post("/datasets", shop));
  const customers = await cohort("Customers", {});
  const repeat = await cohort("Repeat purchasers", { min_count: 4 });
  const outcome = await created(
    caller.post("/outcomes", {
      name: "Kauft wieder / buys again",
      attainment: repeat,
      eligible: customers,
      horizon_days: 60,
    }),
  );
  const scope = await created(
    caller.post("/scopes", {
      name: "All people",
      population: { include: [customers] },
      payload: { outcome_ids: [outcome], cohort_ids: [repeat], explainability: true },
    }),
  );
  await api.build();
  ids = { outcome, scope };
});
afterAll(() => api.close());

const list = (query: string) => caller.get(`/scopes/${ids.scope}/list.csv?${query}`);
/** Cells of the lines of a file without quoted separators. */
const cells = (text: string, separator = ","): string[][] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(separator));
const columnOf = ([header, ...rows]: string[][], name: string): string[] => {
  const at = header!.indexOf(name);
  expect(at, header!.join()).toBeGreaterThanOrEqual(0);
  return rows.map((row) => row[at]!);
};
const numbers = (column: readonly string[]): number[] => column.map(Number);

test("a list for a spreadsheet is readable, ranked, safe to open, and called by what it is of", async () => {
  const { status, body, headers } = await list("top=20");
  expect(status, body).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": expect.stringMatching(
      /^attachment; filename="kauft-wieder-buys-again-2025-\d\d-\d\d-top-20\.csv"$/,
    ),
  });
  expect(body.startsWith("\uFEFFemail,")).toBe(true);
  const rows = cells(body.slice(1));
  expect(rows[0]).toEqual(
    (
      "email,first_name,last_name,customer_id,chance_to_buy_a_fourth_time_pct,rank,decile," +
      "reason_1,reason_2,reason_3,scored_on"
    ).split(","),
  );
  expect(rows).toHaveLength(21);
  expect(numbers(columnOf(rows, "rank"))).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  const chances = numbers(columnOf(rows, "chance_to_buy_a_fourth_time_pct"));
  expect(chances).toEqual([...chances].sort((a, b) => b - a));
  expect(chances[0]).toBeGreaterThan(1);
  for (const id of columnOf(rows, "customer_id")) expect(id).toMatch(/^"=""0\d{4}"""$/);
  expect(new Set(columnOf(rows, "last_name"))).toEqual(new Set(["Müller"]));
  expect(columnOf(rows, "reason_1").join("\n")).toMatch(
    /^(No|\d+|Last|First|About|Spent|Orders|More|Next|Quiet) /m,
  );
  expect(new Set(columnOf(rows, "decile"))).toContain("1");
});

test("a list by uplift is refused as long as nothing is proven", async () => {
  expect(await list("by=uplift")).toMatchObject({
    status: 400,
    body: { note: expect.stringContaining("once campaigns prove") },
  });
});

test("people who attained are left out unless asked for, and bounds choose from the top", async () => {
  const { body: analysis } = await caller.get(`/scopes/${ids.scope}/analysis`);
  const { scored_count: scored, attained_count: attained } = analysis.outcomes[0];
  expect(attained).toBeGreaterThan(0);
  const rowsOf = async (query: string) => cells((await list(query)).body).length - 1;
  expect(await rowsOf("")).toBe(scored);
  expect(await rowsOf("with_attained=true")).toBe(scored + attained);
  expect(await rowsOf("top_percent=10")).toBe(Math.ceil(scored / 10));
  expect(await rowsOf("top=7&top_percent=50")).toBe(7);
  const likely = cells((await list("min_chance=0.2&form=api")).body);
  const name = likely[0]!.find((header) => header.endsWith("propensity_probability"))!;
  for (const chance of numbers(columnOf(likely, name))) expect(chance).toBeGreaterThanOrEqual(0.2);
});

test("texts that a spreadsheet would execute are made harmless", async () => {
  const { body } = await list("with_attained=true");
  expect(body).toContain(",'=cmd(),Müller,");
});

test("a German list has semicolons and decimal commas", async () => {
  const { body } = await list("top=5&locale=de");
  const rows = cells(body.slice(1), ";");
  const english = cells((await list("top=5")).body.slice(1));
  const name = "chance_to_buy_a_fourth_time_pct";
  expect(columnOf(rows, name).map((text) => text.replace(",", "."))).toEqual(columnOf(english, name));
});

test("Klaviyo and Mailchimp get the columns that they map, and nobody whom they could not reach", async () => {
  const klaviyo = cells((await list("form=klaviyo")).body);
  expect(klaviyo[0]).toEqual([
    ...["Email", "Phone Number", "First Name", "Last Name"],
    ...["pct", "decile", "scored_on"].map((what) => `chance_to_buy_a_fourth_time_${what}`),
  ]);
  for (const phone of columnOf(klaviyo, "Phone Number")) expect(phone).toMatch(/^\+1802555\d{4}$/);
  const mailchimp = cells((await list("form=mailchimp")).body);
  expect(mailchimp[0]!.slice(0, 4)).toEqual(["Email Address", "First Name", "Last Name", "Phone Number"]);
  expect(columnOf(mailchimp, "Email Address").every((email) => email.includes("@"))).toBe(true);
  expect(mailchimp.length).toBeLessThan(klaviyo.length);
  const likeliest = cells((await list("")).body.slice(1));
  const place = columnOf(likeliest, "email").indexOf("") + 1;
  expect(cells((await list(`form=mailchimp&top=${place}`)).body)).toHaveLength(1 + place);
});

test("Meta and Google get hashes of their spellings", async () => {
  const top = cells((await list("top=3")).body.slice(1));
  const hashes = columnOf(top, "email").map((email) =>
    email === "" ? "" : createHash("sha256").update(email.toLowerCase()).digest("hex"),
  );
  const meta = cells((await list("form=meta&top=3")).body);
  expect(meta[0]).toEqual(["email", "phone", "fn", "ln", "country"]);
  expect(columnOf(meta, "email").sort()).toEqual(hashes.sort());
  const google = cells((await list("form=google&top=3")).body);
  expect(google[0]).toEqual(["Email", "Phone"]);
  expect(columnOf(google, "Email").sort()).toEqual(hashes);
});

test("the API's form has the bytes of an identified target of the same people", async () => {
  const target = await created(
    caller.post("/targets", {
      name: "All",
      scope_id: ids.scope,
      representation: { mode: "identified" },
      options: { type: "hosted_csv" },
      filter: { outcome_probability: [{ outcome_id: ids.outcome, _nnull: true }] },
    }),
  );
  await api.build();
  const { body } = await caller.get(`/targets/${target}/download.csv`);
  expect((await list("form=api")).body).toBe(body);
});

test("a target keeps the list for a program up to date at a link", async () => {
  const target = await created(
    caller.post("/targets", {
      name: "Best ten",
      scope_id: ids.scope,
      limit: { method: "row_count", threshold: 10 },
      representation: { mode: "identified", transform_preset: "spreadsheet" },
      options: { type: "hosted_csv", locale: "de", standing_link: true },
    }),
  );
  await api.build();
  const { body: record } = await caller.get(`/targets/${target}`);
  expect(record).toMatchObject({
    status: "ready",
    row_count: 10,
    representation: { mode: "identified", aggregate: "person", transform_preset: "spreadsheet" },
  });
  const { pathname, search } = new URL(record.options.output_url, "http://localhost");
  const { body } = await callerOf(api.app, {}).get(pathname + search);
  expect(body).toBe((await list("top=10&locale=de")).body);
});

test("fields that do not belong to a list are refused, and a list can become an ordinary file again", async () => {
  const write = (representation: object, more: object = {}) =>
    caller.post("/targets", {
      name: "L",
      scope_id: ids.scope,
      options: { type: "hosted_csv" },
      representation: { mode: "identified", transform_preset: "klaviyo", ...representation },
      ...more,
    });
  expect(await write({ aggregate: "residence" })).toMatchObject({ status: 400 });
  expect(await write({ transform_preset: "facebook" })).toMatchObject({ status: 400 });
  expect(await write({ mode: "hashed" })).toMatchObject({ status: 400 });
  expect(await write({}, { options: { type: "lookup_api" } })).toMatchObject({ status: 400 });
  const structure = [{ scope_col: "email", output_col: "e" }];
  expect(await write({}, { custom_structure: structure })).toMatchObject({ status: 400 });
  const id = await created(write({}));
  const { body } = await caller.patch(`/targets/${id}`, { representation: { transform_preset: null } });
  expect(body.representation).toEqual({ mode: "identified", aggregate: "person" });
});

test("a list is compressed on request, is 304 if unchanged, and leaves no files behind", async () => {
  const plain = await list("top=9");
  const { rawPayload, headers } = await api.app.inject({
    url: `/scopes/${ids.scope}/list.csv?top=9&gzip=true`,
    headers: { authorization: `Bearer ${caller.key}` },
  });
  expect(headers["content-type"]).toBe("application/gzip");
  expect(headers["content-disposition"]).toMatch(/\.csv\.gz"$/);
  expect(gunzipSync(rawPayload).toString()).toBe(plain.body);
  const url = `/scopes/${ids.scope}/list.csv?top=9`;
  const again = await caller.get(url, { "if-none-match": plain.headers.etag as string });
  expect(again).toMatchObject({ status: 304, body: "" });
  expect((await readdir(path.join(api.dataDir, "work"))).filter((name) => name.startsWith("list-"))).toEqual(
    [],
  );
});

test("a signed link opens the list without a key until it is revoked, and every download is in the audit log", async () => {
  const { body: scope } = await caller.get(`/scopes/${ids.scope}`);
  const { pathname, search } = new URL(scope.list_url, "http://localhost");
  const anyone = callerOf(api.app, {});
  expect(await anyone.get(`${pathname}${search}&top=3&form=mailchimp`)).toMatchObject({ status: 200 });
  expect(await anyone.get(pathname)).toMatchObject({ status: 401 });
  const { body: audit } = await caller.get("/accounts/current/audit?action=download");
  expect(JSON.stringify(audit)).toContain(ids.scope);
  await caller.post(`/scopes/${ids.scope}/revoke_links`);
  expect(await anyone.get(`${pathname}${search}`)).toMatchObject({ status: 403 });
});

test("the likeliest people have names and reasons, and are those of the list", async () => {
  const { body } = await caller.get(`/scopes/${ids.scope}/top_people?limit=5`);
  const emails = columnOf(cells((await list("top=5")).body.slice(1)), "email");
  expect(body.map((person: { email?: string }) => person.email ?? "")).toEqual(emails);
  expect(body[0]).toMatchObject({
    rank: 1,
    name: expect.stringMatching(/ Müller$/),
    chance: expect.any(Number),
  });
  expect(body[0].person_id).toMatch(/^\d+$/);
  for (const { reasons } of body) expect(reasons.length).toBeLessThanOrEqual(3);
  expect(body.some(({ reasons }: { reasons: string[] }) => reasons.length > 0)).toBe(true);
});

test("reach adds up from the top to the pipeline's expected number with its interval", async () => {
  const { body: analysis } = await caller.get(`/scopes/${ids.scope}/analysis`);
  const [scored] = analysis.outcomes;
  const { status, body } = await caller.get(`/scopes/${ids.scope}/reach`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ outcome_id: ids.outcome, people: scored.scored_count });
  expect(body.base_rate).toBeCloseTo(scored.expected / scored.scored_count, 9);
  expect(body.points).toHaveLength(100);
  const last = body.points.at(-1);
  expect(last.people).toBe(scored.scored_count);
  expect(last.expected).toBeCloseTo(scored.expected, 9);
  expect(last.low).toBeCloseTo(scored.expected_low, 9);
  expect(last.high).toBeCloseTo(scored.expected_high, 9);
  for (const { people: count, expected, low, high } of body.points) {
    expect(low).toBeLessThanOrEqual(expected);
    expect(high).toBeGreaterThanOrEqual(expected);
    expect(expected).toBeGreaterThanOrEqual(body.base_rate * count - 1e-9);
  }
});

test("an unknown outcome, and a form that is not known, are refused with what there is", async () => {
  expect((await list("outcome_id=x")).body.note).toContain(ids.outcome);
  expect((await list("form=excel")).body.validationErrors[0].message).toMatch(/spreadsheet/);
  expect(await list("top_percent=0")).toMatchObject({ status: 400 });
});

test("people with a recent contact are left out and counted, and take nobody's place", async () => {
  const mails = Array.from({ length: 60 }, (_, p) => `0${8000 + p},${day(p < 40 ? 395 : 300)}`);
  await caller.post("/uploads/mails/mails.csv", ["number,sent", ...mails, ""].join("\n"), {
    "content-type": "text/csv",
  });
  await created(
    caller.post("/datasets", {
      name: "Mails",
      identity_sets: { reader: { customer_id: "number" } },
      options: { type: "hosted_csv", upload_directory: "mails" },
      output_to_streams: { mail_sent: { data_map: { datetime: "sent" } } },
    }),
  );
  await api.build();
  const mailed = mails.slice(0, 40).map((line) => line.split(",")[0]!);
  const recent = "not_contacted_days=14&contacts_stream=mail_sent";
  const numbersOf = async (query: string) => {
    const { status, body } = await list(query);
    expect(status, JSON.stringify(body)).toBe(200);
    return columnOf(cells(body.slice(1)), "customer_id").map((cell) => /\d+/.exec(cell)![0]);
  };
  const all = await numbersOf("");
  const others = all.filter((number) => !mailed.includes(number));
  expect(others.length).toBeLessThan(all.length);
  expect(await numbersOf(recent)).toEqual(others);
  expect(await numbersOf(`${recent}&top=20`)).toEqual(others.slice(0, 20));
  expect((await caller.get(`/scopes/${ids.scope}/reach?${recent}`)).body).toMatchObject({
    people: others.length,
    contacted_count: all.length - others.length,
  });

  expect((await list("not_contacted_days=14")).body.note).toContain("an event for each contact");
  expect((await list("not_contacted_days=14&contacts_stream=letters")).body.note).toContain("mail_sent");
  const target = {
    name: "Not lately",
    scope_id: ids.scope,
    representation: { mode: "identified", transform_preset: "spreadsheet" },
    options: { type: "hosted_csv" },
  };
  const filter = (stream: object) => ({ filter: { contacted: [{ ...stream, days: 14, _eq: false }] } });
  expect((await caller.post("/targets", { ...target, ...filter({}) })).body.note).toContain(
    "filter.contacted.stream_name",
  );
  const id = await created(caller.post("/targets", { ...target, ...filter({ stream_name: "mail_sent" }) }));
  await api.build();
  expect((await caller.get(`/targets/${id}`)).body).toMatchObject({
    row_count: others.length,
    contacted_count: expect.any(Number),
  });
});
