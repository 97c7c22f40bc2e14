// Size of each persona at the end of past months, with people assigned to today's personas.

import { useMemo } from "react";
import { answer, api, type Schemas } from "../../api/client.js";
import { usePart } from "../../api/resources.js";
import { Figure } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatDay, formatPeople } from "../../ui/format.js";
import { Empty, Skeleton } from "../../ui/panel.js";

type Persona = Schemas["Persona"];

interface Row {
  persona: string;
  date: string;
  count: number;
}

export const Flow = ({ id, personas }: { id: string; personas: readonly Persona[] }) => {
  const { data, error } = usePart("persona_sets", id, "flow", () =>
    answer(api.GET("/persona_sets/{id}/analysis/flow", { params: { path: { id } } })),
  );
  const rows = useMemo(() => (data ? rowsOf(data, personas) : []), [data, personas]);
  const sketch = useMemo<Sketch>(() => areasOf(rows, personas), [rows, personas]);
  if (error) return <ErrorNotice problem={error} />;
  if (!data) return <Skeleton rows={10} />;
  if (rows.length === 0) return <Empty>No complete month yet.</Empty>;
  return (
    <Figure
      title="People by persona and month"
      about="Members of the cohort at the end of each month, assigned to today’s personas by their data at that time."
      summary={summaryOf(rows)}
      rows={rows}
      columns={[
        { header: "Before", value: ({ date }) => date.slice(0, 10), text: ({ date }) => formatDay(date) },
        { header: "Persona", value: ({ persona }) => persona },
        { header: "People", value: ({ count }) => count, text: ({ count }) => formatCount(count) },
      ]}
      fileName="persona-flow"
      height={320}
      sketch={sketch}
    />
  );
};

const rowsOf = (flow: Schemas["PersonaSetAnalysisFlow"], personas: readonly Persona[]): Row[] =>
  flow.flatMap(({ persona_id, days }) => {
    const persona = personas.find((one) => one.id === persona_id)?.name ?? persona_id;
    return days.map(({ date, count }) => ({ persona, date, count }));
  });

/** Colours repeat after five; a line separates areas, and the legend names them. */
const colours = [1, 2, 3, 4, 5].map((series) => `var(--series-${series})`);

const areasOf =
  (rows: readonly Row[], personas: readonly Persona[]): Sketch =>
  ({ areaY, ruleY, stackY, tip, pointerX }) => {
    const options = stackY({
      x: ({ date }: Row) => new Date(date),
      y: "count",
      z: "persona",
      order: personas.map(({ name }) => name),
    });
    return {
      marginLeft: 56,
      x: { type: "utc", label: null },
      y: { label: "People", grid: true, tickFormat: (count: number) => formatCount(count) },
      color: {
        domain: personas.map(({ name }) => name),
        range: personas.map((_, index) => colours[index % colours.length]!),
        legend: true,
      },
      marks: [
        areaY(rows, { ...options, fill: "persona", stroke: "var(--paper)", strokeWidth: 1 }),
        ruleY([0], { stroke: "var(--line-strong)" }),
        tip(rows, pointerX({ ...options, title: tipOf })),
      ],
    };
  };

const tipOf = ({ date, persona, count }: Row) =>
  `${persona}\n${formatPeople(count)} before ${formatDay(date)}`;

const summaryOf = (rows: readonly Row[]): string => {
  const last = rows
    .map(({ date }) => date)
    .sort()
    .at(-1);
  const latest = rows
    .filter(({ date }) => date === last)
    .map(({ persona, count }) => `${persona} ${formatCount(count)}`);
  return `Latest: ${latest.join(", ")}.`;
};
