// What happened, and when: the streams that rows tell of.

import { useId } from "react";
import { useList } from "../../../api/resources.js";
import { Button } from "../../../ui/button.js";
import { FieldGroup, SelectField, TextField } from "../../../ui/field.js";
import { Panel } from "../../../ui/panel.js";
import { ColumnChecks } from "./column-checks.js";
import { columnChoices, type PartProps } from "./columns.js";
import { type Format, nameBeside, type StreamDraft, withStream } from "./draft.js";
import { columnsSayingWho } from "./fields.js";
import { amountChoices, dateChoices, formatInWords } from "./formats.js";
import styles from "./mapping.module.css";
import type { Question } from "./proposal.js";

interface EventsProps extends PartProps {
  questions: readonly Question[];
}

export const Events = ({ draft, onChange, columns, questions }: EventsProps) => {
  const sayingWho = columnsSayingWho(draft.sets);
  const put = (changed: StreamDraft) =>
    onChange({ ...draft, streams: draft.streams.map((one) => (one.key === changed.key ? changed : one)) });
  return (
    <Panel title="What happened, and when">
      <p className="soft">
        Each row is an event in a stream: an order, a visit, a cancellation. A file without events, such as a
        list of members, has none.
      </p>
      {draft.streams.map((stream) => (
        <StreamFields
          key={stream.key}
          stream={stream}
          columns={columns}
          sayingWho={sayingWho}
          questions={questions}
          onChange={put}
          onRemove={() =>
            onChange({ ...draft, streams: draft.streams.filter(({ key }) => key !== stream.key) })
          }
        />
      ))}
      <div>
        <Button onClick={() => onChange(withStream(draft))}>
          {draft.streams.length === 0 ? "Say what happened" : "Another kind of event in the same row"}
        </Button>
      </div>
    </Panel>
  );
};

type StreamProps = Pick<EventsProps, "columns" | "questions"> & {
  stream: StreamDraft;
  sayingWho: ReadonlySet<string>;
  onChange: (stream: StreamDraft) => void;
  onRemove: () => void;
};

const StreamFields = ({ stream, columns, sayingWho, questions, onChange, onRemove }: StreamProps) => {
  const { datetime, properties } = stream;
  const isTaken = (column: string) => [datetime.column, stream.value.column].includes(column);
  const isProperty = (column: string) => properties.some((one) => one.column === column);
  return (
    <section className={styles.entry} aria-label={`Stream: ${stream.name}`}>
      <StreamName stream={stream} onChange={onChange} onRemove={onRemove} />
      <WhenAndWorth stream={stream} columns={columns} onChange={onChange} />
      {(["datetime", "value"] as const).map((field) => (
        <FormatQuestion
          key={field}
          question={questions.find(({ column }) => column === stream[field].column)}
          value={stream[field].format}
          onChange={(format) => onChange({ ...stream, [field]: { ...stream[field], format } })}
        />
      ))}
      <RowsThatCount stream={stream} onChange={onChange} />
      <ColumnChecks
        legend="What else an event carries"
        hint="Products, channels, discounts: cohorts can ask about it, and it helps to foretell."
        columns={columns.filter(({ name }) => isProperty(name) || !(isTaken(name) || sayingWho.has(name)))}
        chosen={properties.map(({ column, name }) => ({ column, name }))}
        onAdd={(column) => {
          const name = nameBeside(column, ["datetime", "value", ...properties.map((one) => one.name)]);
          onChange({ ...stream, properties: [...properties, { name, column }] });
        }}
        onRemove={(column) =>
          onChange({ ...stream, properties: properties.filter((one) => one.column !== column) })
        }
      />
    </section>
  );
};

const StreamName = ({
  stream,
  onChange,
  onRemove,
}: Pick<StreamProps, "stream" | "onChange" | "onRemove">) => {
  const { data: streams = [] } = useList("streams");
  const list = `streams-${stream.key}`;
  return (
    <div className={styles.entryHead}>
      <TextField
        label="One event is"
        hint="In a word: transaction, visit, cancellation. Events of one name are one stream, whichever file they are from."
        value={stream.name}
        list={list}
        onChange={(name) => onChange({ ...stream, name })}
        required
      />
      <datalist id={list}>
        {streams.map(({ stream_name }) => (
          <option key={stream_name} value={stream_name} />
        ))}
      </datalist>
      <Button look="quiet" onClick={onRemove}>
        Remove <span className="visually-hidden">{stream.name}</span>
      </Button>
    </div>
  );
};

const WhenAndWorth = ({
  stream,
  columns,
  onChange,
}: Pick<StreamProps, "stream" | "columns" | "onChange">) => {
  const { datetime, value } = stream;
  return (
    <FieldGroup legend="When, and how much">
      <SelectField
        label="When"
        value={datetime.column}
        choices={columnChoices(columns, { first: "date", chosen: datetime.column })}
        onChange={(column) => onChange({ ...stream, datetime: { column } })}
      />
      <SelectField
        label="Written as"
        value={datetime.format ?? ""}
        choices={dateChoices(columns.find(({ name }) => name === datetime.column)?.format)}
        disabled={!datetime.column}
        onChange={(format) => onChange({ ...stream, datetime: { ...datetime, format: format || undefined } })}
      />
      <SelectField
        label="Worth in money"
        hint="Negative for a return."
        value={value.column}
        choices={columnChoices(columns, { first: "double", chosen: value.column })}
        onChange={(column) => onChange({ ...stream, value: { column } })}
      />
      <SelectField
        label="Amounts are"
        value={value.format ?? ""}
        choices={amountChoices}
        disabled={!value.column}
        onChange={(format) => onChange({ ...stream, value: { ...value, format: format || undefined } })}
      />
    </FieldGroup>
  );
};

// Values that can be read in two ways are asked about, with what each way would make of them.

export const FormatQuestion = ({
  question: asked,
  value,
  onChange,
}: {
  /** Absent: there is nothing to ask. */
  question: Question | undefined;
  value: Format | undefined;
  onChange: (format: Format) => void;
}) => {
  const name = useId();
  if (!asked) return null;
  const { question, choices } = asked;
  return (
    <fieldset className={styles.question}>
      <legend>{question}</legend>
      {choices.map(({ format, readsAs }) => (
        <label key={format} className={styles.answer}>
          <input type="radio" name={name} checked={value === format} onChange={() => onChange(format)} />
          <span>
            {readsAs.join("; ")} <span className="soft small">{formatInWords(format)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
};

// Which rows are events: all, or those with a date, as where one row tells when somebody joined and, if so, when they left.

type Which = "all" | "dated" | "kept";

export const RowsThatCount = ({
  stream,
  onChange,
}: {
  stream: StreamDraft;
  onChange: (stream: StreamDraft) => void;
}) => {
  const { column } = stream.datetime;
  if (!column) return null;
  const chosen = whichOf(stream);
  return (
    <SelectField
      label="Rows that are events"
      value={chosen}
      choices={[
        { value: "all", label: "All rows; those without a date are rejected, and shown" },
        { value: "dated", label: `Only rows that have a ${column}` },
        ...(chosen === "kept"
          ? [{ value: "kept" as const, label: "By conditions set through the API" }]
          : []),
      ]}
      onChange={(which) => onChange({ ...stream, conditions: conditionsOf(which, stream) })}
    />
  );
};

const whichOf = ({ conditions = [], datetime }: StreamDraft): Which => {
  if (conditions.length === 0) return "all";
  const [only] = conditions;
  const isDated = conditions.length === 1 && only?.column_name === datetime.column && only._nnull === true;
  return isDated ? "dated" : "kept";
};

const conditionsOf = (which: Which, { conditions, datetime }: StreamDraft): StreamDraft["conditions"] => {
  if (which === "all") return undefined;
  if (which === "kept") return conditions;
  return [{ column_name: datetime.column, _nnull: true }];
};
