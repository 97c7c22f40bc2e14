import { expect, test } from "vitest";
import type { ContactPlan } from "../../domain/campaign/economics.js";
import type { Resource } from "../../store/resources.js";
import { renderReach } from "./reach.js";

test("a plan of an earlier version, which has no curve, is rendered without one", () => {
  const terms = { cost_per_contact: 1, value_per_conversion: 20 };
  const contacts: ContactPlan = {
    outcome_id: "o",
    terms,
    people: 4,
    paying: 4,
    min_chance: 0.1,
    expected: 1.2,
  };
  const scope = { config: { economics: terms, payload: { outcome_ids: ["o"] } }, result: { contacts } };
  const rendered = renderReach([], "o", scope as Resource<"scopes">);
  expect(rendered).toMatchObject({ points: [], recommended: { people: 4 } });
  expect(rendered).not.toHaveProperty("profit_curve");
});
