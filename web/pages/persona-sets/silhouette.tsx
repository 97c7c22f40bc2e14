// Why there are so many personas: how well apart people were with each number that was tried.

import { useMemo } from "react";
import type { Records } from "../../api/kinds.js";
import { Figure } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatNumber } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";

type PersonaSet = Records["persona_sets"];
type Tried = NonNullable<PersonaSet["candidates"]>[number];

export const Apart = ({ set }: { set: PersonaSet }) => {
  const { candidates = [], personas = [], fields_used: fields } = set;
  const sketch = useMemo<Sketch>(() => dotsOf(candidates, personas.length), [candidates, personas.length]);
  return (
    <Panel title="Why so many">
      {candidates.length > 1 && (
        <Figure
          title="How well apart people are, by the number of personas"
          about="The silhouette is 1 where everybody is nearest to their own kind, 0 where kinds touch. The highest is taken."
          summary={summaryOf(candidates)}
          rows={candidates}
          columns={[
            { header: "Personas", value: ({ clusters }) => clusters },
            {
              header: "Silhouette",
              value: ({ silhouette }) => silhouette,
              text: ({ silhouette }) => formatNumber(silhouette),
            },
          ]}
          fileName="personas-tried"
          height={200}
          sketch={sketch}
        />
      )}
      {set.number_of_clusters && <p>You asked for {set.number_of_clusters}.</p>}
      {fields && (
        <details>
          <summary>What people were told apart by ({fields.length})</summary>
          <p className="small">{fields.map((field) => field.replaceAll("_", " ")).join(", ")}</p>
        </details>
      )}
    </Panel>
  );
};

const dotsOf =
  (candidates: readonly Tried[], taken: number): Sketch =>
  ({ line, dot, ruleY, text }) => ({
    marginLeft: 48,
    x: { label: "Personas", ticks: candidates.map(({ clusters }) => clusters), tickFormat: String },
    y: { label: "Silhouette", grid: true, zero: true, ticks: 4 },
    marks: [
      ruleY([0], { stroke: "var(--line-strong)" }),
      line(candidates, { x: "clusters", y: "silhouette", stroke: "var(--series-5)" }),
      dot(candidates, {
        x: "clusters",
        y: "silhouette",
        r: 5,
        fill: ({ clusters }: Tried) => (clusters === taken ? "var(--series-1)" : "var(--paper)"),
        stroke: "var(--series-1)",
      }),
      text(
        candidates.filter(({ clusters }) => clusters === taken),
        {
          x: "clusters",
          y: "silhouette",
          text: () => "taken",
          dx: 10,
          textAnchor: "start",
          fill: "var(--ink)",
        },
      ),
    ],
  });

const summaryOf = (candidates: readonly Tried[]): string => {
  const best = candidates.reduce((a, b) => (b.silhouette > a.silhouette ? b : a));
  return `Best apart with ${best.clusters} personas, at ${formatNumber(best.silhouette)}.`;
};
