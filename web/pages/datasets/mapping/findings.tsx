// Findings card: what the files were recognised as, their counts and notes, and the questions that only the
// owner can answer.

import { type ReactNode, useId } from "react";
import { followsClause, nounOf } from "../../../../src/words/ledger.js";
import type { Schemas } from "../../../api/client.js";
import { Button } from "../../../ui/button.js";
import { reader } from "../../../ui/format.js";
import { amountsOf, currencyOf, EventCounts } from "../event-counts.js";
import { Conversion } from "./conversion.js";
import { CurrencyQuestion } from "./currency-settings.js";
import { applied, type Draft, proposedDraft } from "./draft.js";
import { ExpectedFigures } from "./expected.js";
import { formatLabel } from "./formats.js";
import styles from "./mapping.module.css";
import {
  answered,
  type Choice,
  changedBy,
  chosenAnswer,
  headline,
  openQuestions,
  type Question,
  readsAgain,
} from "./proposal.js";
import { withoutOldRates } from "./rates.js";

type Dataset = Schemas["Dataset"];

interface FindingsProps {
  dataset: Dataset;
  draft: Draft;
  /** The figures are of the suggestion, and the draft differs from it. */
  isChanged: boolean;
  onChange: (draft: Draft) => void;
  /** Shows the settings of a stream, or the columns. */
  onShow: (part: string) => void;
  /** Reads the files again, with other options. */
  onRead: (options: object) => void;
  /** Reads the files again, for figures that the owner knows. */
  onExpect: (expected: NonNullable<Dataset["expected"]>) => void;
}

export const Findings = ({
  dataset,
  draft,
  isChanged,
  onChange,
  onShow,
  onRead,
  onExpect,
}: FindingsProps) => {
  const { proposal } = dataset;
  const id = useId();
  // Without rows there is nothing to say about the columns.
  const notes = dataset.row_count === 0 ? [] : (proposal?.notes ?? []);
  const counts = Object.entries(proposal?.figures ?? dataset.event_counts ?? {});
  return (
    <section className={styles.found} aria-labelledby={id}>
      <div className={styles.finding}>
        <h2 id={id}>{headline(dataset)}</h2>
        {proposal?.recognised && <Change of="the columns" onClick={() => onShow("columns")} />}
      </div>
      {dataset.preview && <Warnings of={dataset} />}
      {isChanged && (counts.length > 0 || notes.some(({ figures }) => figures)) && (
        <p className="soft small">The figures are those of the suggested mapping.</p>
      )}
      {notes.map((note) => {
        const part = changedBy(note, draft);
        return (
          <div key={note.code + note.note} className={styles.finding}>
            <p>
              <strong>{note.title}.</strong> {note.note}
            </p>
            {part && <Change of={note.title} onClick={() => onShow(part)} />}
          </div>
        );
      })}
      {counts.length > 0 && (
        <details className={styles.file} open={proposal !== undefined}>
          <summary>Compare with what you know</summary>
          {counts.map(([stream, counted]) => (
            <EventCounts
              key={stream}
              stream={stream}
              counts={counted}
              currency={currencyOf(proposal?.output_to_streams ?? dataset.output_to_streams, stream)}
              amounts={amountsOf(proposal?.output_to_streams ?? dataset.output_to_streams, stream)}
            />
          ))}
        </details>
      )}
      {proposal?.decisions && dataset.preview && dataset.row_count !== 0 && (
        <Decisions of={proposal.decisions} />
      )}
      {proposal &&
        dataset.row_count !== 0 &&
        Object.keys(draft.output_to_streams)
          .slice(0, 1)
          .map((stream) => <CurrencyQuestion key={stream} draft={draft} name={stream} onChange={onChange} />)}
      {proposal && dataset.preview && dataset.row_count !== 0 && (
        <ExpectedFigures
          dataset={dataset}
          onExpect={onExpect}
          onTake={(sets) => onChange(applied(proposedDraft(proposal), sets) as Draft)}
        />
      )}
      {proposal &&
        openQuestions(proposal.questions, draft).map((question) => (
          <Answers
            key={question.question}
            question={question}
            noun={nounOf(Object.keys(proposal.output_to_streams)[0] ?? "transaction")}
            chosen={chosenAnswer(draft, question)}
            onChoose={(choice) =>
              readsAgain(choice)
                ? onRead((choice.sets?.options ?? {}) as object)
                : onChange(withoutOldRates(answered(draft, proposedDraft(proposal), question, choice), draft))
            }
          >
            {question.code === "currency" &&
              Object.entries(proposal.figures ?? {}).map(([stream, counted]) => (
                <Conversion key={stream} stream={stream} counts={counted} draft={draft} onChange={onChange} />
              ))}
          </Answers>
        ))}
    </section>
  );
};

type Decision = NonNullable<NonNullable<Dataset["proposal"]>["decisions"]>[number];

/** The sign of a certainty, and its word. */
const certaintyWords = (certainty: Decision["certainty"]): [string, string] => {
  if (certainty === "sure") return ["●", "sure"];
  return certainty === "guessed" ? ["◐", "guessed"] : ["?", "your answer is needed"];
};

const Decisions = ({ of }: { of: readonly Decision[] }) => (
  <ul className={styles.decisions} aria-label="What we decided">
    {of.map(({ code, decided, certainty, evidence }) => (
      <li key={code} data-certainty={certainty}>
        <span aria-hidden="true">{certaintyWords(certainty)[0]}</span>
        <span className="visually-hidden">{certaintyWords(certainty)[1]}: </span>
        {decided}. <span className="soft small">{evidence}</span>
      </li>
    ))}
    <li className="soft small" aria-hidden="true">
      ● sure ◐ guessed ? your answer is needed
    </li>
  </ul>
);

const Warnings = ({ of: { warnings = [] } }: { of: Dataset }) =>
  warnings.map((warning) => (
    <p key={warning} className={styles.warned}>
      {warning}
    </p>
  ));

const Change = ({ of, onClick }: { of: string; onClick: () => void }) => (
  <Button look="quiet" onClick={onClick} aria-label={`Change: ${of}`}>
    Change
  </Button>
);

interface AnswersProps {
  question: Question;
  noun: string;
  chosen: number;
  onChoose: (choice: Choice) => void;
  /** What belongs to the answer besides. */
  children?: ReactNode;
}

const Answers = ({ question: { question, choices }, noun, chosen, onChoose, children }: AnswersProps) => {
  const name = useId();
  return (
    <fieldset className={chosen < 0 ? styles.question : styles.answered}>
      <legend>{question}</legend>
      {choices.map((choice, index) => (
        <label key={answerText(choice)} className={styles.answer}>
          <input type="radio" name={name} checked={chosen === index} onChange={() => onChoose(choice)} />
          <span>
            {answerText(choice)}
            {choice.counts && <span className="soft">: {followsClause(choice.counts, noun, reader)}</span>}
          </span>
        </label>
      ))}
      {children}
    </fieldset>
  );
};

const answerText = ({ label, reads_as, format }: Choice): string =>
  label ?? reads_as?.join("; ") ?? (format ? formatLabel(format) : "");
