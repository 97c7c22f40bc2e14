import { expect, test } from "vitest";
import {
  type PredictionSuggestion,
  type Suggestion,
  suggestionKinds,
} from "../domain/proposal/suggestion.js";
import { suggestedCohortNames, suggestionDone, suggestionName, suggestionQuestion } from "./suggestion.js";

const answer = { trait: "churn", column_name: "Churn", is: ["Yes"] };
const ofSubscribers: Suggestion["kind"][] = ["leaves", "leaves_early", "comes_back", "switches"];
const of = (kind: Suggestion["kind"]): Suggestion =>
  kind === "resembles" ? { id: kind, kind, answer } : predicted(kind);
const predicted = (kind: PredictionSuggestion["kind"]): Suggestion => ({
  id: kind,
  kind,
  stream: "transaction",
  ...(ofSubscribers.includes(kind) && { stream: "subscription", other: "cancellation" }),
  ...(kind === "switches" && { property: "plan", value: "team" }),
  ...(kind === "does" && { other: "coupon_redemption" }),
  ...(kind === "chooses" && { property: "category", value: "tea" }),
});

test("each kind has a name, a question and what people did", () => {
  const said = suggestionKinds.map((kind) => {
    const suggestion = of(kind);
    return [suggestionName(suggestion, 60), suggestionQuestion(suggestion, 60), suggestionDone(suggestion)];
  });
  expect(said).toEqual([
    [
      "Buys again within 60 days",
      "Which customers will buy again in the next 60 days, however often they have before?",
      "bought again",
    ],
    [
      "Buys a second time within 60 days",
      "Which customers with one purchase will buy a second time in the next 60 days?",
      "bought a second time",
    ],
    ["Goes quiet for 60 days", "Which active customers will go 60 days without buying?", "stopped buying"],
    ["Cancels within 60 days", "Which customers will cancel in the next 60 days?", "cancelled"],
    [
      "New customer cancels within 60 days",
      "Which customers of the past 90 days will cancel in the next 60 days?",
      "cancelled",
    ],
    [
      "Comes back within 60 days",
      "Which former customers, who cancelled and are still away, will subscribe again in the next 60 days?",
      "came back",
    ],
    [
      "Switches to “team” within 60 days",
      "Which customers with something else will switch to “team” in the next 60 days?",
      "switched to “team”",
    ],
    ["Buys “tea” within 60 days", "Which customers will buy “tea” in the next 60 days?", "bought “tea”"],
    [
      "Redeems a coupon within 60 days",
      "Which customers will redeem a coupon in the next 60 days?",
      "redeemed a coupon",
    ],
    [
      "Is like those with Churn = Yes",
      "Which customers are like those with Churn = Yes?",
      "have Churn = Yes",
    ],
  ]);
});

test("a stream goes by the name that its owner gave it", () => {
  expect(suggestionName(of("buys_again"), 30, { transaction: "Store trips" })).toBe(
    "Has a “Store trip” again within 30 days",
  );
});

test("cohorts that differ by horizon have different names", () => {
  const names = (days: number) => suggestedCohortNames(of("goes_quiet"), days).attainment;
  expect(names(30)).not.toBe(names(90));
});

test("who comes back is no second cohort called Customers, beside that of the orders", () => {
  const { attainment } = suggestedCohortNames(of("comes_back"), 60, { subscription: "Subscription" });
  expect(attainment).toBe("Customers with “Subscription”");
});
