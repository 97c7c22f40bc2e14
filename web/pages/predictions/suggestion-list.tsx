// Suggestions as a list of choices: a tick, a horizon, and how often it happened.

import { Link } from "wouter";
import { formatCounted, formatPercent, reader } from "../../ui/format.js";
import styles from "./new.module.css";
import {
  type Choices,
  canBeLearned,
  chosenRate,
  isTicked,
  type PastRate,
  rarer,
  type Suggestion,
} from "./suggestions.js";

interface ListProps {
  suggestions: readonly Suggestion[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}

/**
 * List of suggestions. Those that cannot be learned yet come last, folded away unless there are no others.
 */
export const SuggestionList = (props: ListProps) => {
  const able = props.suggestions.filter(canBeLearned);
  const unable = props.suggestions.filter((suggestion) => !canBeLearned(suggestion));
  return (
    <>
      {able.length > 0 && <Items {...props} shown={able} />}
      {unable.length > 0 && (
        <details open={able.length === 0}>
          <summary>
            {formatCounted(unable.length, "more question needs", "more questions need")} more data
          </summary>
          <Items {...props} shown={unable} />
        </details>
      )}
    </>
  );
};

const Items = ({ suggestions, shown, choices, onChange }: ListProps & { shown: readonly Suggestion[] }) => (
  <ul className={styles.suggestions}>
    {shown.map((suggestion) => (
      <Item
        key={suggestion.id}
        suggestion={suggestion}
        isTicked={isTicked(suggestion, suggestions, choices)}
        rate={chosenRate(suggestion, choices)}
        onTick={(isOn) => onChange({ ...choices, ticked: { ...choices.ticked, [suggestion.id]: isOn } })}
        onDays={(days) => onChange({ ...choices, days: { ...choices.days, [suggestion.id]: days } })}
      />
    ))}
  </ul>
);

interface ItemProps {
  suggestion: Suggestion;
  isTicked: boolean;
  rate: PastRate | undefined;
  onTick: (isTicked: boolean) => void;
  onDays: (days: number) => void;
}

const Item = ({ suggestion, isTicked, rate, onTick, onDays }: ItemProps) => {
  const { id, horizons, people, outcome_id: outcomeId } = suggestion;
  const name = rate?.name ?? suggestion.name;
  return (
    <li className={styles.suggestion}>
      <input
        id={id}
        type="checkbox"
        checked={isTicked}
        disabled={!canBeLearned(suggestion)}
        aria-describedby={`${id} facts`}
        onChange={(event) => onTick(event.target.checked)}
      />
      <div className={styles.name}>
        <label htmlFor={id}>{name}</label>
        <p id={`${id} facts`} className="soft">
          {formatCounted(people, "customer")} to score. <Past suggestion={suggestion} rate={rate} />
          {outcomeId && (
            <>
              {" "}
              <Link to={`/predictions/${outcomeId}`}>This prediction exists.</Link>
            </>
          )}
        </p>
      </div>
      <Share suggestion={suggestion} rate={rate} />
      {horizons.length > 1 && (
        <select
          className={styles.horizon}
          aria-label={`Horizon of “${name}”`}
          value={rate?.days}
          onChange={(event) => onDays(Number(event.target.value))}
        >
          {horizons.map(({ days }) => (
            <option key={days} value={days}>
              {reader.days(days)}
            </option>
          ))}
        </select>
      )}
    </li>
  );
};

/** The share of people who did it in the past, as a figure and a bar beside the words. */
const Share = ({ suggestion: { answer }, rate }: { suggestion: Suggestion; rate: PastRate | undefined }) => {
  const past = answer ?? rate;
  if (!past || past.people === 0) return <span />;
  const share = past.attained / past.people;
  return (
    <span className={styles.share} aria-hidden="true">
      <b>{formatPercent(share)}</b>
      <span className={styles.track}>
        <span style={{ inlineSize: `${100 * share}%` }} />
      </span>
    </span>
  );
};

const Past = ({ suggestion, rate }: { suggestion: Suggestion; rate: PastRate | undefined }) => {
  if (suggestion.answer) return <Answered suggestion={suggestion} answer={suggestion.answer} />;
  if (!rate) return "The history is too short to learn from.";
  const { days, people, attained } = rate;
  if (!canBeLearned(suggestion))
    return `Only ${formatCounted(rarer(rate), "customer")} of ${reader.count(people)} ${
      attained <= people - attained ? suggestion.goal : "did not"
    } within ${reader.days(days)}: too few to learn from.`;
  const share = people === 0 ? 0 : attained / people;
  return `In the last ${reader.days(days)}, ${formatPercent(share)} ${suggestion.goal} (${reader.count(attained)} of ${reader.count(people)}).`;
};

/** A likeness has no past: the file says who has the answer today. */
const Answered = ({
  suggestion,
  answer: { people, attained },
}: {
  suggestion: Suggestion;
  answer: NonNullable<Suggestion["answer"]>;
}) => {
  const fewer = { people, attained };
  if (!canBeLearned(suggestion))
    return `Only ${formatCounted(rarer(fewer), "customer")} of ${reader.count(people)} ${
      attained <= people - attained ? suggestion.goal : "do not"
    }: too few to learn from.`;
  return `${formatPercent(attained / people)} ${suggestion.goal} (${reader.count(attained)} of ${reader.count(people)}). Without dates: finds who is like them, not who will be next.`;
};
