import { expect, test } from "vitest";
import { diagnosisText, warningText } from "../../words/warnings.js";
import { causeOfTooFewLabels, type LabelFacts, labelWarnings, rateWarnings } from "./label-diagnostics.js";

const facts = (over: Partial<LabelFacts> = {}): LabelFacts => ({
  attainment: { stream_name: "purchase", min_count: 2 },
  eligible: { stream_name: "purchase" },
  recurring: false,
  horizonDays: 30,
  newest: { date: "2025-03-01", known: 1000, eligible: 900, attained: 300, attrited: 0 },
  reach: { events: 12, worth: 800, leastWorth: 5 },
  ever: { attained: 400, eligibleBefore: 400 },
  busiest: { date: "2025-01-03", events: 9, allEvents: 2000 },
  ...over,
});
const none = { attained: 0, notAttained: 3000 };
const why = (over: Partial<LabelFacts>, labels = none) =>
  diagnosisText(causeOfTooFewLabels(facts(over), labels));

test("bounds that no person reaches are named, with the highest value that anyone has", () => {
  const attainment = { stream_name: "purchase", min_count: 20 };
  expect(why({ attainment })).toBe("The goal needs 20 events of “purchase”, and nobody has more than 12.");
  expect(why({ attainment, recurring: true })).toContain("“purchase” in the newest horizon");
  expect(why({ attainment: { stream_name: "purchase", min_value: 1e6 } })).toContain(
    "nobody has more than 800",
  );
  expect(why({ attainment: { stream_name: "purchase", max_value: 1 } })).toContain("nobody has less than 5");
  expect(why({ reach: null })).toContain("No event of “purchase” matches the conditions");
});

test("definitions that exclude each other come first", () => {
  expect(why({ attainment: { stream_name: "purchase" }, reach: null })).toContain("have the same definition");
});

test("no eligible people, and all eligible people attained or attrited, are different causes", () => {
  const newest = facts().newest;
  expect(why({ newest: { ...newest, eligible: 0, attained: 0 } })).toContain(
    "None of the 1,000 people known on 1 March 2025",
  );
  expect(why({ newest: { ...newest, attained: 900 } })).toContain("All 900 people who were eligible");
  expect(why({ newest: { ...newest, attained: 0, attrited: 900 } })).toContain("in the attrition cohort");
});

test("that all attained before they were eligible, or on the day of an export, is said", () => {
  expect(why({ ever: { attained: 400, eligibleBefore: 0 } })).toContain("never eligible before");
  expect(why({ busiest: { date: "2025-02-02", events: 90, allEvents: 100 } })).toContain(
    "dated 2 February 2025",
  );
});

test("without a specific cause, the text suggests what helps", () => {
  expect(why({})).toContain("Choose a longer horizon");
  expect(why({}, { attained: 3000, notAttained: 0 })).toContain(
    "Almost everyone reaches the goal within 30 days",
  );
  expect(why({}, { attained: 50, notAttained: 300 })).toContain("has reached the goal since");
});

test("an uncertain result causes no warning", () => {
  expect(labelWarnings(facts(), 0.2)).toEqual([]);
});

test("a nearly certain result causes a warning that says what to do", () => {
  const { newest } = facts();
  const odd: [Partial<LabelFacts>, number, RegExp][] = [
    [{}, 0.97, /97 % of eligible people reach the goal.*stricter/],
    [{ newest: { ...newest, attained: 890 } }, 0.2, /99 % of the people.*had already reached the goal/],
    [{ ever: { attained: 400, eligibleBefore: 30 } }, 0.2, /370 of the 400 people who reached the goal/],
    [
      { busiest: { date: "2025-02-02", events: 600, allEvents: 1000 } },
      0.2,
      /600 of the 1,000 events.*dated 2 February 2025/,
    ],
  ];
  for (const [over, rate, note] of odd) {
    const warnings = labelWarnings(facts(over), rate);
    expect(warnings.map(({ kind }) => kind)).toEqual(["question"]);
    expect(warningText(warnings[0]!)).toMatch(note);
  }
});

const landmarks = (...rates: number[]) =>
  rates.map((rate, i) => ({ landmark: i, rows: 1000, attained: Math.round(1000 * rate) }));

test("a rate at the test far outside all earlier rates causes a warning", () => {
  expect(rateWarnings(landmarks(0.05, 0.04, 0.06, 0.2))[0]).toMatchObject({ kind: "rate" });
  expect(warningText(rateWarnings(landmarks(0.05, 0.04, 0.06, 0.2))[0]!)).toMatch(
    /20 %.*4 % to 6 %.*too low/,
  );
  expect(warningText(rateWarnings(landmarks(0.2, 0.25, 0.02))[0]!)).toContain("too high");
});

test("a rate that continues a trend, few people and a short history cause no warning", () => {
  expect(rateWarnings(landmarks(0.05, 0.04, 0.06, 0.075))).toEqual([]);
  expect(rateWarnings(landmarks(0.05, 0.3))).toEqual([]);
  const few = landmarks(0.05, 0.04, 0.06, 0.2).map((row) => ({
    ...row,
    rows: 100,
    attained: row.attained / 10,
  }));
  expect(rateWarnings(few)).toEqual([]);
  expect(rateWarnings([])).toEqual([]);
});
