import { expect, test } from "vitest";
import { treeOf } from "./graph.js";

const ends = (side: "upstream" | "downstream", typeAndName: string) => {
  const [type = "", name = ""] = typeAndName.split(" ");
  return {
    [`${side}_id`]: name,
    [`${side}_type`]: type,
    [`${side}_literate`]: name,
    [`${side}_status`]: "ready",
  };
};
const edges = (...pairs: [string, string][]) =>
  pairs.map(([from, to]) => ({
    ...ends("upstream", from),
    ...ends("downstream", to),
  })) as unknown as Parameters<typeof treeOf>[0];

test("each is drawn under what it reads, in full where it comes first", () => {
  const tree = treeOf(
    edges(
      ["datasets Orders", "streams transaction"],
      ["streams transaction", "cohorts Customers"],
      ["streams transaction", "cohorts Buyers"],
      ["cohorts Buyers", "outcomes Again"],
      ["cohorts Customers", "outcomes Again"],
      ["outcomes Again", "scopes Scoring"],
    ),
  );
  expect(tree).toEqual([
    "dataset Orders: ready",
    "└ stream transaction: ready",
    "  ├ cohort Buyers: ready",
    "  │ └ outcome Again: ready",
    "  │   └ scope Scoring: ready",
    "  └ cohort Customers: ready",
    "    └ outcome Again: ready (see above)",
  ]);
});
