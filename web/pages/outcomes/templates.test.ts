import { expect, test } from "vitest";
import { freeName, likelyStreams, nameForCohort, sameCohort, templates } from "./templates.js";

const orders = { stream_name: "orders", literate: "Orders" };
const left = { stream_name: "cancellation", literate: "Cancellation" };

test("streams of purchases and cancellations are guessed from their names", () => {
  expect(likelyStreams([left, orders])).toEqual({ stream: "orders", other: "cancellation" });
  expect(likelyStreams([orders])).toEqual({ stream: "orders", other: "orders" });
  expect(likelyStreams([])).toEqual({});
});

test("a cohort with the same definition is reused under any name, unless it is archived", () => {
  const cohort = { id: "1", name: "Anything", stream_name: "orders", min_count: 2 };
  expect(sameCohort({ min_count: 2, stream_name: "orders" }, [cohort])?.id).toBe("1");
  expect(sameCohort({ stream_name: "orders" }, [cohort])).toBeUndefined();
  expect(
    sameCohort({ min_count: 2, stream_name: "orders" }, [{ ...cohort, archived_at: "2025-01-01" }]),
  ).toBeUndefined();
});

test("a new cohort whose name is taken is named after its definition", () => {
  const needed = { name: "Customers", definition: { stream_name: "orders" } };
  const shown = { stream: () => "Order", trait: String, place: String };
  expect(nameForCohort(needed, [], shown)).toBe("Customers");
  expect(nameForCohort(needed, [{ id: "1", name: "Customers", min_count: 3 }], shown)).toBe(
    "People who have bought",
  );
});

test("a name that is taken gets the first number that is free", () => {
  expect(freeName("Churn", [])).toBe("Churn");
  expect(freeName("Churn", ["Churn", "Churn 2"])).toBe("Churn 3");
});

test("the goal of a template differs from its eligible cohort unless it is repeatable", () => {
  for (const { plan } of templates) {
    const { attainment, eligible, isRecurring } = plan(orders, left);
    expect(isRecurring ?? false).toBe(
      JSON.stringify(attainment.definition) === JSON.stringify(eligible.definition),
    );
  }
});
