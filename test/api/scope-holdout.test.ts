// Hold-outs through the API: the configuration and its errors, the smallest visible effect, and measured
// campaigns as rendered from results.

import { expect, test } from "vitest";
import type { HoldoutResult } from "../../src/domain/campaign/holdout.js";
import type { ScopeResult, ScoredOutcome } from "../../src/domain/pipeline/scope.js";
import { recordResult } from "../../src/store/resources.js";
import { openApi, repeatPurchase } from "./harness.js";

const day = (text: string) => Date.parse(text) / 1000;
const scored: ScoredOutcome = {
  scored: 1794,
  attained: 0,
  not_eligible: 0,
  expected: 168.6,
  expected_interval: { low: 140, high: 200 },
  histogram: Array.from({ length: 100 }, (_, bin) => (bin === 4 ? 1500 : bin === 35 ? 294 : 0)),
  outside: { people: 0, histogram: [] },
  model: { version: "m", feature_version: "f", level_margin: 0.1 },
};
const held = (outcome_id: string): HoldoutResult => ({
  outcome_id,
  by: "pipeline",
  share: 0.1,
  horizon_days: 60,
  contact: 1614,
  held_out: 180,
  snapshots: [],
  campaigns: [
    { campaign: { contacted_at: "2025-01-01" }, at: "without" },
    {
      campaign: { name: "Spring", contacted_at: "2025-03-01" },
      at: "measured",
      cutoff: day("2025-02-28"),
      until: day("2025-04-30"),
      measured: {
        contact: { people: 1614, attained: 197, expected: 152, left_out: 0, amount: 9000, contacted: 1480 },
        held_out: { people: 180, attained: 17, expected: 17, left_out: 1, amount: 800, contacted: 3 },
        conversions: {
          plain: { value: 0.0276, low: -0.03, high: 0.066 },
          adjusted: { value: 0.028, low: -0.005, high: 0.061 },
          treated: { value: 0.031, low: -0.006, high: 0.067 },
        },
        amount: { plain: { value: 1.13, low: -1, high: 3 } },
        deciles: [
          { decile: 1, contact: { people: 1614, attained: 197 }, held_out: { people: 180, attained: 17 } },
        ],
      },
    },
    {
      campaign: { contacted_at: "2025-05-01", top: 500 },
      at: "waiting",
      cutoff: day("2025-04-30"),
      until: day("2025-06-30"),
    },
  ],
});

const scopeWith = async (resultOf: (outcome: string) => Partial<ScopeResult>, change: object) => {
  const api = await openApi();
  const caller = await api.signUp();
  const { scope, outcome } = await repeatPurchase(caller);
  const patched = await caller.patch(`/scopes/${scope}`, change);
  expect(patched.status, JSON.stringify(patched.body)).toBe(200);
  const result = {
    population_count: 1794,
    data_through: 0,
    outcomes: { [outcome]: scored },
    warnings: [],
    performance: {},
    ...resultOf(outcome),
  };
  await recordResult(
    api.db.kysely,
    scope,
    { result, resultDir: "x", resultFiles: [], fingerprint: "f" },
    1_000,
  );
  return { caller, scope, outcome, read: (what = "") => caller.get(`/scopes/${scope}/holdout${what}`) };
};

const holdout = { share: 0.1, contacts_stream: "transaction", campaigns: [{ contacted_at: "2025-03-01" }] };
const economics = { cost_per_contact: 0.8, value_per_conversion: 25 };

test("what all contacting has brought has its months, a sentence, and the profit of its contacts", async () => {
  const arm = { people: 1614, converted: 90, conversions: 110, amount: 4_000, contacts: 1_500 };
  const month = (from: string, until: string) => ({
    from: day(from),
    until: day(until),
    contact: arm,
    held_out: { ...arm, people: 180, conversions: 10, contacts: 0 },
    brought: { conversions: { value: 20, low: 5, high: 35 } },
    broughtSoFar: { conversions: { value: 41.6, low: 12.2, high: 71 } },
    contactsSoFar: 500,
  });
  const months = [month("2025-03-14", "2025-04-01"), month("2025-04-01", "2025-04-20")];
  const incrementality = { since: day("2025-03-14"), months };
  const { read } = await scopeWith((id) => ({ holdout: { ...held(id), incrementality } }), {
    holdout,
    economics,
  });
  const { body } = await read();
  expect(body.incrementality).toMatchObject({
    headline:
      "Since 14 March 2025, contacting 1,614 people has brought 42 more conversions (95 % interval 12 to 71). Profit 640 (95 % interval −95 to 1,375).",
    since: "2025-03-14T00:00:00.000Z",
    conversions: { value: 41.6 },
    profit: { value: 640 },
    months: [
      {
        from: "2025-03-14T00:00:00.000Z",
        until: "2025-04-01T00:00:00.000Z",
        contact: arm,
        conversions: { low: 5 },
      },
      { until: "2025-04-20T00:00:00.000Z", held_out: { people: 180 }, conversions_so_far: { value: 41.6 } },
    ],
  });
  expect(body.incrementality.months[0]).not.toHaveProperty("contactsSoFar");
});

test("the next contacts are those that a proof allows, with what each choice brings", async () => {
  const about = (value: number) => ({ value, low: value - 0.01, high: value + 0.01 });
  const shares = [0.1, 0.5].map((share) => ({
    share,
    by_uplift: about(0.09),
    by_chance: about(0.06),
    difference: about(0.03),
  }));
  const groups = { contact: { people: 1614, attained: 300 }, held_out: { people: 180, attained: 100 } };
  const both = (value: number) => ({ inverse_propensity: about(value), doubly_robust: about(value) });
  const rule = (value: number) => ({ value: both(value), over_list: both(value - 0.15) });
  const policy = {
    campaign: 1,
    people: 1000,
    contact_share: 0.9,
    list: both(0.15),
    shares: [
      { share: 0, uplift: rule(0.1), order: rule(0.1), uplift_over_order: both(0) },
      { share: 0.5, uplift: rule(0.14), order: rule(0.12), uplift_over_order: both(0.02) },
    ],
  };
  const uplift: NonNullable<HoldoutResult["uplift"]> = {
    verdict: "proven",
    ...groups,
    effect: about(0.05),
    over_chance: about(0.03),
    over_random: about(0.04),
    shares,
    fifths: [],
    people_needed: null,
    campaigns: [1],
    policy,
  };
  const { read } = await scopeWith((id) => ({ holdout: { ...held(id), uplift } }), { holdout, economics });
  const { decision, policy: found, uplift: shown } = (await read("?top=500")).body;
  expect(shown).not.toHaveProperty("policy");
  expect(found).toMatchObject({
    headline: expect.stringMatching(
      /^On the last list of 1,000 people, contacting the 500 with the highest uplift alone would have brought 10 fewer/,
    ),
    people: 1000,
    by: "uplift",
    list: { contacts: 1000, inverse_propensity: { value: expect.closeTo(150) } },
    now: { contacts: 500, doubly_robust: { value: expect.closeTo(140) } },
    over_list: { doubly_robust: { value: expect.closeTo(-10) }, profit: { value: expect.any(Number) } },
    over_order: { inverse_propensity: { value: expect.closeTo(20) } },
  });
  expect((await read("?top=1500")).body).not.toHaveProperty("policy");
  expect(decision).toMatchObject({
    people: 500,
    choose: "uplift",
    hold_out: 0.1,
    outlooks: [
      { by: "uplift", conversions: { value: expect.closeTo(45) }, profit: { value: expect.closeTo(725) } },
      { by: "chance", conversions: { value: expect.closeTo(30) } },
      { by: "random", conversions: { value: expect.closeTo(25) } },
    ],
  });
  expect(decision.headline).toMatch(/^Choose the people with the highest uplift\. 500 contacts bring 45 \(/);
  expect((await read()).body.decision.people).toBe(180);
  expect((await read("?top_percent=50")).body.decision.people).toBe(897);
  expect((await read("?top=90000")).body.decision.people).toBe(1794);
});

test("campaigns have their figures, a sentence and a verdict, newest first", async () => {
  const { outcome, read } = await scopeWith((id) => ({ holdout: held(id) }), { holdout, economics });
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    outcome_id: outcome,
    outcome_name: "Likelihood to buy again",
    share: 0.1,
    contact_count: 1614,
    held_out_count: 180,
    horizon_days: 60,
  });
  expect(body.headline).toMatch(
    /^10 % of the people with a probability are held out: 180 of 1,794\. With 180 held out/,
  );
  expect(body.detectable).toMatchObject({ share: 0.1, contact_count: 1614, held_out_count: 180 });
  const [waiting, measured, without] = body.campaigns;
  expect(waiting).toMatchObject({ status: "waiting", top: 500, horizon_end: "2025-06-30T00:00:00.000Z" });
  expect(without).toMatchObject({ status: "without" });
  expect(measured).toMatchObject({
    name: "Spring",
    status: "measured",
    effect: "none_seen",
    contact: { people: 1614, attained: 197, contacted_count: 1480 },
    held_out: { people: 180, attained: 17, left_out_count: 1 },
    conversions: { adjusted: { per_person: { value: 0.028 }, total: { value: 0.028 * 1614 } } },
    amount: { plain: { per_person: { value: 1.13 } } },
  });
  expect(measured.profit.value).toBeCloseTo(0.028 * 1614 * 25 - 1480 * 0.8, 6);
  expect(measured.headline).toBe(
    "Of 1,614 people to contact, 197 (12 %) reached “Repeat purchasers”; of 180 held out, 17 (9.4 %). That is 45 more (95 % interval " +
      "−8 to 98): no effect can be seen. With 1,794 people, an effect is likely to be seen from 77 on; one of 45 would take about 5,100. Really contacted: 1,480 of those to contact, and 3 of those held out. For every 100 people " +
      "contacted: 3.1 more (95 % interval −0.6 to 6.7). Profit −54 (95 % interval −1,386 to 1,277).",
  );
});

test("before anybody is held out, the smallest visible effect is known for any share and number of people", async () => {
  const { read } = await scopeWith(() => ({}), {});
  const { body } = await read();
  expect(body.headline).toMatch(/^Nobody is held out\. With 179 held out/);
  expect(body.detectable).toMatchObject({ share: 0.1, held_out_count: 179, contact_count: 1615 });
  expect(body.shares.map(({ share }: { share: number }) => share)).toEqual([
    0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5,
  ]);
  const { body: half } = await read("?share=0.5&top_percent=10");
  expect(half.detectable).toMatchObject({ share: 0.5, held_out_count: 90, contact_count: 90 });
  expect(half.detectable.base_rate).toBeGreaterThan(body.detectable.base_rate);
  expect((await read("?outcome_id=nope")).body.note).toMatch(/^outcome_id contains outcome nope/);
});

test("a hold-out is checked, and adds a column; a filter by group needs one", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { scope, outcome } = await repeatPurchase(caller);
  const target = {
    name: "Held out",
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
    filter: { holdout: [{ _eq: "held_out" }] },
  };
  const early = await caller.post("/targets", target);
  expect([early.status, early.body.note]).toEqual([
    400,
    expect.stringMatching(/^filter\.holdout needs a pipeline/),
  ]);
  const patch = (holdout: object | null) => caller.patch(`/scopes/${scope}`, { holdout });
  expect((await patch({ share: 2 })).status).toBe(400);
  expect((await patch({ share: 0.1, outcome_id: "other" })).body.note).toMatch(
    /^holdout\.outcome_id contains outcome other/,
  );
  expect((await patch({ share: 0.1, campaigns: [{ contacted_at: "yesterday" }] })).status).toBe(400);
  const { body } = await patch({ share: 0.1, outcome_id: outcome });
  expect(body.columns.payload_columns).toContainEqual({ name: "fdy_holdout_arm", human_name: "holdout_arm" });
  expect((await caller.post("/targets", target)).status).toBe(201);
  expect((await patch(null)).body.holdout).toBeUndefined();
});

test("economics add a column and say whom to contact; a filter by contact needs them", async () => {
  const contacts = {
    terms: economics,
    people: 512,
    paying: 600,
    min_chance: 0.0321,
    expected: 53.2,
    curve: [],
  };
  const { caller, scope } = await scopeWith(
    (id) => ({ contacts: { ...contacts, outcome_id: id, expected_interval: { low: 40, high: 66 } } }),
    { economics: { ...economics, budget: 410 } },
  );
  const { body } = await caller.get(`/scopes/${scope}`);
  expect(body.columns.payload_columns).toContainEqual({
    name: "fdy_economics_contact",
    human_name: "contact",
  });
  expect(body.economics).toEqual({ ...economics, budget: 410 });
  const target = {
    name: "T",
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  };
  const filtered = { ...target, filter: { contact: [{ _eq: true }] } };
  expect((await caller.post("/targets", filtered)).status).toBe(201);
  await caller.patch(`/scopes/${scope}`, { economics: null });
  expect((await caller.post("/targets", filtered)).body.note).toMatch(/^filter\.contact needs a pipeline/);
});

test("what people are worth is said once, and a margin needs expected amounts", async () => {
  const { caller, scope, outcome } = await scopeWith(() => ({}), {});
  const patch = (terms: object | null) => caller.patch(`/scopes/${scope}`, { economics: terms });
  for (const worth of [{}, { margin: 0.3, value_per_conversion: 25 }]) {
    const { status, body } = await patch({ cost_per_contact: 0.8, ...worth });
    expect([status, body.note]).toEqual([
      400,
      expect.stringMatching(/^economics needs either value_per_conversion/),
    ]);
  }
  const byAmount = { cost_per_contact: 0.8, margin: 0.3 };
  expect((await patch(byAmount)).body.note).toMatch(/“Likelihood to buy again” predicts none\. Add `value`/);
  await caller.patch(`/outcomes/${outcome}`, { value: { measures: ["count"] } });
  expect((await patch(byAmount)).status).toBe(400);
  await caller.patch(`/outcomes/${outcome}`, { value: { measures: ["amount"] } });
  expect((await patch(byAmount)).body.economics).toEqual(byAmount);
});

test("by a margin, a campaign's profit is that of the additional amount", async () => {
  const { read, outcome, caller } = await scopeWith((id) => ({ holdout: held(id) }), { holdout, economics });
  await caller.patch(`/outcomes/${outcome}`, { value: {} });
  const scope = (await caller.get("/scopes")).body[0].id;
  await caller.patch(`/scopes/${scope}`, {
    economics: { value_per_conversion: null, margin: 0.3 },
  });
  const { body } = await read();
  expect(body.campaigns[1].profit.value).toBeCloseTo(1.13 * 1614 * 0.3 - 1480 * 0.8, 6);
});
