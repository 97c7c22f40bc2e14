// The part of the mapping form that turns rows into events of streams.

import { useId } from "react";
import { useList } from "../../../api/resources.js";
import { Button } from "../../../ui/button.js";
import { FieldGroup, SelectField, TextField } from "../../../ui/field.js";
import { Panel } from "../../../ui/panel.js";
import { ColumnChecks } from "./column-checks.js";
import { columnChoices, type PartProps } from "./columns.js";
import { type Format, type StreamDraft, unusedName, withStream } from "./draft.js";
import { identityColumns } from "./fields.js";
import { amountChoices, dateChoices, formatLabel } from "./formats.js";
import styles from "./mapping.module.css";
import type { Question } from "./proposal.js";

interface EventsProps extends PartProps {
  questions: readonly Question[];
}

export const EventFields = ({ draft, onChange, columns, questions }: EventsProps) => {
  const identityColumnNames = identityColumns(draft.sets);
  const put = (changed: StreamDraft) =>
    onChange({ ...draft, streams: draft.streams.map((one) => (one.key === changed.key ? changed : one)) });
  return (
    <Panel title="Events">
      <p className="soft">
        Each row is an event in a stream, such as an order, a visit or a cancellation. Files without events,
        such as a list of members, need no stream.
      </p>
      {draft.streams.map((stream) => (
        <StreamFields
          key={stream.key}
          stream={stream}
          columns={columns}
          identityColumnNames={identityColumnNames}
          questions={questions}
          onChange={put}
          onRemove={() =>
            onChange({ ...draft, streams: draft.streams.filter(({ key }) => key !== stream.key) })
          }
        />
      ))}
      <div>
        <Button onClick={() => onChange(withStream(draft))}>
          {draft.streams.length === 0 ? "Add event" : "Add another event in the same row"}
        </Button>
      </div>
    </Panel>
  );
};

type StreamProps = Pick<EventsProps, "columns" | "questions"> & {
  stream: StreamDraft;
  identityColumnNames: ReadonlySet<string>;
  onChange: (stream: StreamDraft) => void;
  onRemove: () => void;
};

const StreamFields = ({
  stream,
  columns,
  identityColumnNames,
  questions,
  onChange,
  onRemove,
}: StreamProps) => {
  const { datetime, properties } = stream;
  const isTaken = (column: string) => [datetime.column, stream.value.column].includes(column);
  const isProperty = (column: string) => properties.some((one) => one.column === column);
  return (
    <section className={styles.entry} aria-label={`Stream: ${stream.name}`}>
      <StreamName stream={stream} onChange={onChange} onRemove={onRemove} />
      <DateAndAmount stream={stream} columns={columns} onChange={onChange} />
      {(["datetime", "value"] as const).map((field) => (
        <FormatQuestion
          key={field}
          question={questions.find(({ column }) => column === stream[field].column)}
          value={stream[field].format}
          onChange={(format) => onChange({ ...stream, [field]: { ...stream[field], format } })}
        />
      ))}
      <RowFilter stream={stream} onChange={onChange} />
      <ColumnChecks
        legend="Event properties"
        hint="Products, channels, discounts: they can be used in cohorts, and they improve predictions."
        columns={columns.filter(
          ({ name }) => isProperty(name) || !(isTaken(name) || identityColumnNames.has(name)),
        )}
        chosen={properties.map(({ column, name }) => ({ column, name }))}
        onAdd={(column) => {
          const name = unusedName(column, ["datetime", "value", ...properties.map((one) => one.name)]);
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
        label="Event name"
        hint="One word, such as transaction, visit or cancellation. Events with the same name form one stream, whichever file they come from."
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

const DateAndAmount = ({
  stream,
  columns,
  onChange,
}: Pick<StreamProps, "stream" | "columns" | "onChange">) => {
  const { datetime, value } = stream;
  return (
    <FieldGroup legend="Date and amount">
      <SelectField
        label="Date"
        value={datetime.column}
        choices={columnChoices(columns, { first: "date", chosen: datetime.column })}
        onChange={(column) => onChange({ ...stream, datetime: { column } })}
      />
      <SelectField
        label="Date format"
        value={datetime.format ?? ""}
        choices={dateChoices(columns.find(({ name }) => name === datetime.column)?.format)}
        disabled={!datetime.column}
        onChange={(format) => onChange({ ...stream, datetime: { ...datetime, format: format || undefined } })}
      />
      <SelectField
        label="Amount"
        hint="Negative for returns."
        value={value.column}
        choices={columnChoices(columns, { first: "double", chosen: value.column })}
        onChange={(column) => onChange({ ...stream, value: { column } })}
      />
      <SelectField
        label="Amount format"
        value={value.format ?? ""}
        choices={amountChoices}
        disabled={!value.column}
        onChange={(format) => onChange({ ...stream, value: { ...value, format: format || undefined } })}
      />
    </FieldGroup>
  );
};

/** Asks about values that can be read in two ways, and shows both readings. */
const FormatQuestion = ({
  question,
  value,
  onChange,
}: {
  /** Absent: nothing is ambiguous. */
  question: Question | undefined;
  value: Format | undefined;
  onChange: (format: Format) => void;
}) => {
  const name = useId();
  if (!question) return null;
  return (
    <fieldset className={styles.question}>
      <legend>{question.question}</legend>
      {question.choices.map(({ format, readsAs }) => (
        <label key={format} className={styles.answer}>
          <input type="radio" name={name} checked={value === format} onChange={() => onChange(format)} />
          <span>
            {readsAs.join("; ")} <span className="soft small">{formatLabel(format)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
};

type Filter = "all" | "dated" | "other";

/** Which rows are events: all, or only those with a date, as in a file with a start date and, for some rows, an end date. */
const RowFilter = ({
  stream,
  onChange,
}: {
  stream: StreamDraft;
  onChange: (stream: StreamDraft) => void;
}) => {
  const { column } = stream.datetime;
  if (!column) return null;
  const chosen = filterOf(stream);
  return (
    <SelectField
      label="Rows to use"
      value={chosen}
      choices={[
        { value: "all", label: "All rows; rows without a date are rejected and listed" },
        { value: "dated", label: `Only rows with a value in ${column}` },
        ...(chosen === "other" ? [{ value: "other" as const, label: "Conditions set through the API" }] : []),
      ]}
      onChange={(filter) => onChange({ ...stream, conditions: conditionsOf(filter, stream) })}
    />
  );
};

const filterOf = ({ conditions = [], datetime }: StreamDraft): Filter => {
  if (conditions.length === 0) return "all";
  const [only] = conditions;
  const isDated = conditions.length === 1 && only?.column_name === datetime.column && only._nnull === true;
  return isDated ? "dated" : "other";
};

const conditionsOf = (filter: Filter, { conditions, datetime }: StreamDraft): StreamDraft["conditions"] => {
  if (filter === "all") return undefined;
  if (filter === "other") return conditions;
  return [{ column_name: datetime.column, _nnull: true }];
};
