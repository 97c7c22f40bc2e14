import { describe, expect, test } from "vitest";
import {
  isRecurring,
  type PastRate,
  proposedHorizon,
  type SuggestibleStream,
  suggestedCohorts,
  suggestionsFor,
} from "./suggestion.js";

const stream = (name: string, more: Partial<SuggestibleStream> = {}): SuggestibleStream => ({
  name,
  isDated: true,
  hasValue: false,
  events: 1000,
  people: 400,
  categories: {},
  ...more,
});
const ids = (...streams: SuggestibleStream[]) => suggestionsFor(streams).map(({ id }) => id);

describe("suggestions", () => {
  test("orders alone", () => {
    expect(ids(stream("orders", { hasValue: true }))).toEqual([
      "buys_again:orders",
      "goes_quiet:orders",
      "second_purchase:orders",
    ]);
  });

  test("subscriptions answer who leaves, early too, who comes back and who switches the plan", () => {
    const plans = ["starter", "team"].map((name) => ({ name, count: 300 }));
    const begun = stream("subscription", { categories: { plan_tier: plans } });
    expect(ids(begun, stream("cancellation"))).toEqual([
      "leaves:subscription:cancellation",
      "leaves_early:subscription:cancellation",
      "comes_back:subscription:cancellation",
      "switches:subscription:cancellation:plan_tier:starter",
      "switches:subscription:cancellation:plan_tier:team",
    ]);
  });

  test("invoices of subscribers are asked about beside who leaves", () => {
    const invoices = stream("invoice", { hasValue: true });
    expect(ids(invoices, stream("subscription"), stream("cancellation"))).toEqual([
      "leaves:subscription:cancellation",
      "leaves_early:subscription:cancellation",
      "comes_back:subscription:cancellation",
      "buys_again:invoice",
      "goes_quiet:invoice",
      "second_purchase:invoice",
      "does:invoice:subscription",
    ]);
  });

  test("who has come back is active again, and whoever has left is away", () => {
    const [leaves, , back] = suggestionsFor([stream("subscription"), stream("cancellation")]);
    expect(suggestedCohorts(leaves!, 30)).toMatchObject({
      attainment: { stream_name: "cancellation" },
      population: { stream_name: "subscription", not_followed_by: ["cancellation"] },
    });
    expect(suggestedCohorts(back!, 30)).toMatchObject({
      attainment: { stream_name: "subscription" },
      population: { stream_name: "cancellation", not_followed_by: ["subscription"] },
    });
    expect(isRecurring(leaves!) && isRecurring(back!)).toBe(true);
  });

  test("other streams are goals; what happens to people is none", () => {
    const others = [stream("coupon_redemption", { people: 900 }), stream("received_email"), stream("refund")];
    expect(ids(stream("transaction"), ...others)).toEqual([
      "buys_again:transaction",
      "goes_quiet:transaction",
      "second_purchase:transaction",
      "does:transaction:coupon_redemption",
    ]);
  });

  test("a category is suggested if neither nearly all people nor hardly any buy it", () => {
    const categories = {
      category: [
        { name: "tea", count: 700 },
        { name: "cups", count: 200 },
        { name: "pots", count: 20 },
      ],
      channel: [{ name: "web", count: 300 }],
    };
    expect(ids(stream("order", { categories }))).toContain("chooses:order:category:cups");
    expect(ids(stream("order", { categories }))).toHaveLength(4);
  });

  test("without dates, or without events, there is nothing to ask", () => {
    expect(ids()).toEqual([]);
    expect(ids(stream("orders", { isDated: false }), stream("visits", { events: 0 }))).toEqual([]);
  });
});

describe("the proposed horizon", () => {
  const rate = (days: number, people: number, attained: number): PastRate => ({
    days,
    people,
    attained,
    cutoff: 0,
  });

  test("is the shortest within which a tenth reach the goal", () => {
    expect(proposedHorizon([rate(30, 2000, 120), rate(60, 1900, 210), rate(90, 1800, 400)])).toBe(60);
  });

  test("is the one with most to learn from where none reaches a tenth", () => {
    expect(proposedHorizon([rate(30, 9000, 60), rate(60, 9000, 110), rate(90, 9000, 100)])).toBe(60);
  });

  test("counts those who do not where nearly all do", () => {
    expect(proposedHorizon([rate(30, 1000, 850), rate(60, 1000, 960)])).toBe(30);
  });

  test("is none with fewer than 25 on either side", () => {
    expect(proposedHorizon([rate(30, 400, 12), rate(60, 400, 380)])).toBeNull();
    expect(proposedHorizon([])).toBeNull();
  });
});
