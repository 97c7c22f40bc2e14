import { expect, test } from "vitest";
import type { Diagnosis } from "../domain/outcome/warnings.js";
import { diagnosisText, warningText } from "./warnings.js";

const table: [Diagnosis, string][] = [
  [
    { code: "feature_reveals_goal", figures: { feature: "days since last order", auc: 0.994, trait: null } },
    "“days since last order” alone predicts the goal (AUC 0.99). Check that its value is known before people reach the goal. If it is not, exclude this input.",
  ],
  [
    { code: "feature_dominates", figures: { feature: "plan is “gold”", share: 0.93, trait: "plan" } },
    "“plan is “gold”” accounts for 93 % of the prediction. The trait “plan” has no date and holds today's value. If it is set when people reach the goal, or later, it reveals the answer: exclude this trait.",
  ],
  [
    { code: "stream_quiet", figures: { stream: "Order", quiet_days: 40, usual_gap_days: 1 } },
    "The stream “Order” has no events in the last 40 days; a gap is rarely longer than 1 day. Upload its newest files. Until then, customers look inactive.",
  ],
  [
    { code: "rate_jumped", figures: { rate: 0.3, low: 0.1, high: 0.15 } },
    "30 % reached the goal in the test, compared with 10 % to 15 % before. Check that the newest files are complete and mean the same. If they do, expect probabilities that are too low for a while.",
  ],
  [
    { code: "level_off", figures: { expected: 1121, attained: 734 } },
    "The test expected 1,121 people to reach the goal; 734 did: half again too many. The order of people can be right all the same. Expect fewer or more than the probabilities add up to, and compare predictions with actual results once the horizon is over.",
  ],
  [
    { code: "nearly_all_reach_goal", figures: { rate: 0.98, horizon_days: 90 } },
    "98 % of eligible people reach the goal within 90 days, so there is hardly anyone to tell apart. Choose a stricter goal or a shorter horizon.",
  ],
  [
    {
      code: "count_out_of_reach",
      figures: { stream: "Order", recurring: true, wanted: 5, most: 3 },
    },
    "The goal needs 5 events of “Order” in the newest horizon, and nobody has more than 3.",
  ],
  [
    { code: "no_matching_event", figures: { stream: "Order", recurring: false } },
    "No event of “Order” matches the conditions of the goal. Check its stream_conditions.",
  ],
  [
    { code: "exclusions_unknown", figures: { names: "fig/gender, recensy" } },
    "feature_blocklist names inputs that this prediction does not have: fig/gender, recensy. They exclude nothing. Copy the names from the features of the analysis, or remove them.",
  ],
  [
    {
      code: "features_left_out",
      figures: { most: 2000, features: 14000, names: "kind, shop", further: 890 },
    },
    "A model learns from at most 2,000 inputs. 14,000 more were left out: those of kind, shop and 890 more properties and traits. To learn from them, exclude properties and traits that matter less (feature_blocklist), or map fewer columns.",
  ],
  [
    { code: "features_left_out", figures: { most: 2000, features: 12, names: "kind, shop", further: 1 } },
    "A model learns from at most 2,000 inputs. 12 more were left out: those of kind, shop and 1 more property or trait. To learn from them, exclude properties and traits that matter less (feature_blocklist), or map fewer columns.",
  ],
  [
    { code: "features_left_out", figures: { most: 2000, features: 1, names: "kind", further: 0 } },
    "A model learns from at most 2,000 inputs. 1 more was left out: that of kind. To learn from it, exclude properties and traits that matter less (feature_blocklist), or map fewer columns.",
  ],
  [
    { code: "horizon_skips_dates", figures: { every_days: 31, horizon_days: 30, needed_days: 31 } },
    "The goal's events come on regular dates, about every 31 days, and a horizon of 30 days may end before the next one. Choose a horizon of at least 31 days.",
  ],
  [
    { code: "horizons_not_predicted", figures: { days: "365" } },
    "The history is too short to predict these horizons (days): 365. Their columns are empty. Upload a longer history, or remove them.",
  ],
  [
    { code: "horizons_not_tested", figures: { days: "90, 182" } },
    "The history is too short to test these horizons (days): 90, 182. A test needs a past date that lies a whole horizon back, and as long a history before it. Until then, do not rely on their probabilities.",
  ],
  [
    { code: "attributes_unavailable", figures: { names: "fig/age" } },
    "The attributes of the payload name traits that nobody has: fig/age. Their columns are empty, because there are no built-in attributes. Map a column to a trait of that name, or remove them.",
  ],
];

test.each(table)("$code", (diagnosis, text) => {
  expect(diagnosisText(diagnosis)).toBe(text);
});

test("a warning that was stored as a sentence, or with an unknown code, shows its note", () => {
  expect(warningText({ note: "They differ." })).toBe("They differ.");
  expect(warningText({ code: "future", note: "Later." })).toBe("Later.");
  expect(warningText({ code: "future" })).toBe("");
});
