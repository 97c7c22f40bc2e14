import { expect, test } from "vitest";
import type { TriggerConfig } from "../domain/target/trigger.js";
import { memberText, movedText, triggerHeadline, triggerSentence } from "./trigger.js";

const parts = [
  { log_odds: -0.2, sentence: "7 days passed" },
  { log_odds: 0.1, sentence: "The model was fitted again" },
  { log_odds: 0.9, sentence: "2 new orders" },
];

test("a change names the causes that moved the person that way, the strongest first", () => {
  expect(movedText(0.41, 0.63, parts)).toBe(
    "Rose from 41 % to 63 %. 2 new orders. The model was fitted again.",
  );
  expect(movedText(0.63, 0.41, parts)).toBe("Fell from 63 % to 41 %. 7 days passed.");
  expect(movedText(null, 0.63, [])).toBe("First probability: 63 %.");
});

test("a member has the cohort's definition", () => {
  expect(memberText("down", "Buyers", "People who have bought once.")).toBe(
    "Left “Buyers”: people who have bought once.",
  );
});

test("a headline counts all people, and says how many are not named", () => {
  const crosses = { scope_id: "s", outcome_id: "o", probability: 0.6, direction: "both" } as const;
  const config: TriggerConfig = { when: { crosses } };
  const said = (type: "people.crossed" | "people.left", direction: "up" | "down", count: number, more = 0) =>
    triggerHeadline({ type, direction, count, more }, config, "Buy again");
  expect(said("people.crossed", "up", 2204, 1204)).toBe(
    "2,204 people rose to 60 % or more for “Buy again”. 1,204 of them are not named.",
  );
  expect(said("people.crossed", "down", 1)).toBe("1 person fell below 55 % for “Buy again”.");
  expect(said("people.left", "down", 1)).toBe("1 person left “Buy again”.");
});

test("a condition is a sentence with its bounds and its pause", () => {
  const scores = { scope_id: "s", outcome_id: "o" };
  const said = (when: TriggerConfig["when"], quiet_hours?: number) =>
    triggerSentence({ when, ...(quiet_hours !== undefined && { quiet_hours }) }, "Buy again");
  const crosses = { ...scores, probability: 0.6 };
  expect(said({ crosses })).toBe(
    "Reports customers whose chance for “Buy again” reaches 60 %, from below 55 %. Each of them at most once in 24 hours.",
  );
  expect(said({ crosses: { ...crosses, direction: "down" } }, 0)).toBe(
    "Reports customers whose chance for “Buy again” falls below 60 %, from 65 % or more.",
  );
  expect(said({ crosses: { ...crosses, direction: "both" } }, 1)).toMatch(
    /reaches 60 % or falls below 55 %\. Each of them at most once in 1 hour\.$/,
  );
  expect(said({ cohort: { cohort_id: "c", on: "leaves" } }, 0)).toBe(
    "Reports customers who leave “Buy again”.",
  );
  expect(said({ cohort: { cohort_id: "c", on: "enters", live: true } }, 0)).toBe(
    "Reports customers who enter “Buy again”. Those whose events arrive, within seconds.",
  );
  expect(said({ movers: { ...scores, direction: "up" } })).toBe(
    "Reports the 20 customers whose chance for “Buy again” rose most since the day before.",
  );
});
