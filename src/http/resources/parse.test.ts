import { expect, test } from "vitest";
import { mergePatch } from "../json.js";
import { parseCohort, respellCohort } from "./cohort.js";
import { parseDataset, respellDataset } from "./dataset.js";
import { parseOutcome, respellOutcome } from "./outcome.js";
import { parseScope, respellScope } from "./scope.js";
import { parseTarget } from "./target.js";

const options = { type: "hosted_csv", upload_directory: "sales" };
const dataset = (stream: unknown) => ({
  name: "Sales",
  identity_sets: { shipping: { email: "mail" } },
  options,
  output_to_streams: { Transaction: stream },
});
const patched = (before: object, patch: Record<string, unknown>) =>
  parseDataset(mergePatch({ name: "Sales", ...before }, respellDataset(patch))).config;
const kept = (body: Record<string, unknown>) => patched({}, body);

test("both spellings of a stream mapping are stored alike", () => {
  const short = kept(dataset({ data_map: { datetime: "day" }, value: "total" }));
  const long = kept(
    dataset({ data_map: { datetime: { column_name: "day" }, value: { column_name: "total" } } }),
  );
  expect(short).toEqual(long);
  expect(short.output_to_streams.transaction?.data_map).toEqual({
    datetime: { column_name: "day" },
    value: { column_name: "total" },
  });
});

test("a value written in both ways must be the same column", () => {
  expect(() => kept(dataset({ data_map: { value: { column_name: "total" } }, value: "total" }))).toThrow(
    /mean the same and have different values/,
  );
  expect(() => kept(dataset({ data_map: { value: "net" }, value: "total" }))).toThrow(
    /output_to_streams.Transaction.value and output_to_streams.Transaction.data_map.value/,
  );
  expect(kept(dataset({ data_map: { value: "total" }, value: "total" }))).toBeDefined();
});

test("two spellings of the same stream are refused", () => {
  const body = { ...dataset({}), output_to_streams: { transaction: {}, Transaction: {} } };
  expect(() => kept(body)).toThrow("transaction and Transaction mean the same and have different values");
});

test("a column patched by name alone loses its format", () => {
  const before = kept(dataset({ data_map: { datetime: { column_name: "day", format: "yyyymmdd" } } }));
  const after = patched(before, { output_to_streams: { transaction: { data_map: { datetime: "when" } } } });
  expect(after.output_to_streams.transaction?.data_map).toEqual({
    datetime: { column_name: "when" },
  });
});

test("columns may be written as names wherever a field takes several", () => {
  const { output_to_streams } = kept(
    dataset({
      data_map: { datetime: { columns: ["day", "time"] } },
      value: {
        columns: ["quantity", { column_name: "price", format: "currency_cents" }],
        combine: "product",
      },
    }),
  );
  expect(output_to_streams.transaction!.data_map).toEqual({
    datetime: { columns: [{ column_name: "day" }, { column_name: "time" }] },
    value: {
      columns: [{ column_name: "quantity" }, { column_name: "price", format: "currency_cents" }],
      combine: "product",
    },
  });
});

test("a patch replaces one column by several, and several by one", () => {
  const before = kept(dataset({ data_map: { datetime: "day" }, value: "total" }));
  const columns = { columns: ["quantity", "price"], combine: "product" };
  const several = patched(before, { output_to_streams: { transaction: { value: columns } } });
  expect(several.output_to_streams.transaction!.data_map.value).toEqual({
    columns: [{ column_name: "quantity" }, { column_name: "price" }],
    combine: "product",
  });
  const one = patched(several, { output_to_streams: { transaction: { value: "total" } } });
  expect(one.output_to_streams).toEqual(before.output_to_streams);
});

test("a mapping that does not fit together is refused with its field", () => {
  expect(() =>
    kept(
      dataset({
        data_map: { datetime: "day" },
        refunds: { as: "reduce", conditions: [{ column_name: "a" }] },
      }),
    ),
  ).toThrow(
    "output_to_streams.transaction.refunds.as needs event_key: name the columns that make one event.",
  );
});

test("a patch of a stream's value keeps its datetime", () => {
  const before = kept(dataset({ data_map: { datetime: "day" }, value: "total" }));
  const after = patched(before, { output_to_streams: { TRANSACTION: { value: null } } });
  expect(after.output_to_streams.transaction?.data_map).toEqual({
    datetime: { column_name: "day" },
  });
});

test("a header row can be written as text, and absent settings get their default", () => {
  const { output_to_traits, options: read } = kept({
    ...dataset({}),
    options: { ...options, header_row: "3" },
  });
  expect(read).toMatchObject({ header_row: 3 });
  expect(output_to_traits).toEqual({});
});

test("upsert columns and an incremental column exclude each other", () => {
  const body = { ...dataset({}), upsert_columns: ["id"], incremental_column: "day" };
  expect(() => kept(body)).toThrow("exclude each other");
});

test("a cohort can name its stream in any case", () => {
  expect(respellCohort({ stream_name: " Repeat Purchase" })).toEqual({ stream_name: "repeat_purchase" });
});

test.each([
  [{ min_count: 3, max_count: 2 }, "min_count is 3 and max_count is 2"],
  [{ min_value: 1.5, max_value: 1 }, "min_value is 1.5 and max_value is 1"],
  [
    { recency: { occurrence: "last" as const, min_days: 90, max_days: 30 } },
    "recency.min_days is 90 and recency.max_days is 30",
  ],
])("bounds that no one can meet are refused: %j", (bounds, note) => {
  expect(() => parseCohort({ name: "Customers", stream_name: "transaction", ...bounds })).toThrow(note);
});

test("equal bounds are valid, and a cohort needs a stream, traits or places", () => {
  expect(() =>
    parseCohort({ name: "Customers", stream_name: "transaction", min_count: 2, max_count: 2 }),
  ).not.toThrow();
  expect(() => parseCohort({ name: "Customers", min_count: 1 })).toThrow(
    "needs a stream_name, or at least one condition",
  );
});

test("both spellings of an outcome are stored alike and must agree", () => {
  const outcome = parseOutcome(respellOutcome({ name: "Buys", attainment: "a", eligible: "e" }));
  expect(outcome).toEqual({ name: "Buys", config: { attainment_cohort_id: "a", eligible_cohort_id: "e" } });
  expect(respellOutcome({ attainment: "a", attainment_cohort_id: "a" })).toEqual({
    attainment_cohort_id: "a",
  });
  expect(() => respellOutcome({ attainment: "a", attainment_cohort_id: "b" })).toThrow(
    "attainment and attainment_cohort_id mean the same and have different values",
  );
});

test("an outcome needs its attainment cohort, in either spelling", () => {
  expect(() => parseOutcome(respellOutcome({ name: "Buys", eligible: "e" }))).toThrow(
    "attainment_cohort_id is required",
  );
});

test("bias is mitigated with one strategy, by age, by gender or by both", () => {
  const written = { name: "O", attainment_cohort_id: "a", eligible_cohort_id: "e" };
  const mitigate = (age: string, gender: string) =>
    parseOutcome({ ...written, bias_mitigation: { age, gender } }).config.bias_mitigation;
  expect(mitigate("none", "equity")).toEqual({ age: "none", gender: "equity" });
  expect(mitigate("equality", "equality")).toEqual({ age: "equality", gender: "equality" });
  expect(() => mitigate("equity", "equality")).toThrow("two strategies: equity and equality");
  expect(() => mitigate("fair", "none")).toThrow();
});

test("the attrition cohort differs from the other two, and undecided people need it", () => {
  const written = { name: "Buys", attainment_cohort_id: "a", eligible_cohort_id: "e" };
  const left = { undecided: "left_out" };
  expect(parseOutcome({ ...written, ...left, attrition_cohort_id: "x" }).config).toMatchObject(left);
  expect(() => parseOutcome({ ...written, attrition_cohort_id: "a" })).toThrow(
    "same as the attainment cohort",
  );
  expect(() => parseOutcome({ ...written, attrition_cohort_id: "e" })).toThrow("same as the eligible cohort");
  expect(() => parseOutcome({ ...written, ...left })).toThrow("needs an attrition_cohort_id");
});

test("attainment and eligible may be the same cohort only when the outcome recurs", () => {
  const body = { name: "Buys", attainment_cohort_id: "a", eligible_cohort_id: "a" };
  expect(() => parseOutcome(body)).toThrow("same cohort");
  expect(() => parseOutcome({ ...body, recurring: true })).not.toThrow();
});

test("a scope is a preview by default, and its population has two spellings", () => {
  const body = { name: "Scores", population: { include: ["c"] }, payload: { outcome_ids: ["o"] } };
  expect(parseScope(respellScope(body)).config).toEqual({
    population: { cohort_ids: ["c"] },
    payload: { outcome_ids: ["o"] },
    preview: true,
  });
  expect(() => respellScope({ population: { include: ["a"], cohort_ids: ["b"] } })).toThrow(
    "population.include and population.cohort_ids mean the same and have different values",
  );
});

test("a scope without outcomes is refused", () => {
  const body = respellScope({ name: "Scores", population: { include: ["c"] }, payload: {} });
  expect(() => parseScope(body)).toThrow("at least one of outcome_ids");
});

test("a target is about persons by default", () => {
  const { config } = parseTarget({
    name: "File",
    scope_id: "s",
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  expect(config.representation).toEqual({ mode: "identified", aggregate: "person" });
});

test("a value is a sum of the stream's value, or another aggregation of a property", () => {
  const valued = (value: object) =>
    parseOutcome({ name: "Races", attainment_cohort_id: "a", value }).config.value;
  const position = { aggregation: "mean", property: "position" };
  for (const value of [{}, { aggregation: "sum", measures: ["count"] }, { aggregation: "last" }, position])
    expect(valued(value)).toEqual(value);
  const code = (value: object) => {
    try {
      valued(value);
    } catch (error) {
      return error;
    }
  };
  expect(code({ property: "position" })).toMatchObject({ code: "value-property-summed" });
  expect(code({ ...position, measures: ["count"] })).toMatchObject({ code: "value-of-sums" });
  expect(code({ ...position, discount_rate: 0.1 })).toMatchObject({ code: "value-of-sums" });
});

test("active people are another cohort than the goal's, and go with the probability alone", () => {
  const body = { name: "Retires", attainment_cohort_id: "a", active_cohort_id: "r", eligible_cohort_id: "r" };
  expect(parseOutcome(body).config.active_cohort_id).toBe("r");
  const refused = (fields: object, code: string) =>
    expect(() => parseOutcome({ ...body, ...fields })).toThrow(expect.objectContaining({ code }));
  refused({ active_cohort_id: "a" }, "active-cohort-same");
  refused({ value: {} }, "active-alone");
  refused({ horizons: [7] }, "active-alone");
});

test("a prediction has one horizon: of days, of calendar months, or through a period", () => {
  const body = { name: "Again", attainment_cohort_id: "a" };
  expect(parseOutcome({ ...body, horizon_months: 1 }).config.horizon_months).toBe(1);
  expect(parseOutcome({ ...body, horizon_through: "this_month" }).config.horizon_through).toBe("this_month");
  for (const two of [
    { horizon_days: 30, horizon_months: 1 },
    { horizon_months: 1, horizon_through: "this_month" },
  ])
    expect(() => parseOutcome({ ...body, ...two })).toThrow(
      expect.objectContaining({ code: "horizon-given-twice" }),
    );
});

test.each<[string, Record<string, unknown>]>([
  ["horizons-with-calendar", { horizon_months: 1 }],
  ["horizons-when-static", { prediction_mode: "static" }],
  ["horizons-with-undecided", { attrition_cohort_id: "c", undecided: "left_out" }],
  ["horizons-with-mitigation", { bias_mitigation: { age: "equality", gender: "none" } }],
])("further horizons of a prediction that has none are refused: %s", (code, config) => {
  const body = { name: "Again", attainment_cohort_id: "a", horizons: [7, 90] };
  expect(parseOutcome(body).config.horizons).toEqual([7, 90]);
  expect(() => parseOutcome({ ...body, ...config })).toThrow(expect.objectContaining({ code }));
});

test("figures that the owner expects are of a preview, and go once the mapping is saved", () => {
  const preview = kept({
    ...dataset({ data_map: { datetime: "day" } }),
    preview: true,
    expected: { orders: 12 },
  });
  expect(preview.expected).toEqual({ orders: 12 });
  expect(patched(preview, { preview: false })).not.toHaveProperty("expected");
  expect(patched({ ...preview, preview: false }, {})).not.toHaveProperty("expected");
});
