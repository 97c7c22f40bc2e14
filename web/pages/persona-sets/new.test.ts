import { expect, test } from "vitest";
import { chosenInputs, inputChoices } from "./new.js";

test("streams and traits are offered as inputs, and none selected means all", () => {
  const offered = inputChoices(
    [{ stream_name: "order", name: "Orders" }],
    [{ name: "plan", literate: "plan" }],
  );
  expect(offered.map(({ value }) => value)).toEqual(["order", "plan"]);
  expect(chosenInputs(new Set())).toEqual({});
  expect(chosenInputs(new Set(["plan", "order"]))).toEqual({ modeling_fields: ["order", "plan"] });
});
