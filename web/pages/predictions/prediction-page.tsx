// The frame of a prediction's pages: its name and state, the list, and its tabs. A prediction is an outcome, the
// pipeline that scores it, and their deployments.

import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Problem } from "../../api/client.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { useCreate } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { RecordPage } from "../../shell/record-page.js";
import { Tabs } from "../../shell/tabs.js";
import { afterPaint } from "../../ui/after-paint.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { analysisOf } from "../outcomes/evaluation/analysis.js";
import { Builds } from "./builds.js";
import { ListButton } from "./list-button.js";
import { useParts } from "./parts.js";
import styles from "./results.module.css";
import { type ScoredBy, useScored } from "./scored.js";
import { usePipelineOf } from "./use-summaries.js";

const tabs = {
  Plan: "",
  List: "/list",
  Campaign: "/campaign",
  "Came true": "/came-true",
  Evidence: "/evidence",
  Settings: "/settings",
} as const;

interface PredictionPageProps {
  id: string;
  tab: keyof typeof tabs;
  children: (outcome: Records["outcomes"]) => ReactNode;
}

export const PredictionPage = ({ id, tab, children }: PredictionPageProps) => {
  const queries = useQueryClient();
  return (
    <RecordPage
      kind="outcomes"
      id={id}
      readers={(outcome) => <ListButton outcome={outcome} />}
      parts={useParts(id)}
      tabs={
        <Tabs
          label="This prediction"
          current={tab}
          tabs={Object.entries(tabs).map(([name, end]) => ({
            name,
            to: `${pageOf("outcomes", id)}${end}`,
            ...(name === "Evidence" && {
              onNear: () => afterPaint(() => void queries.prefetchQuery(analysisOf(id))),
            }),
          }))}
        />
      }
    >
      {(outcome) => (
        <>
          {outcome.active_cohort_name !== undefined && (
            <p className="soft">
              All chances are those of customers if they are active (“{outcome.active_cohort_name}”) within
              the horizon. How many will be is not predicted.
            </p>
          )}
          {children(outcome)}
        </>
      )}
    </RecordPage>
  );
};

interface EvaluatedProps<A> {
  outcome: Records["outcomes"];
  /** Reads the part of the analysis that the page shows. */
  useRead: (outcomeId: string) => UseQueryResult<A, Problem>;
  children: (analysis: A) => ReactNode;
}

/** The page of what the test of a prediction found, once there are results. */
export const Evaluated = <A,>(props: EvaluatedProps<A>) =>
  props.outcome.verdict ? <Read {...props} /> : <NoResults outcome={props.outcome} />;

const Read = <A,>({ outcome, useRead, children }: EvaluatedProps<A>) => {
  const { data: analysis, error } = useRead(outcome.id);
  if (!analysis)
    return error ? (
      <ErrorNotice problem={error} />
    ) : (
      <div className={styles.waiting}>
        <Skeleton rows={12} label="Loading results" />
      </div>
    );
  return (
    <>
      {outcome.status !== "ready" && (
        <p role="status">These are the results of the last build. The next build replaces them.</p>
      )}
      {children(analysis)}
    </>
  );
};

const NoResults = ({ outcome }: { outcome: Records["outcomes"] }) =>
  outcome.status === "error" ? (
    <Panel title="Results">
      <p className="soft">No results: the build failed. See the message above for what to change.</p>
    </Panel>
  ) : (
    <Builds id={outcome.id} />
  );

/** What there is once a pipeline has scored people; until then, what leads to it. */
export const Scored = ({
  outcome,
  children,
}: {
  outcome: Records["outcomes"];
  children: (scope: Records["scopes"], expected: ScoredBy["expected"]) => ReactNode;
}) => {
  const { scope, expected, error } = useScored(outcome.id);
  const pipeline = usePipelineOf(outcome.id);
  if (error) return <ErrorNotice problem={error} />;
  if (scope) return children(scope, expected);
  if (scope === undefined || pipeline === undefined) return <div className={styles.pending} />;
  if (pipeline) return <Builds id={pipeline.id} />;
  return outcome.verdict ? <Score outcome={outcome} /> : <NoResults outcome={outcome} />;
};

/** A prediction that no pipeline scores yet. */
const Score = ({ outcome }: { outcome: Records["outcomes"] }) => {
  const create = useCreate("scopes");
  const { id, name, eligible_cohort_id: eligible, eligible_cohort_name: cohort } = outcome;
  const score = () =>
    create.mutate({
      name,
      population: { cohort_ids: eligible ? [eligible] : [] },
      payload: { outcome_ids: [id], explainability: true },
      preview: false,
    });
  return (
    <Panel title="Score your customers">
      <p>
        {cohort ? `Everyone in “${cohort}”` : "Everyone"} gets a chance and reasons, kept up to date with each
        new file.
      </p>
      <ErrorNotice problem={create.error} />
      <div>
        <Allowed>
          <Button look="primary" isBusy={create.isPending} onClick={score}>
            Score {cohort ? `“${cohort}”` : "everyone"}
          </Button>
        </Allowed>
      </div>
    </Panel>
  );
};
