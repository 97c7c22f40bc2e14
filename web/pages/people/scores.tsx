// Predictions for a person by each pipeline: probability, rank, reasons, personas and the nearest location.

import { useState } from "react";
import { Link } from "wouter";
import { liveSentence } from "../../../src/words/arrivals.js";
import { distanceText } from "../../../src/words/cohort.js";
import { horizonWords } from "../../../src/words/horizons.js";
import { distinctReasons } from "../../../src/words/reasons.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { useBasis } from "../../shell/basis.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatDay, formatPercent, reader, unbroken } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { ChangeParts, partUnits, widestOf } from "../pipelines/change-parts.js";
import { useMovers } from "../pipelines/use-movers.js";
import { ChanceFigure } from "./chance-figure.js";
import { movedScores, type Score } from "./live.js";
import { PredictedFacts } from "./predicted-facts.js";
import { type LivePerson, usePersonScores } from "./queries.js";
import styles from "./scores.module.css";

type Reason = NonNullable<Score["explanation"]>[number];

/** `live`: the same as of this moment, where the account scores live. */
export const Scores = ({ id, live }: { id: string; live: LivePerson | undefined }) => {
  const { data, error } = usePersonScores(id);
  return (
    <Panel
      title="Predictions"
      basis={useBasis({ of: "this customer", currency: null })}
      actions={live && <LiveMark live={live} />}
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={3} />}
      {data?.length === 0 && <p className="soft">No pipeline includes this person.</p>}
      {data &&
        movedScores(data, live?.scores).map(({ score, builtProbability }) => (
          <PersonScore
            key={`${score.scope_id} ${score.outcome_id}`}
            id={id}
            score={score}
            builtProbability={builtProbability}
          />
        ))}
    </Panel>
  );
};

const useOutcome = ({ outcome_id: outcomeId }: Score): Records["outcomes"] | undefined =>
  useList("outcomes").data?.find(({ id }) => id === outcomeId);

/** "by 30 July 2026 (60 days)"; empty for a prediction without days. */
const whenOf = (outcome: Records["outcomes"] | undefined, { scored_through: through }: Score): string =>
  outcome && through !== undefined ? horizonWords({ ...outcome, data_through: through }, reader) : "";

/** Says what is newer than the last build. Its line is there from the beginning, so that nothing moves. */
const LiveMark = ({ live: { scores } }: { live: LivePerson }) => (
  <p className="small soft" role="status">
    {liveSentence(scores?.find(({ live }) => live)?.live, scores !== undefined, reader)}
  </p>
);

interface PersonScoreProps {
  id: string;
  score: Score;
  /** That of the last build, where the score is newer. */
  builtProbability: number | undefined;
}

const PersonScore = ({ id, score, builtProbability }: PersonScoreProps) => {
  const outcome = useOutcome(score);
  return (
    <div className={styles.score}>
      <h3>
        <Link to={pageOf("outcomes", score.outcome_id)}>{score.outcome_name}</Link>
      </h3>
      <p>
        <strong>{scoreSentence(score, whenOf(outcome, score))}</strong>
      </p>
      {score.probability !== undefined && (
        <progress className={styles.chance} max={1} value={score.probability} aria-hidden="true" />
      )}
      {score.predicted && <PredictedFacts predicted={score.predicted} outcome={outcome} />}
      <ChanceFigure score={score} />
      {score.explanation && score.explanation.length > 0 && <Reasons reasons={score.explanation} />}
      {score.probability !== undefined && <WhyChanged id={id} score={score} />}
      {score.personas.length > 0 && (
        <p>
          {score.personas.length === 1 ? "Persona: " : "Personas: "}
          {score.personas.map(({ persona_set_id, persona_set_name, persona_name }, index) => (
            <span key={persona_set_id}>
              {index > 0 && ", "}
              {persona_name} (<Link to={pageOf("persona_sets", persona_set_id)}>{persona_set_name}</Link>)
            </span>
          ))}
        </p>
      )}
      {score.nearest_location && <Nearest location={score.nearest_location} />}
      <p className="small soft">
        Pipeline: <Link to={pageOf("scopes", score.scope_id)}>{score.scope_name}</Link>
        {builtProbability === undefined
          ? score.scored_through && ` · Events before ${formatDay(score.scored_through)}`
          : ` · Now; ${formatPercent(builtProbability)} at the last build`}
      </p>
    </div>
  );
};

const Nearest = ({ location }: { location: NonNullable<Score["nearest_location"]> }) => {
  const { atlas_id, name, reference_key, distance } = location;
  return (
    <p>
      Nearest location:{" "}
      <Link to={pageOf("atlases", atlas_id)}>{name ?? reference_key ?? "a location without a name"}</Link>,{" "}
      {unbroken(distanceText(distance, reader))} away
    </p>
  );
};

const WhyChanged = ({ id, score }: { id: string; score: Score }) => {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <ScoreChange id={id} score={score} />
  ) : (
    <div>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Why did it change?<span className="visually-hidden"> {score.outcome_name}</span>
      </Button>
    </div>
  );
};

const ScoreChange = ({ id, score: { scope_id, outcome_id } }: { id: string; score: Score }) => {
  const { data, error } = useMovers(scope_id, { outcome_id, person_id: id });
  if (error) return <ErrorNotice problem={error} />;
  if (!data) return <Skeleton rows={2} />;
  const [mover] = data.people;
  if (!data.from) return <p className="soft">{data.text}</p>;
  if (!mover) return <p className="soft">No probability before the last build.</p>;
  const { from, to, parts } = mover;
  return (
    <section aria-label="Why the probability changed">
      <p>
        {unbroken(
          `${formatPercent(from)} in the build of ${formatDay(data.from.built_at)}, ${formatPercent(to)} now` +
            (parts.length === 0 ? ": nothing changed." : "."),
        )}
      </p>
      {parts.length > 0 && <ChangeParts parts={parts} widest={widestOf([mover])} />}
      {parts.length > 0 && <p className="small soft">{partUnits}</p>}
    </section>
  );
};

const scoreSentence = ({ status, probability, percentile }: Score, when: string): string => {
  if (status === "attained") return "Already converted.";
  if (status === "no_events" && probability === undefined)
    return "On file without an event, and too few such people are known to say.";
  if (status === "not_eligible" || probability === undefined) return "Not eligible.";
  const rank = percentile === undefined ? "" : `, ${rankPhrase(percentile)} of scored people`;
  const like = status === "no_events" ? ", as other people on file without an event were" : "";
  return `${[formatPercent(probability), "likely", when].filter(Boolean).join(" ")}${rank}${like}.`;
};

const rankPhrase = (percentile: number): string =>
  percentile === 100 ? "in the top 1 %" : `ranked above ${percentile} %`;

const Reasons = ({ reasons }: { reasons: readonly Reason[] }) => (
  <div className={styles.reasons}>
    {(["for", "against"] as const).map((side) => {
      const own = reasons.filter(({ direction }) => direction === side);
      return (
        own.length > 0 && (
          <div key={side}>
            <h4>{side === "for" ? "Reasons for" : "Reasons against"}</h4>
            <ul>
              {distinctReasons(own.map(({ sentence }) => sentence)).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        )
      );
    })}
  </div>
);
