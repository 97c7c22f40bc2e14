import { expect, test } from "vitest";
import { UsageError } from "../exit.js";
import { readPipeline } from "./file.js";

const refusalOf = (text: string): string => {
  try {
    readPipeline(text, "f.yaml");
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error("It was not refused.");
};

test("what is described comes in the order in which it can be made, with its name", () => {
  const { described } = readPipeline(
    `
outcomes:
  Buys: { attainment: Repeat }
cohorts:
  Repeat: { stream_name: transaction }
webhook_endpoints:
  https://example.com/hook:
`,
    "f.yaml",
  );
  expect(described.map(({ type, body }) => [type.path, body])).toEqual([
    ["cohorts", { name: "Repeat", stream_name: "transaction" }],
    ["outcomes", { name: "Buys", attainment: "Repeat" }],
    ["webhook_endpoints", { url: "https://example.com/hook" }],
  ]);
});

test("anchors and merge keys spare repetition", () => {
  const { described } = readPipeline(
    "cohorts:\n  A: &a { stream_name: transaction }\n  B: { <<: *a, min_count: 2 }\n",
    "f.yaml",
  );
  expect(described[1]!.body).toEqual({ name: "B", stream_name: "transaction", min_count: 2 });
});

test("an empty file describes nothing", () => {
  expect(readPipeline("# nothing yet\n", "f.yaml").described).toEqual([]);
});

test.each([
  ["cohorts:\n  A: [\n", "f.yaml:3:1: "],
  ["cohorts:\n  A: {}\n  A: {}\n", "f.yaml:3:3: Map keys must be unique"],
  ["cohorts: {}\nchorts: {}\n", "f.yaml:2:1: There is no type chorts. Did you mean cohorts?"],
  ["- cohorts\n", "f.yaml:1:1: The top level must have resource types, such as cohorts:."],
  ["cohorts:\n  - A\n", "f.yaml:1:1: cohorts must be a map from names to configurations."],
  ["cohorts:\n  A: {}\n  B: 7\n", "f.yaml:3:3: B must be a map from fields to values."],
])("%j is refused at its line and column", (text, message) => {
  expect(refusalOf(text)).toContain(message);
});

test("a problem is reported at the deepest existing part of its path, in the order of the file", () => {
  const file = readPipeline(
    `cohorts:
  A.B:
    recency:
      occurrence: never
scopes:
  S:
    population: { include: [A.B, C] }
`,
    "f.yaml",
  );
  const [cohort, scope] = file.described;
  const about = (described: typeof cohort, path: string) => ({ ...described!, path, message: "is wrong" });
  const refusal = file.refusal([
    about(scope, "payload"),
    about(scope, "population.include.1"),
    about(cohort, "recency.occurrence"),
    about(cohort, ""),
  ]);
  expect(refusal.message.split("\n")).toEqual([
    "f.yaml:2:3: cohort A.B: is wrong",
    "f.yaml:4:7: cohort A.B: recency.occurrence is wrong",
    "f.yaml:6:3: scope S: payload is wrong",
    "f.yaml:7:34: scope S: population.include.1 is wrong",
  ]);
});
