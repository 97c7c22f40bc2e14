// Settings of the events of one stream: their name, the rows that make one event, the rows and events that
// count, refunds, the currency of their values, periods that go on, and amounts that are
// paid again and again.

import { useId } from "react";
import { nounOf } from "../../../../src/words/ledger.js";
import { capitalized, plural } from "../../../../src/words/plural.js";
import type { Schemas } from "../../../api/client.js";
import { useList } from "../../../api/resources.js";
import { Button } from "../../../ui/button.js";
import { CheckField, SelectField } from "../../../ui/field.js";
import { readColumnCondition, type Subject, writeColumnCondition } from "../../cohorts/condition.js";
import { ConditionList } from "../../cohorts/condition-fields.js";
import { type ColumnInfo, columnChoices, type PartProps } from "./columns.js";
import { CurrencySettings } from "./currency-settings.js";
import {
  changedStream,
  machineName,
  renamed,
  type StreamMapping,
  unusedStream,
  withoutStream,
  withStream,
} from "./draft.js";
import { AmountEditor, NameField } from "./field-settings.js";
import styles from "./mapping.module.css";
import { columnsOfField, withoutKey } from "./roles.js";

interface EventSettingsProps extends PartProps {
  /** Streams whose settings are open. */
  opened: ReadonlySet<string>;
  onOpen: (stream: string, isOpen: boolean) => void;
}

export const EventSettings = ({ opened, onOpen, ...part }: EventSettingsProps) => {
  const { draft, onChange } = part;
  return (
    <>
      {Object.entries(draft.output_to_streams).map(([name, stream]) => (
        <details
          key={name}
          id={settingsId(name)}
          className={styles.more}
          open={opened.has(name)}
          onToggle={({ currentTarget }) => onOpen(name, currentTarget.open)}
        >
          <summary>
            How {plural(nounOf(name))} are counted <span className="soft small">{summaryOf(stream)}</span>
          </summary>
          <div className={styles.moreBody}>
            <StreamName {...part} name={name} />
            <Rows {...part} name={name} stream={stream} />
            <Refunds {...part} name={name} stream={stream} />
            <CurrencySettings {...part} name={name} stream={stream} />
            <Period {...part} name={name} stream={stream} />
            <Recurring {...part} name={name} stream={stream} />
            <div>
              <Button onClick={() => onChange(withoutStream(draft, name))}>
                Remove {plural(nounOf(name))}
              </Button>
            </div>
          </div>
        </details>
      ))}
      <div>
        <Button onClick={() => onChange(withStream(draft))}>
          {Object.keys(draft.output_to_streams).length === 0
            ? "Add event"
            : "Add another event in the same row"}
        </Button>
      </div>
    </>
  );
};

export const settingsId = (stream: string): string => `event-settings-${machineName(stream)}`;

/** "one per Name, 3 conditions, refunds lower the value" */
const summaryOf = ({ event_key, conditions = [], event_conditions = [], refunds }: StreamMapping): string => {
  const count = conditions.length + event_conditions.length;
  return [
    event_key ? `one per ${event_key.join(" and ")}` : "one per row",
    ...(count > 0 ? [count === 1 ? "1 condition" : `${count} conditions`] : []),
    ...(refunds ? [refunds.as === "reduce" ? "refunds lower the value" : "refunds do not count"] : []),
  ].join(", ");
};

const StreamName = ({ draft, onChange, name }: PartProps & { name: string }) => {
  const { data: streams = [] } = useList("streams");
  const list = useId();
  return (
    <div className={styles.fields}>
      <NameField
        label="Event name"
        hint="One word, such as transaction, visit or cancellation. Events with the same name form one stream, whichever file they come from."
        name={name}
        list={list}
        onRename={(typed) => {
          const taken = Object.keys(draft.output_to_streams).filter((other) => other !== name);
          const to = unusedStream(typed, taken);
          onChange({ ...draft, output_to_streams: renamed(draft.output_to_streams, name, to) });
        }}
      />
      <datalist id={list}>
        {streams.map(({ stream_name }) => (
          <option key={stream_name} value={stream_name} />
        ))}
      </datalist>
    </div>
  );
};

interface StreamProps extends PartProps {
  name: string;
  stream: StreamMapping;
}

const Rows = ({ draft, onChange, columns, name, stream }: StreamProps) => {
  const noun = nounOf(name);
  const { event_key: key = [], conditions, event_conditions } = stream;
  const put = (changed: StreamMapping) => onChange(changedStream(draft, name, () => changed));
  const putKey = (index: number, column: string) => {
    const event_key = [...new Set(key.toSpliced(index, 1, ...(column ? [column] : [])))];
    put(event_key.length > 0 ? { ...stream, event_key } : withoutKey(stream));
  };
  return (
    <>
      <div className={styles.fields}>
        {[...key, ""].map((column, index) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a key have no other
            key={index}
            label={index === 0 ? `One ${noun} is` : "and also the same"}
            value={column}
            choices={[
              { value: "", label: index === 0 ? "Each row" : "Nothing else" },
              ...columns.map((one) => ({
                value: one.name,
                label: index === 0 ? `All rows with the same ${one.name}` : one.name,
              })),
            ]}
            onChange={(chosen) => putKey(index, chosen)}
          />
        ))}
      </div>
      <Conditions
        title={key.length > 0 ? "Rows that count" : `Rows that are ${plural(noun)}`}
        hint={`Conditions are tested ${key.length > 0 ? `on each row, before rows become ${plural(noun)}` : "on each row"}.`}
        columns={columns}
        conditions={conditions}
        onChange={(changed) => put(withList(stream, "conditions", changed))}
      />
      {key.length > 0 && (
        <Conditions
          title={`${capitalized(plural(noun))} that count`}
          hint={`Leave out cancelled, refunded and test ${plural(noun)}. A row without a value has the first one of the ${noun}'s rows.`}
          columns={columns}
          conditions={event_conditions}
          ofLines={noun}
          onChange={(changed) => put(withList(stream, "event_conditions", changed))}
        />
      )}
    </>
  );
};

type ColumnCondition = Schemas["ColumnCondition"] & Pick<Schemas["EventCondition"], "lines">;

const withList = (
  stream: StreamMapping,
  field: "conditions" | "event_conditions",
  list: ColumnCondition[],
): StreamMapping => {
  const { [field]: _, ...rest } = stream;
  return list.length > 0 ? { ...rest, [field]: list } : rest;
};

const types = { boolean: "text", date: "date", double: "number", string: "text" } as const;
const subjectOf = ({ name, type, values }: ColumnInfo): Subject => ({
  name,
  label: name,
  type: types[type],
  values: values.slice(0, 40),
});

const Conditions = ({
  title,
  hint,
  columns,
  conditions = [],
  ofLines,
  onChange,
}: {
  title: string;
  hint?: string;
  columns: readonly ColumnInfo[];
  conditions: readonly ColumnCondition[] | undefined;
  /** See `ConditionList`. */
  ofLines?: string;
  onChange: (conditions: ColumnCondition[]) => void;
}) => (
  <fieldset className={styles.checks}>
    <legend>{title}</legend>
    {hint && <p className="soft small">{hint}</p>}
    <div>
      <ConditionList
        what="column"
        subjects={columns.map(subjectOf)}
        conditions={conditions.map(readColumnCondition)}
        ofLines={ofLines}
        onChange={(changed) => onChange(changed.map(writeColumnCondition))}
      />
    </div>
  </fieldset>
);

type RefundChoice = "none" | "ignore" | "reduce" | "stream";

const Refunds = ({ draft, onChange, columns, name, stream }: StreamProps) => {
  const noun = nounOf(name);
  const { refunds, event_key, data_map } = stream;
  const put = (changed: StreamMapping) => onChange(changedStream(draft, name, () => changed));
  const canReduce = event_key !== undefined && data_map.value !== undefined;
  const choice = choiceOf(refunds);
  const putRefunds = (changed: Refunded) => put({ ...stream, refunds: changed });
  const choose = (chosen: RefundChoice) => {
    if (chosen === "none") return put(withoutRefunds(stream));
    const as = chosen === "stream" ? unusedStream("refund", Object.keys(draft.output_to_streams)) : chosen;
    putRefunds(refundsAs(as, stream));
  };
  return (
    <>
      <div className={styles.fields}>
        <SelectField<RefundChoice>
          label="Rows that are refunds"
          value={choice}
          choices={[
            { value: "none", label: "There are none" },
            { value: "reduce", label: `Lower the value of their ${noun}`, isDisabled: !canReduce },
            { value: "ignore", label: "Are left out" },
            { value: "stream", label: "Are events of their own" },
          ]}
          onChange={choose}
        />
        {refunds && choice === "stream" && (
          <NameField
            label="Name of these events"
            name={refunds.as}
            onRename={(typed) => putRefunds({ ...refunds, as: machineName(typed) || "refund" })}
          />
        )}
        {refunds && refunds.as !== "ignore" && (
          <RefundedColumn noun={noun} refunds={refunds} columns={columns} onChange={putRefunds} />
        )}
      </div>
      {refunds?.value && (
        <AmountEditor
          field={refunds.value}
          columns={columns}
          noun="refund"
          isKeyed={event_key !== undefined}
          onChange={(value) => putRefunds({ ...refunds, value })}
        />
      )}
      {refunds && (
        <Conditions
          title="A row is a refund if"
          columns={columns}
          conditions={refunds.conditions}
          onChange={(conditions) => putRefunds({ ...refunds, conditions })}
        />
      )}
    </>
  );
};

type Refunded = NonNullable<StreamMapping["refunds"]>;

/** The same refunds in another role; new ones are rows with a negative amount. */
const refundsAs = (as: string, { refunds, data_map }: StreamMapping): Refunded => {
  const [amount] = data_map.value ? columnsOfField(data_map.value) : [];
  const first: ColumnCondition[] = amount ? [{ column_name: amount, _lt: 0 }] : [];
  const { value, event_key: key, conditions = first } = refunds ?? {};
  return { conditions, as, ...(key && { event_key: key }), ...(value && as !== "ignore" && { value }) };
};

interface RefundedColumnProps {
  noun: string;
  refunds: Refunded;
  columns: readonly ColumnInfo[];
  onChange: (refunds: Refunded) => void;
}

const RefundedColumn = ({ noun, refunds: { value, ...others }, columns, onChange }: RefundedColumnProps) => (
  <SelectField
    label="Refunded amount"
    value={value ? columnsOfField(value)[0]! : ""}
    choices={[
      { value: "", label: `The ${noun} value` },
      ...columnChoices(columns, { first: "double" }).slice(1),
    ]}
    onChange={(column) => onChange({ ...others, ...(column && { value: { column_name: column } }) })}
  />
);

const choiceOf = (refunds: StreamMapping["refunds"]): RefundChoice => {
  if (!refunds) return "none";
  return refunds.as === "ignore" || refunds.as === "reduce" ? refunds.as : "stream";
};

const withoutRefunds = ({ refunds: _, ...stream }: StreamMapping): StreamMapping => stream;

/** The end of a row is no event while another row of the same customer runs. */
const Period = ({ draft, onChange, columns, name, stream }: StreamProps) => {
  const { unless_running: period, data_map } = stream;
  const put = (changed: StreamMapping) => onChange(changedStream(draft, name, () => changed));
  const [end] = data_map.datetime ? columnsOfField(data_map.datetime) : [];
  const dates = columns.filter((column) => column.type === "date" && column.name !== end);
  const [first] = dates;
  if (!period && (!end || !first)) return null;
  const choices = columnChoices(columns, { first: "date" }).slice(1);
  return (
    <>
      <CheckField
        label="Each row is a period, such as a subscription"
        hint="Its end does not count while another period of the same customer runs, for example after a change of plan."
        checked={period !== undefined}
        onChange={(isPeriod) => {
          const { unless_running: _, ...rest } = stream;
          put(isPeriod ? { ...rest, unless_running: { start: first!.name, end: end! } } : rest);
        }}
      />
      {period && (
        <div className={styles.fields}>
          <SelectField
            label="Start date"
            value={period.start}
            choices={choices}
            onChange={(start) => put({ ...stream, unless_running: { ...period, start } })}
          />
          <SelectField
            label="End date"
            value={period.end}
            choices={choices}
            onChange={(to) => put({ ...stream, unless_running: { ...period, end: to } })}
          />
        </div>
      )}
    </>
  );
};

const often: Record<Interval, string> = {
  week: "Every week",
  month: "Every month",
  quarter: "Every quarter",
  half_year: "Every half-year",
  year: "Every year",
};
type Interval = NonNullable<NonNullable<StreamMapping["recurring"]>["is"]>;

/** A column by its name, which may be that of an interval. */
const ofColumn = "column:";

/** The price of something that is paid again and again until it ends. */
const Recurring = ({ draft, onChange, columns, name, stream }: StreamProps) => {
  const { recurring, data_map, unless_running: period } = stream;
  if (!recurring && (!data_map.value || !data_map.datetime || period)) return null;
  const put = (changed: StreamMapping["recurring"]) =>
    onChange(
      changedStream(draft, name, ({ recurring: _, ...rest }) =>
        changed ? { ...rest, recurring: changed } : rest,
      ),
    );
  const { column_name: column, is, end } = recurring ?? {};
  return (
    <>
      <CheckField
        label="The amount is paid again and again, such as the price of a subscription"
        hint="Then who leaves says how much money a month is at risk, and when subscriptions renew."
        checked={recurring !== undefined}
        onChange={(isRecurring) => put(isRecurring ? { is: "month" } : undefined)}
      />
      {recurring && (
        <div className={styles.fields}>
          <SelectField
            label="How often"
            value={column === undefined ? (is ?? "") : `${ofColumn}${column}`}
            choices={[
              ...Object.entries(often).map(([value, label]) => ({ value, label })),
              ...columnChoices(columns, { chosen: column })
                .slice(1)
                .map(({ value, label }) => ({ value: `${ofColumn}${value}`, label: `As ${label} says` })),
            ]}
            onChange={(chosen) =>
              put({
                ...(chosen.startsWith(ofColumn)
                  ? { column_name: chosen.slice(ofColumn.length) }
                  : { is: chosen as Interval }),
                ...(end !== undefined && { end }),
              })
            }
          />
          <SelectField
            label="Date of the end"
            value={end ?? ""}
            choices={columnChoices(columns, { first: "date", chosen: end })}
            onChange={(chosen) => {
              const { end: _, ...rest } = recurring;
              put({ ...rest, ...(chosen && { end: chosen }) });
            }}
          />
        </div>
      )}
    </>
  );
};
