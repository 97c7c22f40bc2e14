// The price of treating groups alike: the same test on the same people without mitigation and with it.

import { metrics, showMetric } from "../../../../src/words/labels.js";
import { PairFigure } from "../../../charts/pair-figure.js";
import { formatCount, formatRatio, reader } from "../../../ui/format.js";
import type { Bias } from "./analysis.js";

type Price = NonNullable<Bias["mitigation"]>;

const strategies: Record<Price["strategy"], string> = {
  none: "",
  equality: "Each group is selected in proportion to its size, at every depth of the ranking.",
  equity: "The bias is reversed: a group with higher predictions is selected less often.",
};

export const Mitigation = ({ price, name }: { price: Price; name: string }) => {
  const { strategy, dimensions, selection_ratios: ratios } = price;
  return (
    <>
      <h3>Cost of reducing bias</h3>
      <p>
        Bias by {dimensions.join(" and ")} is reduced by <b>{strategy}</b>. {strategies[strategy]} All other
        figures on this page are with mitigation. {costInWords(price)}
      </p>
      <PairFigure
        title="Selection relative to each group's share, without and with mitigation"
        about="1 is in proportion."
        summary={ratios
          .map((group) => `${group.name}: ${formatRatio(group.without)}, then ${formatRatio(group.with)}`)
          .join("; ")}
        rows={ratios}
        label="Group"
        ring={{ header: "Without mitigation", of: ({ without }) => without }}
        dot={{ header: "With mitigation", of: (group) => group.with }}
        axis="Selected relative to its share"
        show={formatRatio}
        columns={[
          { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        ]}
        reference={1}
        fileName={`${name} mitigation`}
      />
    </>
  );
};

const priced = metrics.filter(({ name }) => ["log_loss", "auc", "top_decile_lift"].includes(name));

const costInWords = (price: Price): string =>
  `${priced
    .map(({ name, label }) => {
      const show = showMetric(name, reader);
      return `${label}: ${show(price.without[name] ?? 0)} without mitigation, ${show(price.with[name] ?? 0)} with it`;
    })
    .join("; ")}.`;
