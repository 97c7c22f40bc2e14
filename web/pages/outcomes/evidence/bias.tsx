// Whether people who differ in age, gender or a named trait are treated alike, and what it costs where that is mitigated.

import { useMemo } from "react";
import { Figure } from "../../../charts/figure.js";
import { formatCount, formatShare } from "../../../ui/format.js";
import type { Bias } from "./analysis.js";
import styles from "./evidence.module.css";
import { LearnedFrom } from "./learned-from.js";
import { Mitigation } from "./mitigation.js";
import { formatRatio, withBounds } from "./scorers.js";
import { type Group, parityColumns, paritySketch, realisedSketch } from "./subpopulations.js";

export const BiasReport = ({ bias, name }: { bias: Bias; name: string }) => (
  <>
    <h3>Who is favoured</h3>
    <p>
      People are compared by {toldBy(bias)}, as it is known now, also where they are seen from the past. Who
      is among the first {formatShare(bias.top_share)} counts as selected.
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

/** Only those of one dimension, and only where there are enough people to tell. */
const Pictures = ({ bias, name }: { bias: Bias; name: string }) => {
  const single = useMemo(
    () => bias.subpopulations.filter(({ dimensions }) => Object.keys(dimensions).length === 1),
    [bias],
  );
  const told = useMemo(() => single.filter(({ is_enough }) => is_enough), [single]);
  const parity = useMemo(() => paritySketch(told), [told]);
  const realised = useMemo(() => realisedSketch(told), [told]);
  const few = single.length - told.length;
  if (told.length === 0) return null;
  const left = few > 0 ? ` ${few} with too few people to tell are only in the table.` : "";
  const height = 80 + 36 * told.length;
  return (
    <div className={styles.figures}>
      <Figure
        title="Is each selected as its share of the people?"
        about={`At 1 a group is selected in proportion; lines are 95 % bounds.${left}`}
        summary={farthest(told)}
        rows={single}
        columns={parityColumns}
        fileName={`${name} selection`}
        height={height}
        sketch={parity}
      />
      <Figure
        title="Does what is foretold come true for each?"
        about="Filled dots are the rate at which a group attained, with 95 % bounds; hollow ones the mean of their probabilities."
        summary={`Of ${told.length} groups, ${told.filter(isTrue).length} attained at a rate whose bounds hold what was foretold.`}
        rows={single}
        columns={[
          { header: "Group", value: (group) => group.name },
          { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
          {
            header: "Foretold",
            value: (group) => group.mean_probability,
            text: (group) => formatShare(group.mean_probability),
          },
          {
            header: "Realised",
            value: (group) => group.realised.value,
            text: ({ realised: rate }) => withBounds(formatShare, rate.value, rate),
          },
        ]}
        fileName={`${name} by group`}
        height={height}
        sketch={realised}
      />
    </div>
  );
};

const isTrue = ({ realised, mean_probability: foretold }: Group): boolean =>
  realised.low <= foretold && foretold <= realised.high;

const farthest = (groups: readonly Group[]): string => {
  const order = groups.toSorted(
    (a, b) => Math.abs(b.selection_ratio.value - 1) - Math.abs(a.selection_ratio.value - 1),
  );
  const { name, selection_ratio: ratio } = order[0]!;
  return `Farthest from 1: ${name}, ${withBounds(formatRatio, ratio.value, ratio)}.`;
};
