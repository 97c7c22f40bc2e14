// Silhouette of a persona set: how distinct its personas are with each number of personas that was tried.

import { useMemo } from "react";
import type { Records } from "../../api/kinds.js";
import { Figure } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatNumber } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";

type PersonaSet = Records["persona_sets"];
type Tried = NonNullable<PersonaSet["candidates"]>[number];

export const Silhouette = ({ set }: { set: PersonaSet }) => {
  const { candidates = [], personas = [], fields_used: fields } = set;
  const sketch = useMemo<Sketch>(() => sketchOf(candidates, personas.length), [candidates, personas.length]);
  return (
    <Panel title="Number of personas">
      {candidates.length > 1 && (
        <Figure
          title="Silhouette by number of personas"
          about="The silhouette is 1 if personas are fully separate and 0 if they overlap. The smallest number close to the highest silhouette is used, but 2 only if it is clearly better."
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
      {set.number_of_clusters && <p>Number of personas set to {set.number_of_clusters}.</p>}
      {fields && (
        <details>
          <summary>Inputs ({fields.length})</summary>
          <p className="small">{fields.map((field) => field.replaceAll("_", " ")).join(", ")}</p>
        </details>
      )}
    </Panel>
  );
};

const sketchOf =
  (candidates: readonly Tried[], used: number): Sketch =>
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
        fill: ({ clusters }: Tried) => (clusters === used ? "var(--series-1)" : "var(--paper)"),
        stroke: "var(--series-1)",
      }),
      text(
        candidates.filter(({ clusters }) => clusters === used),
        {
          x: "clusters",
          y: "silhouette",
          text: () => "used",
          dx: 10,
          textAnchor: "start",
          fill: "var(--ink)",
        },
      ),
    ],
  });

const summaryOf = (candidates: readonly Tried[]): string => {
  const best = candidates.reduce((a, b) => (b.silhouette > a.silhouette ? b : a));
  return `Highest with ${best.clusters} personas: ${formatNumber(best.silhouette)}.`;
};
