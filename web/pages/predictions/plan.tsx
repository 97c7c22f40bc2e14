// The plan of a prediction: how many people to expect by when, and how many to contact.

import { useState } from "react";
import type { Records } from "../../api/kinds.js";
import { type Findings, useFindings } from "../outcomes/evaluation/analysis.js";
import { Forecast } from "./forecast.js";
import { GetList } from "./get-list.js";
import { HorizonsPanel } from "./horizons.js";
import { Evaluated, PredictionPage, Scored } from "./prediction-page.js";
import { ReachPanel } from "./reach.js";
import { usualReach } from "./reach-curve.js";
import { RenewalsPanel } from "./renewals.js";
import { useScored } from "./scored.js";
import { usePipelineOf } from "./use-summaries.js";

const Plan = ({ id }: { id: string }) => (
  <PredictionPage id={id} tab="Plan">
    {(outcome) => (
      <Evaluated outcome={outcome} useRead={useFindings}>
        {(analysis) => (
          <>
            <Expectation outcome={outcome} analysis={analysis} />
            <Scored outcome={outcome}>
              {(scope, expected) =>
                analysis.method.mode === "point_in_time" && (
                  <Reach outcome={outcome} scope={scope} scored={expected?.scored_count ?? 0} />
                )
              }
            </Scored>
          </>
        )}
      </Evaluated>
    )}
  </PredictionPage>
);
export default Plan;

const Expectation = ({ outcome, analysis }: { outcome: Records["outcomes"]; analysis: Findings }) => {
  const { scope, expected } = useScored(outcome.id);
  const pipeline = usePipelineOf(outcome.id);
  return (
    <>
      <Forecast
        outcome={outcome}
        analysis={analysis}
        expected={expected}
        isScoring={scope === undefined || pipeline !== null}
      />
      {expected?.recurring && <RenewalsPanel recurring={expected.recurring} />}
      <HorizonsPanel analysis={analysis} expected={expected} />
    </>
  );
};

const Reach = ({
  outcome,
  scope,
  scored,
}: {
  outcome: Records["outcomes"];
  scope: Records["scopes"];
  /** Number of people. */
  scored: number;
}) => {
  const [people, setPeople] = useState<number>();
  const [isListOpen, setListOpen] = useState(false);
  return (
    <>
      <ReachPanel
        scopeId={scope.id}
        outcomeId={outcome.id}
        people={people}
        onPeople={setPeople}
        onList={() => setListOpen(true)}
      />
      {isListOpen && (
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
