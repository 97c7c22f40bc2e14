// Number of records per person. A person with far more records than most may be several people.

import { useMemo, useState } from "react";
import { Figure, type FigureColumn } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatCount, formatPercent } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Fold } from "../../ui/panel.js";
import { PersonLink } from "./person-link.js";
import { type PeopleAnalysis, usePersonTitles } from "./queries.js";

type Size = PeopleAnalysis["cluster_sizes"][number];
type Large = PeopleAnalysis["largest"][number];

const sizeOf = ({ min, max }: Size): string =>
  max === undefined ? `${min} or more` : min === max ? String(min) : `${min}–${max}`;

const columns: FigureColumn<Size>[] = [
  { header: "Records", value: sizeOf },
  { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
];

const largestColumns = (titles: ReadonlyMap<string, string>): Column<Large>[] => [
  {
    header: "Person",
    value: ({ person_id }) => titles.get(person_id) ?? person_id,
    cell: ({ person_id }) => <PersonLink id={person_id} title={titles.get(person_id)} />,
  },
  { header: "Records", value: ({ record_count }) => record_count, isNumber: true },
  { header: "Rows", value: ({ row_count }) => row_count, isNumber: true },
];

export const ClusterSizes = ({ analysis }: { analysis: PeopleAnalysis }) => {
  const { cluster_sizes: sizes, largest } = analysis;
  const sketch = useMemo(() => sketchOf(sizes), [sizes]);
  return (
    <Fold title="Records per person" finding={summaryOf(sizes)}>
      <Figure
        title="People by number of records"
        about="A record is one spelling of a person’s details. Wrongly merged people show up in the rightmost bars."
        summary={summaryOf(sizes)}
        rows={sizes}
        columns={columns}
        fileName="people-by-records"
        height={240}
        sketch={sketch}
      />
      <Largest largest={largest} />
    </Fold>
  );
};

const Largest = ({ largest }: { largest: readonly Large[] }) => {
  const [isOpen, setOpen] = useState(false);
  const ids = useMemo(() => (isOpen ? largest.map(({ person_id }) => person_id) : []), [isOpen, largest]);
  const titles = usePersonTitles(ids);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {largest.length === 1 ? "The person" : `The ${formatCount(largest.length)} people`} with the most
        records: check first
      </summary>
      <List
        label="People with the most records"
        rows={largest}
        rowKey={({ person_id }) => person_id}
        columns={largestColumns(titles)}
        empty={<p className="soft">No people.</p>}
      />
    </details>
  );
};

const summaryOf = (sizes: readonly Size[]): string => {
  const all = sizes.reduce((sum, { people }) => sum + people, 0);
  const single = sizes[0]?.people ?? 0;
  const largest = sizes.findLast(({ people }) => people > 0);
  return largest && all > 0
    ? `${formatPercent(single / all)} of people have a single record. The maximum is ${sizeOf(largest)}.`
    : "No people.";
};

const sketchOf =
  (sizes: readonly Size[]): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 40,
    x: { label: "Records →", domain: sizes.map(sizeOf), tickSize: 0 },
    y: { label: "↑ People", grid: true, tickFormat: formatCount, ticks: 5 },
    marks: [
      plot.barY(sizes, { x: sizeOf, y: "people", fill: "var(--series-1)", inset: 2 }),
      plot.text(sizes, {
        x: sizeOf,
        y: "people",
        text: ({ people }: Size) => formatCount(people),
        dy: -8,
        fill: "var(--ink)",
      }),
      plot.ruleY([0], { stroke: "var(--line-strong)" }),
    ],
  });
