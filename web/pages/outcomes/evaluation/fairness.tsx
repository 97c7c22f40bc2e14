// Whether people who differ in age, gender or a named trait are treated alike, and what it costs where that is mitigated.

import type { FigureColumn } from "../../../charts/figure.js";
import { IntervalFigure } from "../../../charts/interval-figure.js";
import { formatCount, formatCounted, formatPercent, formatRatio, reader } from "../../../ui/format.js";
import type { Bias } from "./analysis.js";
import styles from "./evaluation.module.css";
import { LearnedFrom } from "./learned-from.js";
import { Mitigation } from "./mitigation.js";

type Group = Bias["subpopulations"][number];

export const BiasReport = ({ bias, name }: { bias: Bias; name: string }) => (
  <>
    <h3>Who is favoured</h3>
    <p>
      People are compared by {toldBy(bias)}, as it is known now, also where they are seen from the past. Who
      is among the first {formatPercent(bias.top_share)} counts as selected.
    </p>
    {bias.findings.length === 0 ? (
      <p>Nothing is beyond chance.</p>
    ) : (
      <ul className={styles.findings}>
        {bias.findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    )}
    <Pictures bias={bias} name={name} />
    <LearnedFrom data={bias.data} name={name} />
    <p className="small soft">
      Where subpopulations attain at different rates, true probabilities, equal selection and equal discovery
      cannot all be had: which of them is fair is for you to say.
    </p>
    {bias.mitigation && <Mitigation price={bias.mitigation} name={name} />}
  </>
);

const toldBy = ({ traits }: Bias): string =>
  traits
    .map(({ dimension, trait }) => (dimension === trait ? dimension : `${dimension} (trait ${trait})`))
    .join(", ");

/** Groups of one dimension. Those with too few people are in the table alone. */
const Pictures = ({ bias, name }: { bias: Bias; name: string }) => {
  const single = bias.subpopulations.filter(({ dimensions }) => Object.keys(dimensions).length === 1);
  const drawn = single.filter(({ is_enough }) => is_enough);
  const few = single.length - drawn.length;
  if (drawn.length === 0) return null;
  const left = few > 0 ? ` ${formatCounted(few, "group")} with too few people: only in the table.` : "";
  const people: FigureColumn<Group> = {
    header: "People",
    value: (group) => group.people,
    text: (group) => formatCount(group.people),
  };
  return (
    <div className={styles.figures}>
      <IntervalFigure
        title="Is each group selected in proportion to its size?"
        about={`1 is in proportion.${left}`}
        summary={farthest(drawn)}
        rows={single}
        drawn={drawn}
        label={{ header: "Group", of: (group) => group.name }}
        interval={({ selection_ratio: ratio }) => ratio}
        value="Selected relative to its share"
        show={formatRatio}
        reference={{ value: 1, label: "in proportion" }}
        color={({ selection_ratio: { low, high } }) =>
          low > 1 || high < 1 ? "var(--series-2)" : "var(--series-1)"
        }
        columns={[
          people,
          { header: "Share", value: ({ share }) => share, text: ({ share }) => formatPercent(share) },
          { header: "Enough people", value: ({ is_enough }) => (is_enough ? "yes" : "no") },
          {
            header: "Share of converters found",
            value: ({ true_positive_rate: rate }) => rate.value,
            text: ({ true_positive_rate: rate }) => reader.withRange(rate.value, rate, formatPercent),
          },
        ]}
        fileName={`${name} selection`}
      />
      <IntervalFigure
        title="Predicted and actual rate by group"
        about={left}
        summary={`Of ${drawn.length} groups, ${drawn.filter(isCalibrated).length} have an interval that includes the predicted rate.`}
        rows={single}
        drawn={drawn}
        label={{ header: "Group", of: (group) => group.name }}
        interval={({ actual_rate, mean_probability }) => ({ ...actual_rate, other: mean_probability })}
        value="Actual rate"
        other="Predicted rate"
        show={formatPercent}
        columns={[people]}
        fileName={`${name} by group`}
      />
    </div>
  );
};

const isCalibrated = ({ actual_rate, mean_probability: predicted }: Group): boolean =>
  actual_rate.low <= predicted && predicted <= actual_rate.high;

const farthest = (groups: readonly Group[]): string => {
  const [first] = groups.toSorted(
    (a, b) => Math.abs(b.selection_ratio.value - 1) - Math.abs(a.selection_ratio.value - 1),
  );
  const { name, selection_ratio: ratio } = first!;
  return `Farthest from 1: ${name}, ${reader.withInterval(ratio.value, ratio, formatRatio)}.`;
};
