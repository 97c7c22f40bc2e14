// The decision that a prediction supports: what to expect, whom to contact, and the list. The evidence
// follows on the same page.

import { useState } from "react";
import { useSearch } from "wouter";
import type { Records } from "../../api/kinds.js";
import { useCreate } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Panel } from "../../ui/panel.js";
import type { Analysis } from "../outcomes/evaluation/analysis.js";
import { Builds } from "./builds.js";
import { Forecast } from "./forecast.js";
import { GetList } from "./get-list.js";
import { HorizonsPanel } from "./horizons.js";
import { ReachPanel } from "./reach.js";
import { usualReach } from "./reach-curve.js";
import styles from "./results.module.css";
import { type ScoredBy, useScored } from "./scored.js";
import { TopPeople } from "./top-people.js";
import { usePipelineOf } from "./use-summaries.js";

interface DecisionProps {
  outcome: Records["outcomes"];
  analysis: Analysis;
}

export const Decision = ({ outcome, analysis }: DecisionProps) => {
  const { scope, expected, error } = useScored(outcome.id);
  const pipeline = usePipelineOf(outcome.id);
  const [people, setPeople] = useState<number>();
  const [isListOpen, setListOpen] = useState(false);
  const scored = expected?.scored_count ?? 0;
  return (
    <>
      <ErrorNotice problem={error} />
      <Forecast
        outcome={outcome}
        analysis={analysis}
        expected={expected}
        isScoring={scope === undefined || pipeline !== null}
      />
      <HorizonsPanel analysis={analysis} expected={expected} />
      {scope ? (
        <>
          {analysis.method.mode === "point_in_time" && (
            <ReachPanel
              scopeId={scope.id}
              outcomeId={outcome.id}
              people={people}
              onPeople={setPeople}
              onList={() => setListOpen(true)}
            />
          )}
          <TopPeople
            scopeId={scope.id}
            outcomeId={outcome.id}
            isLikeness={analysis.method.mode === "static"}
          />
        </>
      ) : scope === undefined ? (
        <div className={styles.pending} />
      ) : pipeline ? (
        <Builds id={pipeline.id} />
      ) : (
        <Score outcome={outcome} />
      )}
      {scope && isListOpen && (
        <GetList
          scope={scope}
          outcome={outcome}
          people={people ?? usualReach(scored)}
          onClose={() => setListOpen(false)}
        />
      )}
    </>
  );
};

/** For the head of the page. A link in an e-mail opens the list at once: `?list=1`. */
export const ListButton = ({ outcome }: { outcome: Records["outcomes"] }) => {
  const { scope, expected }: ScoredBy = useScored(outcome.id);
  const [isOpen, setOpen] = useState(new URLSearchParams(useSearch()).get("list") === "1");
  if (!scope) return null;
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Get the list
      </Button>
      {isOpen && (
        <GetList
          scope={scope}
          outcome={outcome}
          people={usualReach(expected?.scored_count ?? 0)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
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
        <Button look="primary" isBusy={create.isPending} onClick={score}>
          Score {cohort ? `“${cohort}”` : "everyone"}
        </Button>
      </div>
    </Panel>
  );
};
