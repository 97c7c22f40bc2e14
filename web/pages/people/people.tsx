// Search for people, and the quality of deduplication: counts, match rates, records per person, match strength.

import type { ReactNode } from "react";
import { lowered } from "../../../src/words/plural.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { useNotices } from "../../api/live.js";
import { Allowed } from "../../shell/allowed.js";
import { useStreamCurrency } from "../../shell/basis.js";
import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatPeople } from "../../ui/format.js";
import { Empty, Facts, Fold, Skeleton } from "../../ui/panel.js";
import { useGoal } from "../predictions/goal.js";
import { useTopPeople } from "../predictions/scored.js";
import { leadOf } from "../predictions/summary.js";
import { TopPeople } from "../predictions/top-people.js";
import { useSummaries } from "../predictions/use-summaries.js";
import { Retention } from "../streams/retention-figure.js";
import { statesFold } from "../streams/states.js";
import { StatesFigure } from "../streams/states-figure.js";
import { BuildNotice } from "./build-notice.js";
import { ClusterSizes } from "./cluster-sizes.js";
import { Contradictions } from "./contradictions.js";
import { DatasetTable } from "./dataset-table.js";
import { PersonSearch } from "./person-search.js";
import { type PeopleAnalysis, usePeopleAnalysis } from "./queries.js";
import { WeakMatches } from "./weak-matches.js";

const People = () => {
  const { data, error } = usePeopleAnalysis();
  const isBuildFailed = [...useNotices().values()].some(
    ({ resource_type, status }) => resource_type === "people" && status === "error",
  );
  return (
    <Page
      title="People"
      about="Your customers, deduplicated: matching source records are merged into one person."
      actions={
        <>
          <ButtonLink to="/people/review">Review matches</ButtonLink>
          <ButtonLink to="/people/decisions">Decisions</ButtonLink>
        </>
      }
    >
      <BuildNotice />
      {data ? (
        <Found analysis={data} />
      ) : error?.status === 409 ? (
        // Of a build that failed, the notice says why.
        !isBuildFailed && <NoPeople />
      ) : (
        <ErrorNotice problem={error} />
      )}
      {!data && !error && <Skeleton rows={10} />}
    </Page>
  );
};
export default People;

/** The quality below waits for the people above it, which would move it. */
const Found = ({ analysis }: { analysis: PeopleAnalysis }) => {
  const { summaries, error } = useSummaries();
  const { outcome, scope } = leadOf(summaries ?? []) ?? {};
  return (
    <>
      <PersonSearch />
      {outcome && scope ? (
        <Likeliest outcome={outcome} scope={scope}>
          <StatesFold outcome={outcome} />
          <RetentionFold outcome={outcome} />
          <Quality analysis={analysis} />
        </Likeliest>
      ) : summaries || error ? (
        <Quality analysis={analysis} />
      ) : (
        <Skeleton rows={10} />
      )}
    </>
  );
};

const shownPeople = 5;

interface LikeliestProps {
  /** Outcome of the prediction that leads the home page. */
  outcome: Records["outcomes"];
  scope: Records["scopes"];
  /** Content that follows once they are there. */
  children: ReactNode;
}

const Likeliest = ({ outcome, scope, children }: LikeliestProps) => {
  const isLikeness = outcome.horizon_days === undefined;
  const { data, error } = useTopPeople(scope.id, outcome.id, shownPeople);
  return (
    <>
      <TopPeople
        title={`${isLikeness ? "Most alike" : "Likeliest customers"}: ${lowered(outcome.name)}`}
        actions={<ButtonLink to={`${pageOf("outcomes", outcome.id)}?list=1`}>Get the list</ButtonLink>}
        scopeId={scope.id}
        outcomeId={outcome.id}
        isLikeness={isLikeness}
        count={shownPeople}
      />
      {(data || error) && children}
    </>
  );
};

/** Of the events that the prediction is about; nothing where it is about none. */
const StatesFold = ({ outcome }: Pick<LikeliestProps, "outcome">) => {
  const { words, stream } = useGoal(outcome);
  if (words !== undefined && !stream) return null;
  return (
    <Fold title={statesFold.title} finding={statesFold.finding}>
      {stream ? <StatesFigure id={stream.id} name={stream.stream_name} /> : <Skeleton rows={10} />}
    </Fold>
  );
};

/** Of the same events. */
const RetentionFold = ({ outcome }: Pick<LikeliestProps, "outcome">) => {
  const { words, stream } = useGoal(outcome);
  const currencyOf = useStreamCurrency();
  if (words !== undefined && !stream) return null;
  return (
    <Fold
      title="Who came again"
      finding="New customers of each month, and how many came again in each month after it."
    >
      {stream ? (
        <Retention id={stream.id} name={stream.stream_name} currency={currencyOf(stream.stream_name)} />
      ) : (
        <Skeleton rows={12} />
      )}
    </Fold>
  );
};

const NoPeople = () => (
  <Empty
    action={
      <Allowed>
        <ButtonLink to="/data" look="primary">
          Upload a file
        </ButtonLink>
      </Allowed>
    }
  >
    No people yet. They come from your datasets: upload a file and map the columns that identify a customer.
  </Empty>
);

const Quality = ({ analysis }: { analysis: PeopleAnalysis }) => (
  <>
    <LastBuild analysis={analysis} />
    <DatasetTable datasets={analysis.datasets} />
    <Contradictions analysis={analysis} />
    <ClusterSizes analysis={analysis} />
    <WeakMatches analysis={analysis} />
  </>
);

const LastBuild = ({ analysis }: { analysis: PeopleAnalysis }) => {
  const { people_count: people, mode, changes } = analysis;
  const count = (value: number | undefined) => (value === undefined ? undefined : formatCount(value));
  return (
    <Fold title="Last build" finding={`${formatPeople(people)}. ${modeLabels[mode]}.`}>
      <Facts
        facts={[
          ["People", formatCount(people)],
          ["New people", count(changes?.added)],
          ["Merged into another person", count(changes?.merged)],
          ["Split off from another person", count(changes?.split)],
          ["Removed", count(changes?.removed)],
        ]}
      />
    </Fold>
  );
};

const modeLabels: Record<PeopleAnalysis["mode"], string> = {
  exact: "Exact matches only",
  strict: "Strict: from 95 % probability",
  standard: "Standard: from 80 % probability",
  loose: "Loose: from 50 % probability",
};
