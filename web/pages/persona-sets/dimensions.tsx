// Distribution of one input within each persona.

import { useMemo, useState } from "react";
import { answer, api, type Schemas } from "../../api/client.js";
import { usePart } from "../../api/resources.js";
import { Figure } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { type Bin, partsOf } from "../../charts/share-bars.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField } from "../../ui/field.js";
import { formatCount, formatCounted, formatPercent } from "../../ui/format.js";
import { Empty, Skeleton } from "../../ui/panel.js";

type Persona = Schemas["Persona"];

interface Row {
  persona: string;
  label: string;
  share: number;
  count: number;
}

export const Dimensions = ({ id, personas }: { id: string; personas: readonly Persona[] }) => {
  const { data, error } = usePart("persona_sets", id, "dimensions", () =>
    answer(api.GET("/persona_sets/{id}/analysis/dimensions", { params: { path: { id } } })),
  );
  const names = [
    ...new Set((data ?? []).flatMap(({ traits }) => traits.map(({ trait_name }) => trait_name))),
  ];
  const [chosen, setChosen] = useState<string>();
  const shown = chosen ?? names[0];
  if (error) return <ErrorNotice problem={error} />;
  if (!data) return <Skeleton rows={10} />;
  if (shown === undefined) return <Empty>No input distinguishes these personas.</Empty>;
  return (
    <>
      <SelectField
        label="Input"
        value={shown}
        onChange={setChosen}
        choices={names.map((value) => ({ value, label: literateOf(value, personas) }))}
      />
      <Distribution of={shown} dimensions={data} personas={personas} />
    </>
  );
};

const literateOf = (name: string, personas: readonly Persona[]): string =>
  personas.flatMap(({ distinctions }) => distinctions).find((one) => one.name === name)?.literate ??
  name.replaceAll("_", " ");

const Distribution = ({
  of: name,
  dimensions,
  personas,
}: {
  of: string;
  dimensions: Schemas["PersonaSetAnalysisDimensions"];
  personas: readonly Persona[];
}) => {
  const rows = useMemo(() => rowsOf(name, dimensions, personas), [name, dimensions, personas]);
  const sketch = useMemo<Sketch>(() => facetsOf(rows), [rows]);
  const literate = literateOf(name, personas);
  const bins = new Set(rows.map(({ label }) => label)).size;
  return (
    <Figure
      title={`Personas by ${literate}`}
      about="Each row of bars is one persona; its shares add up to 100 %."
      summary={`${formatCounted(personas.length, "persona")} in ${formatCounted(bins, "group")} of values.`}
      rows={rows}
      columns={[
        { header: "Persona", value: ({ persona }) => persona },
        { header: literate, value: ({ label }) => label },
        { header: "People", value: ({ count }) => count, text: ({ count }) => formatCount(count) },
        { header: "Share", value: ({ share }) => share, text: ({ share }) => formatPercent(share) },
      ]}
      fileName={`personas-by-${name}`}
      height={personas.length * 110 + 100}
      sketch={sketch}
    />
  );
};

const rowsOf = (
  name: string,
  dimensions: Schemas["PersonaSetAnalysisDimensions"],
  personas: readonly Persona[],
): Row[] =>
  dimensions.flatMap(({ persona_id, traits }) => {
    const persona = personas.find(({ id }) => id === persona_id)?.name ?? persona_id;
    const bins = (traits.find(({ trait_name }) => trait_name === name)?.bins ?? []) as Bin[];
    return partsOf(bins).map((part) => ({ persona, ...part }));
  });

const facetsOf =
  (rows: readonly Row[]): Sketch =>
  ({ barY, ruleY, text }) => ({
    marginLeft: 48,
    marginBottom: 80,
    marginTop: 18,
    marginRight: 8,
    x: { domain: [...new Set(rows.map(({ label }) => label))], label: null, tickSize: 0, tickRotate: -35 },
    y: { label: null, grid: true, ticks: 3, tickFormat: formatPercent },
    fy: { label: null, axis: null, domain: [...new Set(rows.map(({ persona }) => persona))], padding: 0.18 },
    marks: [
      barY(rows, {
        x: "label",
        y: "share",
        fy: "persona",
        fill: "var(--series-1)",
        insetLeft: 1,
        insetRight: 1,
      }),
      ruleY([0], { stroke: "var(--line-strong)" }),
      text([...new Set(rows.map(({ persona }) => persona))], {
        fy: (persona: string) => persona,
        text: (persona: string) => persona,
        frameAnchor: "top-left",
        dy: -14,
        fontWeight: 600,
        fill: "var(--ink)",
      }),
    ],
  });
