// The page of a recommender: its items, its verdict, its hit rates and its coverage.

import { useState } from "react";
import { Link } from "wouter";
import { decisionLabels, recommenderLabels } from "../../../src/words/labels.js";
import { verdictText } from "../../../src/words/verdict.js";
import { answer, api, Problem, type Schemas } from "../../api/client.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { usePart } from "../../api/resources.js";
import { IntervalFigure } from "../../charts/interval-figure.js";
import { RecordPage } from "../../shell/record-page.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField } from "../../ui/field.js";
import {
  formatCount,
  formatCounted,
  formatDay,
  formatPeople,
  formatPercent,
  reader,
} from "../../ui/format.js";
import { Empty, Facts, Panel, Skeleton } from "../../ui/panel.js";

type Analysis = Schemas["RecommenderAnalysis"];
type Candidate = Analysis["used"];

const RecommenderPage = ({ id }: { id: string }) => (
  <RecordPage kind="recommenders" id={id}>
    {(recommender) => (
      <>
        <Summary recommender={recommender} />
        <Evaluation id={recommender.id} />
      </>
    )}
  </RecordPage>
);
export default RecommenderPage;

const Summary = ({ recommender }: { recommender: Records["recommenders"] }) => (
  <Panel title="Recommended items">
    <Facts
      facts={[
        ["Property", <code key="property">{recommender.stream_property_name}</code>],
        [
          "Stream",
          <Link key="stream" to={pageOf("streams", recommender.stream_name)}>
            {recommender.stream_name}
          </Link>,
        ],
        ["As of", recommender.data_through && formatDay(recommender.data_through)],
      ]}
    />
  </Panel>
);

const Evaluation = ({ id }: { id: string }) => {
  const { data, error } = usePart("recommenders", id, "analysis", () =>
    answer(api.GET("/recommenders/{id}/analysis", { params: { path: { id } } })),
  );
  if (error instanceof Problem && error.status === 409)
    return (
      <Panel title="Results">
        <Empty>No results yet. The recommender is tested when it is first built.</Empty>
      </Panel>
    );
  if (error) return <ErrorNotice problem={error} />;
  if (!data) return <Skeleton rows={10} />;
  return (
    <>
      <Verdict analysis={data} />
      <Panel title="Hit rates">
        <HitRates analysis={data} />
      </Panel>
      <Coverage analysis={data} />
    </>
  );
};

const Verdict = ({ analysis }: { analysis: Analysis }) => {
  const { verdict, used, test } = analysis;
  return (
    <Panel title={decisionLabels[verdict.decision].title}>
      <p>{verdictText(verdict, reader)}</p>
      <Facts
        facts={[
          ["Method", recommenderLabels[used].label],
          ["Tested on", formatPeople(test.people)],
          ["Test date", formatDay(test.cutoff)],
          ["Horizon", formatCounted(test.horizon_days, "day")],
        ]}
      />
      <p className="small soft">{recommenderLabels[used].meaning}</p>
    </Panel>
  );
};

/** From simple to rich. */
const candidateOrder: readonly Candidate[] = ["popularity", "repeat", "next", "similar", "blend"];

const metricLabels = {
  hit_rate_1: "Hit rate of the first recommendation",
  hit_rate_3: "Hit rate of the first 3 recommendations",
  hit_rate_10: "Hit rate of the first 10 recommendations",
} as const;
type Metric = keyof typeof metricLabels;

/** The share of people whose next choice was among their recommendations. */
const HitRates = ({ analysis }: { analysis: Analysis }) => {
  const [metric, setMetric] = useState<Metric>("hit_rate_3");
  const rows = rowsOf(analysis, metric);
  const used = rows.find(({ isUsed }) => isUsed);
  return (
    <>
      <SelectField
        label="Metric"
        value={metric}
        onChange={setMetric}
        choices={Object.entries(metricLabels).map(([value, label]) => ({ value: value as Metric, label }))}
      />
      <IntervalFigure
        title={metricLabels[metric]}
        about="The share of tested people who chose a recommended item on their next visit, by method."
        summary={used ? `${used.name}: ${reader.withInterval(used.value, used, formatPercent)}.` : ""}
        rows={rows}
        label={{ header: "Method", of: ({ name, isUsed }) => (isUsed ? `${name} (used)` : name) }}
        interval={(row) => row}
        value="Hit rate"
        show={formatPercent}
        color={({ isUsed }) => (isUsed ? "var(--series-1)" : "var(--series-5)")}
        fileName="recommender-hit-rates"
      />
    </>
  );
};

const rowsOf = ({ candidates, used }: Analysis, metric: Metric) =>
  candidateOrder.flatMap((candidate) => {
    const scores = candidates[candidate];
    return scores
      ? [{ name: recommenderLabels[candidate].label, isUsed: candidate === used, ...scores[metric] }]
      : [];
  });

const Coverage = ({ analysis: { coverage, popular } }: { analysis: Analysis }) => (
  <Panel title="Coverage">
    <Facts
      facts={[
        [
          "People with personal recommendations",
          `${formatCount(coverage.people)} (${formatPercent(coverage.people_share)})`,
        ],
        ["Items that people chose", formatCount(coverage.items)],
        ["Items recommended to at least one person", formatCount(coverage.items_recommended)],
      ]}
    />
    {popular.length > 0 && (
      <>
        <h3>Most popular items</h3>
        <p>{popular.join(", ")}</p>
        <p className="small soft">Recommended to everyone else, the most popular first.</p>
      </>
    )}
  </Panel>
);
