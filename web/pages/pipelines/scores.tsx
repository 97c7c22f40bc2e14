// The scores of a pipeline by prediction: expected conversions, warnings, histogram and population drift.

import { Link } from "wouter";
import { expectationSentence, notScoredSentences } from "../../../src/words/expectation.js";
import { pageOf } from "../../api/kinds.js";
import { useRecord } from "../../api/resources.js";
import { DataAge } from "../../shell/data-age.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { reader } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { type ScoredOutcome, useScopeAnalysis } from "./analysis.js";
import { Drift } from "./drift.js";
import { ScoreHistogram } from "./score-histogram.js";
import styles from "./scores.module.css";

interface ScoresProps {
  id: string;
  /** The page says already how old the data are. */
  isAgeKnown?: boolean;
}

export const Scores = ({ id, isAgeKnown = false }: ScoresProps) => {
  const { data, error } = useScopeAnalysis(id);
  if (!data)
    return (
      <Panel title="Scores">
        <ErrorNotice problem={error} />
        {!error && <Skeleton rows={10} />}
      </Panel>
    );
  return data.outcomes.map((score) => (
    <OutcomeScores
      key={score.outcome_id}
      score={score}
      isAgeKnown={isAgeKnown}
      warnings={data.warnings
        .filter(({ outcome_id }) => outcome_id === score.outcome_id)
        .map(({ note }) => note)}
    />
  ));
};

const OutcomeScores = ({
  score,
  warnings,
  isAgeKnown,
}: Required<Pick<ScoresProps, "isAgeKnown">> & { score: ScoredOutcome; warnings: readonly string[] }) => {
  const { data: outcome, isPending } = useRecord("outcomes", score.outcome_id);
  // Sentences of the prediction would push the picture down.
  if (isPending)
    return (
      <Panel title={score.outcome_name ?? "Scores"}>
        <Skeleton rows={10} />
      </Panel>
    );
  return (
    <Panel
      title={score.outcome_name ?? "Scores"}
      actions={<Link to={pageOf("outcomes", score.outcome_id)}>See results</Link>}
    >
      <div>
        <p>
          <strong>{expectationSentence(score, outcome, reader)}</strong>
        </p>
        {outcome && !isAgeKnown && <DataAge horizonDays={outcome.horizon_days} />}
        {notScoredSentences(score, outcome, reader).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Warnings">
          {warnings.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {score.scored_count > 0 && <ScoreHistogram score={score} />}
      <Drift score={score} />
    </Panel>
  );
};
