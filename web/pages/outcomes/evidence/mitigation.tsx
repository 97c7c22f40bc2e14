// What it costs to treat groups alike: the same test of the same people without mitigation and with it.

import { useMemo } from "react";
import { Figure } from "../../../charts/figure.js";
import type { Sketch } from "../../../charts/picture.js";
import { formatCount } from "../../../ui/format.js";
import type { Bias } from "./analysis.js";
import { formatRatio, metrics } from "./scorers.js";
import { groupAxis } from "./subpopulations.js";

type Price = NonNullable<Bias["mitigation"]>;
type Ratio = Price["selection_ratios"][number];

const strategies: Record<Price["strategy"], string> = {
  none: "",
  equality: "Each subpopulation is selected in proportion to its share, however deep one selects.",
  equity:
    "Bias is turned round: a subpopulation that was foretold to attain more often is selected less often.",
};

export const Mitigation = ({ price, name }: { price: Price; name: string }) => {
  const { strategy, dimensions, selection_ratios: ratios } = price;
  const sketch = useMemo(() => sketchOf(ratios), [ratios]);
  return (
    <>
      <h3>What it costs to treat them alike</h3>
      <p>
        Bias by {dimensions.join(" and ")} is mitigated by <b>{strategy}</b>. {strategies[strategy]} All other
        figures on this page are with mitigation. {costInWords(price)}
      </p>
      <Figure
        title="Selected for their share, without and with mitigation"
        about="Hollow dots are without it, filled ones with it. At 1 a group is selected in proportion."
        summary={ratios
          .map((group) => `${group.name}: ${formatRatio(group.without)}, then ${formatRatio(group.with)}`)
          .join("; ")}
        rows={ratios}
        columns={[
          { header: "Group", value: (group) => group.name },
          { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
          { header: "Without", value: ({ without }) => without, text: ({ without }) => formatRatio(without) },
          { header: "With", value: (group) => group.with, text: (group) => formatRatio(group.with) },
        ]}
        fileName={`${name} mitigation`}
        height={80 + 36 * ratios.length}
        sketch={sketch}
      />
    </>
  );
};

const priced = metrics.filter(({ name }) => ["log_loss", "auc", "top_decile_lift"].includes(name));

const costInWords = (price: Price): string =>
  `${priced
    .map(
      ({ name, label, show }) =>
        `${label} ${show(price.without[name] ?? 0)} without it, ${show(price.with[name] ?? 0)} with it`,
    )
    .join("; ")}.`;

const sketchOf =
  (ratios: readonly Ratio[]): Sketch =>
  (plot, width) => ({
    ...groupAxis(ratios, width),
    x: { label: "Selected for their share", grid: true, zero: true, tickFormat: formatRatio, ticks: 5 },
    marks: [
      plot.ruleX([1], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" }),
      plot.ruleY(ratios, {
        y: "name",
        x1: "without",
        x2: "with",
        stroke: "var(--line-strong)",
        strokeWidth: 2,
      }),
      plot.dot(ratios, {
        x: "without",
        y: "name",
        stroke: "var(--series-2)",
        strokeWidth: 2.5,
        fill: "var(--paper)",
        r: 5,
      }),
      plot.dot(ratios, { x: "with", y: "name", fill: "var(--series-1)", r: 5 }),
    ],
  });
