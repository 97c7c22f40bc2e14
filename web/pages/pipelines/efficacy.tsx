// Whether it came true: of earlier scores whose days are over, how many attained beside how many were expected.

import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatCounted, formatDay } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { type Followed, useScopeEfficacy } from "./analysis.js";
import { DecileFigure } from "./decile-figure.js";
import styles from "./efficacy.module.css";
import { newestInWords } from "./realised.js";
import { RealisedFigure } from "./realised-figure.js";

export const Efficacy = ({ id }: { id: string }) => {
  const { data, error } = useScopeEfficacy(id);
  return (
    <Panel title="Did it come true?">
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={4} />}
      {data?.outcomes.map((outcome) => (
        <OutcomeEfficacy key={outcome.outcome_id} outcome={outcome} isOnly={data.outcomes.length === 1} />
      ))}
    </Panel>
  );
};

const OutcomeEfficacy = ({ outcome, isOnly }: { outcome: Followed; isOnly: boolean }) => {
  const { outcome_name: name, realised, waiting } = outcome;
  const [newest] = realised;
  return (
    <>
      {!isOnly && <h3>{name}</h3>}
      {newest ? (
        <>
          <p>
            <strong>{newestInWords(newest)}</strong>
          </p>
          <RealisedFigure realised={realised} name={name} />
          <DecileFigure realised={newest} />
        </>
      ) : (
        <p>No scores are old enough to be judged yet.</p>
      )}
      {waiting.length > 0 && (
        <ul className={styles.waiting}>
          {waiting.slice(0, 3).map(({ cutoff, horizon_end: end, people }) => (
            <li key={cutoff}>
              Scores of {formatCounted(people, "person", "people")} as of {formatDay(cutoff)} are judged once
              the data reach {formatDay(end)}.
            </li>
          ))}
          {waiting.length > 3 && (
            <li>{formatCount(waiting.length - 3)} more wait for their days to be over.</li>
          )}
        </ul>
      )}
    </>
  );
};
