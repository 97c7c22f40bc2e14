// How sure the links are that rest on likeness, and those most likely wrong.

import { useMemo } from "react";
import { Figure, type FigureColumn } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatCount, formatPercent } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Panel } from "../../ui/panel.js";
import { PersonLink } from "./person-link.js";
import type { PeopleAnalysis } from "./read.js";
import { useTitles } from "./titles.js";
import { sure } from "./words.js";

type Bin = PeopleAnalysis["link_probabilities"][number];
type Unsure = PeopleAnalysis["weakest_links"][number];

const columns: FigureColumn<Bin>[] = [
  { header: "Probability from", value: ({ min }) => min, text: ({ min }) => formatPercent(min) },
  { header: "to", value: ({ max }) => max, text: ({ max }) => formatPercent(max) },
  { header: "Links", value: ({ links }) => links, text: ({ links }) => formatCount(links) },
];

const unsureColumns = (titles: ReadonlyMap<string, string>): Column<Unsure>[] => [
  {
    header: "Person",
    value: ({ person_id }) => titles.get(person_id) ?? person_id,
    cell: ({ person_id }) => <PersonLink id={person_id} title={titles.get(person_id)} />,
  },
  {
    header: "One person with a probability of",
    value: ({ probability }) => probability,
    cell: ({ probability }) => sure(probability),
    isNumber: true,
  },
];

export const LeastSure = ({ analysis }: { analysis: PeopleAnalysis }) => {
  const { link_probabilities: bins, weakest_links: unsure } = analysis;
  const ids = useMemo(() => unsure.map(({ person_id }) => person_id), [unsure]);
  const titles = useTitles(ids);
  const links = bins.reduce((sum, bin) => sum + bin.links, 0);
  const sketch = useMemo(() => sketchOf(bins), [bins]);
  return (
    <Panel title="How sure the links are">
      {links === 0 ? (
        <p>No link rests on likeness: all records of a person have something equal that identifies them.</p>
      ) : (
        <Figure
          title="Links that rest on likeness, by how sure they are"
          about="Links by an equal key, such as an e-mail address and a name, are not among them: there is nothing to doubt."
          summary={`${formatCount(links)} links; the least sure have a probability of ${sure(unsure[0]?.probability ?? 1)}.`}
          rows={bins}
          columns={columns}
          fileName="links-by-probability"
          height={220}
          sketch={sketch}
        />
      )}
      {unsure.length > 0 && (
        <details open>
          <summary>The {formatCount(unsure.length)} least sure links: the first to look at</summary>
          <List
            label="Least sure links"
            rows={unsure}
            rowKey={({ record_ids }) => record_ids.join(" ")}
            columns={unsureColumns(titles)}
            empty={null}
          />
        </details>
      )}
    </Panel>
  );
};

const sketchOf =
  (bins: readonly Bin[]): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 40,
    x: {
      label: "Probability that they are one person →",
      tickFormat: formatPercent,
      domain: [0.5, 1],
      ticks: 5,
    },
    y: { label: "↑ Links", grid: true, tickFormat: formatCount, ticks: 5 },
    marks: [
      plot.rectY(bins, { x1: "min", x2: "max", y: "links", fill: "var(--series-1)", inset: 1 }),
      plot.ruleY([0], { stroke: "var(--line-strong)" }),
    ],
  });
