// Probabilities of the matches by similarity, and the weakest of them, which may be wrong.

import { useMemo } from "react";
import { Figure, type FigureColumn } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatCount, formatCounted, formatPercent } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Fold } from "../../ui/panel.js";
import { PersonLink } from "./person-link.js";
import { type PeopleAnalysis, usePersonTitles } from "./queries.js";
import { matchProbability } from "./sentences.js";

type Bin = PeopleAnalysis["link_probabilities"][number];
type WeakMatch = PeopleAnalysis["weakest_links"][number];

const columns: FigureColumn<Bin>[] = [
  { header: "Probability from", value: ({ min }) => min, text: ({ min }) => formatPercent(min) },
  { header: "to", value: ({ max }) => max, text: ({ max }) => formatPercent(max) },
  { header: "Matches", value: ({ links }) => links, text: ({ links }) => formatCount(links) },
];

const weakColumns = (titles: ReadonlyMap<string, string>): Column<WeakMatch>[] => [
  {
    header: "Person",
    value: ({ person_id }) => titles.get(person_id) ?? person_id,
    cell: ({ person_id }) => <PersonLink id={person_id} title={titles.get(person_id)} />,
  },
  {
    header: "Probability of one person",
    value: ({ probability }) => probability,
    cell: ({ probability }) => matchProbability(probability),
    isNumber: true,
  },
];

export const WeakMatches = ({ analysis }: { analysis: PeopleAnalysis }) => {
  const { link_probabilities: bins, weakest_links: weakest } = analysis;
  const matches = bins.reduce((sum, bin) => sum + bin.links, 0);
  const sketch = useMemo(() => sketchOf(bins), [bins]);
  return (
    <Fold
      title="Match strength"
      finding={
        matches === 0
          ? "All matches are exact."
          : `${formatCounted(matches, "match of similar records", "matches of similar records")}, each with a probability of ${matchProbability(weakest[0]?.probability ?? 1)} or more.`
      }
    >
      {matches === 0 ? (
        <p>All matches are exact.</p>
      ) : (
        <Figure
          title="Matches by probability"
          about="Matches of similar records. Exact matches, such as an equal e-mail address and name, are not included."
          summary={`${formatCounted(matches, "match")}. Lowest probability: ${matchProbability(weakest[0]?.probability ?? 1)}.`}
          rows={bins}
          columns={columns}
          fileName="matches-by-probability"
          height={220}
          sketch={sketch}
        />
      )}
      {weakest.length > 0 && <Weakest weakest={weakest} />}
    </Fold>
  );
};

const Weakest = ({ weakest }: { weakest: PeopleAnalysis["weakest_links"] }) => {
  const ids = useMemo(() => weakest.map(({ person_id }) => person_id), [weakest]);
  const titles = usePersonTitles(ids);
  return (
    <>
      <h3>
        {weakest.length === 1 ? "The weakest match" : `The ${formatCount(weakest.length)} weakest matches`}:
        check first
      </h3>
      <List
        label="Weakest matches"
        rows={weakest}
        rowKey={({ record_ids }) => record_ids.join(" ")}
        columns={weakColumns(titles)}
        empty={null}
      />
    </>
  );
};

const sketchOf =
  (bins: readonly Bin[]): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 40,
    x: {
      label: "Probability of one person →",
      tickFormat: formatPercent,
      domain: [0.5, 1],
      ticks: 5,
    },
    y: { label: "↑ Matches", grid: true, tickFormat: formatCount, ticks: 5 },
    marks: [
      plot.rectY(bins, { x1: "min", x2: "max", y: "links", fill: "var(--series-1)", inset: 1 }),
      plot.ruleY([0], { stroke: "var(--line-strong)" }),
    ],
  });
