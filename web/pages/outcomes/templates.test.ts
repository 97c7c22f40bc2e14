import { expect, test } from "vitest";
import { cohortDefined, cohortName, freeName, likelyStreams, templates } from "./templates.js";

const orders = { stream_name: "orders", literate: "Orders" };
const left = { stream_name: "cancellation", literate: "Cancellation" };

test("cancellations are looked for where streams are called so", () => {
  expect(likelyStreams([left, orders])).toEqual({ stream: "orders", other: "cancellation" });
  expect(likelyStreams([orders])).toEqual({ stream: "orders", other: "orders" });
  expect(likelyStreams([])).toEqual({});
});

test("a cohort that is defined so is used again, whatever it is called and unless it is archived", () => {
  const cohort = { id: "1", name: "Anything", stream_name: "orders", min_count: 2 };
  expect(cohortDefined({ min_count: 2, stream_name: "orders" }, [cohort])?.id).toBe("1");
  expect(cohortDefined({ stream_name: "orders" }, [cohort])).toBeUndefined();
  expect(
    cohortDefined({ min_count: 2, stream_name: "orders" }, [{ ...cohort, archived_at: "2025-01-01" }]),
  ).toBeUndefined();
});

test("a new cohort is called by what it says where another has its name", () => {
  const needed = { name: "Customers", definition: { stream_name: "orders" } };
  const shown = { stream: () => "Order", trait: String, place: String };
  expect(cohortName(needed, [], shown)).toBe("Customers");
  expect(cohortName(needed, [{ id: "1", name: "Customers", min_count: 3 }], shown)).toBe(
    "People who have bought",
  );
});

test("a name that is taken gets the first number that is free", () => {
  expect(freeName("Churn", [])).toBe("Churn");
  expect(freeName("Churn", ["Churn", "Churn 2"])).toBe("Churn 3");
});

test("no template asks of people what they have attained already, unless it can happen again", () => {
  for (const { plan } of templates) {
    const { attainment, eligible, isRecurring } = plan(orders, left);
    expect(isRecurring ?? false).toBe(
      JSON.stringify(attainment.definition) === JSON.stringify(eligible.definition),
    );
  }
});
