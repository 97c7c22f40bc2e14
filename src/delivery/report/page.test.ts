import { expect, test } from "vitest";
import { type Intervals, metricNames, type Scores } from "../../domain/outcome/evaluation.js";
import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import type { ReportedPipeline, ReportFacts } from "./facts.js";
import { reportPage } from "./page.js";

const scores: Scores = {
  people: 2085,
  attained: 240,
  base_rate: 240 / 2085,
  auc: 0.74,
  average_precision: 0.3,
  log_loss: 0.31,
  brier: 0.09,
  ece: 0.012,
  top_decile_lift: 3.1,
};
const perMetric = <T>(value: T) =>
  Object.fromEntries(metricNames.map((name) => [name, value])) as Record<(typeof metricNames)[number], T>;
const intervals: Intervals = perMetric({ low: 0.1, high: 0.9 });
const rising = [0, 0.5, 1].map((x) => ({ x, y: Math.sqrt(x), y_min: x, y_max: 1 }));
const day = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / 1000;

const result: OutcomeResult = {
  mode: "point_in_time",
  static_reason: null,
  horizon_days: 112,
  horizon_chosen_from_data: true,
  landmarks: [day(2025, 1, 5), day(2025, 3, 5)],
  test_landmark: day(2025, 3, 5),
  tested_on: "later dates",
  quiet_periods: [],
  learned_through: null,
  refit_at: null,
  tenure_features: [],
  origins: [],
  training_people: 9_000,
  training_rows: 12_345,
  training_attained: 1_400,
  roc_auc: 0.74,
  lift_value: 2.9,
  performance: { model: scores, candidates: { constant: scores, recency: scores, trees: scores } },
  blend: { trees: 1 },
  calibration: { method: "isotonic", bins: [] },
  roc_curve: rising,
  lift_curve: [0.01, 0.1, 1].map((x) => ({ x, y: 1 / x ** 0.3, y_min: 1, y_max: 5 })),
  intervals: {
    model: { ...intervals, auc: { low: 0.7, high: 0.78 } },
    constant: intervals,
    recency: intervals,
    trees: intervals,
  },
  comparison: { rule: "recency", differences: perMetric({ value: -0.02, low: -0.03, high: -0.01 }) },
  verdict: {
    decision: "clearly_better",
    code: "model_against_rule",
    figures: { rule: "constant", gain: 0.2, low: 0.1, high: 0.3 },
  },
  deciles: [
    { people: 209, lowest: 0.2, highest: 0.8, expected: 70, attained: 69, rate_low: 0.27, rate_high: 0.4 },
    { people: 208, lowest: 0, highest: 0.02, expected: 2.5, attained: 3, rate_low: 0, rate_high: 0.04 },
  ],
  tenures: [
    { tenure_start: 0, tenure_end: 90, scores, lift_value: 2, roc_curve: rising, lift_curve: rising },
    { tenure_start: 90, tenure_end: null, scores, lift_value: 2, roc_curve: rising, lift_curve: rising },
  ],
  features: [
    {
      name: "days_since_last_visit",
      literate: "days since last visit",
      importance: 0.9,
      directionality: [
        { data_type: "number", min: 0, max: 12.3, density: 0.5, impact: 0.081, actual_rate: 0.2 },
        { data_type: "number", min: 13, max: 400.4, density: 0.5, impact: -0.07, actual_rate: 0.05 },
      ],
    },
    {
      name: "is_member",
      literate: "is a member",
      importance: 0.1,
      directionality: [{ data_type: "boolean", value: true, density: 1, impact: 0, actual_rate: 0.1 }],
    },
  ],
  training: [
    { landmark: day(2025, 1, 5), rows: 10_260, attained: 1_160 },
    { landmark: day(2025, 3, 5), rows: 2_085, attained: 240 },
  ],
  warnings: [],
};

const page = (over: Partial<OutcomeResult> = {}, facts: Partial<ReportFacts> = {}) =>
  reportPage({
    name: "Likelihood to buy again",
    attainment: "Repeat purchasers",
    eligible: "Customers",
    attrition: null,
    undecided: "not_attained",
    builtAt: Date.UTC(2025, 6, 1),
    dataThrough: Date.UTC(2025, 5, 30),
    currency: undefined,
    now: Date.UTC(2025, 6, 2),
    pipelines: [],
    result: { ...result, ...over },
    broken: null,
    changes: [],
    ...facts,
  });

/** Text of a page, without tags; narrow spaces as plain ones. */
const read = (text: string): string =>
  text
    .replace(/<style>[\s\S]*<\/style>/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/[\s\u202f]+/g, " ");

test("a report says that the data are old, where they are", () => {
  const facts = { dataThrough: Date.UTC(2025, 5, 30), now: Date.UTC(2025, 11, 1) };
  expect(read(page())).not.toContain("The data end");
  expect(read(page({}, facts))).toContain(
    "The data end on 29 June 2025, 154 days ago: the time of the prediction, 112 days, is over.",
  );
  expect(read(page({ mode: "static" }, facts))).not.toContain("The data end");
});

test("a pipeline with an earlier build has a section on what changed, and others have none", () => {
  expect(read(page())).not.toContain("What changed");
  const totals = {
    people: 1_794,
    entered: 61,
    left: 34,
    mean_from: 0.094,
    mean_to: 0.088,
    sampled: 1_000,
    bands: [3, 20, 617, 942, 190, 18, 4],
    parts: [
      { cause: "time", log_odds: -0.11, probability: -0.008 },
      { cause: "events", log_odds: 0.03, probability: 0.002 },
    ] as const,
  };
  const since = { build: "5f0c2b9e1d7a4836", built_at: Date.UTC(2025, 4, 3), data_through: 0 };
  const text = read(
    page({}, { changes: [{ pipeline: "Everyone", since, totals: { ...totals, parts: [...totals.parts] } }] }),
  );
  expect(text).toContain("What changed in Everyone since 3 May 2025");
  expect(text).toContain("212 rose and 640 fell by a point or more. The average went from 9.4 % to 8.8 %.");
  expect(text).toContain("Down by 20 points or more 3");
  expect(text).toContain("Up by 1 to 5 points 190");
  expect(text).toContain("Time passed −0.8 points −0.11");
});

test("the headline has the rates of all, of the top and of the bottom", () => {
  expect(read(page())).toContain(
    "12 % of 2,085 people in “Customers” entered “Repeat purchasers” within 112 days of 5 March 2025. " +
      "Among the top 10 % by probability: 33 %. Among the bottom 10 %: 1.4 %.",
  );
  expect(read(page({}, { eligible: null }))).toContain("12 % of 2,085 people entered");
});

test("without dates the headline names none", () => {
  const text = read(page({ mode: "static", static_reason: "The stream “visit” has no dates." }));
  expect(text).toContain("12 % of 2,085 people in “Customers” are in “Repeat purchasers”.");
  expect(text).toContain("The stream “visit” has no dates.");
  expect(text).toContain("not people who will");
});

test("names that users wrote are shown as written, never run", () => {
  const name = `<script>alert(1)</script>"><img src=x onerror=alert(1)>`;
  const [feature] = result.features;
  const hostile = page(
    {
      features: [{ ...feature!, literate: name, name }],
      verdict: {
        decision: "no_better",
        code: "model_against_rule",
        figures: { rule: name, gain: 0.2, low: 0.1, high: 0.3 },
      },
      warnings: [{ kind: "leak", about: name, note: name }],
    },
    { name, eligible: name },
  );
  expect(hostile).not.toMatch(/<script|<img/);
  expect(hostile).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img");
});

test("nothing on the page asks the network for anything, and it needs no script", () => {
  expect(page()).not.toMatch(/https?:|src=|href=|url\(|@import|<script|<link/);
});

test("every picture has a text and a table beside it", () => {
  const text = page();
  const pictures = text.match(/<svg[^>]*>/g)!;
  for (const picture of pictures) expect(picture).toMatch(/role="img" aria-label="[^"]+"|aria-hidden="true"/);
  const figures = text.match(/<figure>[\s\S]*?<\/figure>/g)!;
  expect(figures).toHaveLength(3);
  for (const figure of figures) expect(figure).toMatch(/<svg[\s\S]*<figcaption>[\s\S]*<table>/);
  expect(text).toContain("The area under it (AUC) is 0.74 (95\u202f% interval 0.70 to 0.78)");
  expect(text).toContain(
    'aria-label="days since last visit, percentage points by value: 0 to 12: +8.1; 13 to 400: −7.0"',
  );
});

test("elements are closed in the order they were opened", () => {
  const open: string[] = [];
  for (const [, slash, name, end] of page().matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/g)) {
    if (end === "/" || name === "meta") continue;
    if (slash === "") open.push(name!);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
});

test("the sections come in order, from the verdict to how it was tested", () => {
  const headings = [...page().matchAll(/<h2>([^<]+)/g)].map(([, text]) => text);
  expect(headings).toEqual([
    "Use this model",
    "The top 10\u202f% convert 3.1 times as often as average",
    "Expected and actual rates differ by 1.2 points on average",
    "The model clearly beats the best simple rule",
    "AUC is 0.74 for new and long-standing customers",
    "The most important input is “days since last visit” (90\u202f%)",
    "The model learned from 12,345 rows, 11\u202f% of them with the goal reached",
    "How the model was tested",
  ]);
});

test("each span of tenure has its performance and its most important inputs", () => {
  const feature = (name: string, importance: number) => ({
    name,
    literate: `the ${name}`,
    importance,
    directionality: [],
  });
  const text = read(
    page({
      tenure_features: [
        { tenure_start: 0, tenure_end: 90, features: [feature("first", 0.7), feature("last", 0.3)] },
        { tenure_start: 90, tenure_end: null, features: [feature("last", 0.9)] },
      ],
    }),
  );
  expect(text).toMatch(/Performance by tenure .* 0 to 89 days 2,085 12 % 0.74/);
  expect(text).toContain("Input 0 to 89 days 90 days or more the last 30 % 90 % the first 70 % –");
});

test("every candidate has its intervals, and every group its lift", () => {
  const text = read(page());
  expect(text).toMatch(/All candidates.*Gradient-boosted trees 0.3100 0.1000 to 0.9000 0.740 0.100 to 0.900/);
  expect(text).toMatch(/Decile People Expected Actual Rate Lift 1 209 70.0 69 33 % 27 % to 40 % 2.87/);
});

test("an attrition cohort is explained where there is one", () => {
  expect(read(page())).not.toContain("no longer eligible");
  expect(read(page({}, { attrition: "Lapsed" }))).toContain(
    "People in “Lapsed” have not reached the goal and are no longer eligible",
  );
  expect(read(page({}, { attrition: "Lapsed", undecided: "left_out" }))).toContain(
    "a probability compares reaching the goal with attrition",
  );
});

test("warnings come before the figures, and a page without any says so", () => {
  expect(read(page())).toContain("No warnings.");
  const text = read(
    page({ warnings: [{ kind: "quiet_stream", about: "visit", note: "Upload its newest files." }] }),
  );
  expect(text).toMatch(/1 warning.*Stale data. Upload its newest files.*The top 10 % convert/);
});

test("a test on other people alone promises less", () => {
  expect(read(page({ tested_on: "other people" }))).toContain("Expect slightly worse results in future");
});

test("a model without inputs, and people of one group, have plain words", () => {
  const [decile] = result.deciles;
  const text = read(page({ features: [], deciles: [decile!], tenures: [], blend: { constant: 1 } }));
  expect(text).toContain("The model gives everyone the same probability.");
  expect(text).toContain("No input improves the prediction");
  expect(text).not.toContain("Tenure is");
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
});

const group = { people: 1614, attained: 197, expected: 152, left_out: 0 };
const pipeline: ReportedPipeline = {
  name: "Repeat <purchase>",
  scores: {
    scored: 1794,
    attained: 12,
    not_eligible: 0,
    expected: 168.6,
    expected_interval: { low: 140, high: 200 },
    histogram: Array.from({ length: 100 }, (_, bin) => (bin === 9 ? 1794 : 0)),
    outside: { people: 0, histogram: [] },
    model: { version: "m", feature_version: "f", level_margin: 0.1 },
    value: { amount: { expected: 41_237, interval: { low: 36_912, high: 45_790 } }, spent: 90_000 },
  },
  economics: { cost_per_contact: 0.8, value_per_conversion: 25, budget: 400 },
  contacts: {
    outcome_id: "o",
    people: 500,
    paying: 512,
    min_chance: 0.0321,
    expected: 52.8,
    terms: { cost_per_contact: 0.8, value_per_conversion: 25, budget: 400 },
    expected_interval: { low: 28.4, high: 75.2 },
    curve: [0, 500, 1000, 1614].map((people) => ({
      people,
      profit: people - people ** 2 / 1000,
      low: -people / 2,
      high: people,
    })),
  },
  holdout: {
    outcome_id: "o",
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
        cutoff: day(2025, 2, 28),
        until: day(2025, 4, 30),
        measured: {
          contact: group,
          held_out: { people: 180, attained: 17, expected: 17, left_out: 0 },
          conversions: { adjusted: { value: 0.028, low: -0.005, high: 0.061 } },
          amount: { plain: { value: 1.13, low: -1, high: 3 } },
          deciles: [
            { decile: 1, contact: group, held_out: group, effect: { value: 0.02, low: -0.01, high: 0.05 } },
          ],
        },
      },
    ],
  },
  observed: {
    cutoff: day(2025, 1, 5),
    horizon_days: 60,
    model: "m",
    people: 1700,
    left_out: 0,
    expected: 160,
    expected_interval: { low: 130, high: 190 },
    attained: 170,
    deciles: [],
    values: {
      amount: {
        expected: 40_000,
        expected_interval: { low: 35_000, high: 45_000 },
        observed: 39_812,
        deciles: [{ people: 170, expected: 12_000, observed: 11_000 }],
      },
    },
  },
};

test("a pipeline has what to expect, whom to contact with the profit curve, who is held out and what campaigns brought", () => {
  const html = page({}, { pipelines: [pipeline] });
  const text = read(html);
  expect(text).toContain("Pipeline “Repeat &lt;purchase&gt;”");
  expect(text).toMatch(
    /Expected: 169 of 1,794 people .* \(95 % interval 140 to 200\)\. These 1,794 people are expected to spend 41,200/,
  );
  expect(text).toContain("They have spent 90,000 so far.");
  expect(text).not.toContain("..");
  expect(text).toMatch(
    /Expected to spend 40,000, actual 39,800: inside .* Amounts by decile, of the scores of 5 January 2025/,
  );
  expect(text).toContain(
    "Contact 500 people, those with a chance of 3.2 % or more: cost 400, expected profit 920",
  );
  expect(html).toMatch(/aria-label="Expected profit by the number of people contacted: 920 at 500\./);
  expect(text).toContain("Dashed upright line: the end of the budget.");
  expect(text).toMatch(/180 of 1,794\. With 180 held out, the smallest effect/);
  expect(text).toMatch(
    /Spring, 1 March 2025\. Of 1,614 people to contact, 197 \(12 %\) reached “Repeat purchasers”/,
  );
  expect(text).toMatch(/Profit −161 \(95 % interval −1,493 to 1,170\)/);
  expect(text).toMatch(/Adjusted by the score 45 −8 to 98 –/);
  expect(text).toMatch(/By decile, Spring.* 1 1,614 12 % 1,614 12 % \+2\.0 −1\.0 to \+5\.0/);
  expect(text).toMatch(/Contacted on 1 January 2025\. There are no scores/);
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
});

test("further horizons have their tests, and those without one say why", () => {
  const untested = { landmark: null, scores: null, expected: null, expected_interval: null };
  const text = read(
    page({
      horizons: {
        horizons: [
          {
            days: 30,
            tested_on: "later dates" as const,
            landmark: day(2025, 3, 5),
            scores,
            expected: 231,
            expected_interval: { low: 190, high: 280 },
          },
          { days: 365, tested_on: "not predicted", ...untested },
        ],
        dates: {
          landmark: day(2025, 3, 5),
          within_days: 30,
          expected: 200,
          held: 164,
          unlikely: 1885,
          unlikely_reached: 100,
        },
        blend: { trees: 1 },
      },
    }),
  );
  expect(text).toContain("30 days 5 March 2025 2,085 231 240 0.740 0.3100 1.2 %");
  expect(text).toContain("365 days Not predicted: history too short –");
  expect(text).toContain("82 % of 200 people with an expected date reached the goal within its 80 % range.");
  expect(text).toContain("Of 1,885 people who were unlikely to reach it within 30 days, 5.3 % did.");
  expect(read(page())).not.toContain("Horizons");
});
