import { expect, test } from "vitest";
import { recommendable } from "./new.js";

const property = (type: "string" | "double") => ({
  type,
  statistical_type: "categorical" as const,
  breaks: [],
  categories: [],
  emitted_by_datasets: [],
});
const of = (is_dated: boolean | undefined, properties: Record<string, "string" | "double">) => ({
  ...(is_dated !== undefined && { is_dated }),
  properties: Object.fromEntries(Object.entries(properties).map(([name, type]) => [name, property(type)])),
});

test("texts of dated events can be recommended, but not numbers", () => {
  const [stream] = recommendable([of(true, { total: "double", product: "string", category: "string" })]);
  expect(stream!.recommended).toEqual(["category", "product"]);
});

test("streams without dates or texts are not offered, but a stream that is not built yet is", () => {
  expect(recommendable([of(false, { product: "string" }), of(true, { total: "double" })])).toEqual([]);
  expect(recommendable([of(undefined, { product: "string" })])).toHaveLength(1);
});
