// Mapping of a file by its contents: a snapshot or a list of people without dates, periods with a start and
// an end, a log of events, or orders.

import type { StreamMapping } from "../data/dataset.js";
import { readAmounts, valueOfRow } from "./amounts.js";
import {
  attributesOfEvents,
  attributesOfPeople,
  attributesOfSnapshot,
  isResult,
  traitsOf,
} from "./attributes.js";
import type { ReadColumn } from "./column.js";
import { currencyOf, currencyQuestion } from "./currency.js";
import { dateField } from "./event.js";
import { momentOf, propertiesOf, propertyColumns, proposedPeople } from "./event-fields.js";
import { actionStreams } from "./event-log.js";
import { proposeOrders } from "./orders.js";
import { groupingBy, type PreviewedFile } from "./previewed-file.js";
import type { Draft } from "./proposal.js";
import { centsQuestion, customerQuestion, dateQuestion } from "./questions.js";
import { isListOfPeople, isOnePerCustomer, type Reading, readFile } from "./reading.js";
import { findAnswer } from "./snapshot.js";
import { endsOf, priceOf, recurringOf } from "./subscriptions.js";

export const proposeFromContents = (file: PreviewedFile, columns: readonly ReadColumn[]): Draft => {
  const reading = readFile(file, columns);
  const draft = draftOf(reading);
  const isOfRows = draft.options?.snapshot?.rows_are_customers === true;
  const question = reading.people.taken.size === 0 && !isOfRows ? customerQuestion(reading) : [];
  return { ...draft, questions: [...question, ...draft.questions] };
};

const draftOf = (reading: Reading): Draft => {
  if (reading.period) return proposePeriods(reading, reading.period);
  if (reading.left) return proposeLeavers(reading, reading.left);
  if (reading.time === null) return proposeUndated(reading);
  if (isListOfPeople(reading)) return proposePeople(reading, reading.time);
  if (reading.action && reading.people.taken.size > 0)
    return proposeLog(reading, reading.action, reading.time);
  return proposeOrders(reading, reading.time);
};

/** The key of rows that each have their own. */
const ownKey = ({ candidates, file: { rows } }: Reading): string[] => {
  const key = candidates.find(({ column }) => column.fill_rate === 1 && column.distinct_count === rows);
  return key ? [key.name] : [];
};

const proposePeriods = (reading: Reading, period: NonNullable<Reading["period"]>): Draft => {
  const { start, end } = period;
  const free = reading.free.filter((column) => !isResult(column));
  const value = valueOfRow(readAmounts(free)) ?? priceOf(free);
  const recurring = recurringOf(value, period, reading.free);
  const currency = value && currencyOf(reading.currency, value.columns);
  const key = ownKey(reading);
  const used = [start.name, end.name, ...(value?.columns ?? []).map(({ name }) => name), ...key];
  const people = proposedPeople(reading);
  const properties = propertiesOf(propertyColumns(reading, used));
  const name = reading.kind === null || reading.kind === "sign_up" ? "subscription" : reading.kind;
  const started = name === "cancellation" ? "subscription" : name;
  const begun: StreamMapping = {
    data_map: {
      datetime: dateField(start),
      ...(value && { value: value.field }),
      ...properties,
    },
    ...(currency && { currency: currency.mapping }),
    ...(recurring && { recurring }),
  };
  return {
    ...people,
    later: people.later.filter((column) => column !== end.name && column !== recurring?.column_name),
    output_to_streams: {
      [started]: begun,
      cancellation: endsOf(period, properties),
    },
    output_to_traits: {},
    ...(key.length > 0 && { upsert_columns: key }),
    questions: [
      ...dateQuestion(start),
      ...dateQuestion(end),
      ...(currency ? currencyQuestion(started, currency) : []),
      ...(value?.columns ?? []).flatMap(centsQuestion),
    ],
  };
};

/** Customers who left: all of the file, or those that have the date. */
const proposeLeavers = (reading: Reading, left: ReadColumn): Draft => {
  const { fill_rate } = left.column;
  const properties = propertiesOf(propertyColumns(reading, [left.name]));
  const isOfAll = fill_rate < 1 && isOnePerCustomer(reading);
  // Attributes of those alone who left would give the answer away.
  const traits = isOfAll ? attributesOfPeople(reading.free.filter((column) => column !== left)) : [];
  const people = proposedPeople(reading);
  return {
    ...people,
    later: people.later.filter((name) => name !== left.name),
    output_to_streams: {
      cancellation: {
        data_map: { datetime: dateField(left), ...(isOfAll ? {} : properties) },
        ...(fill_rate < 1 && { conditions: [{ column_name: left.name, _nnull: true }] }),
      },
    },
    output_to_traits: traitsOf(traits),
    questions: dateQuestion(left),
  };
};

const proposeUndated = (reading: Reading): Draft => {
  const { people, free } = reading;
  const answer = findAnswer(free);
  const others = free.filter((column) => column !== answer?.column);
  const hasPeople = people.taken.size > 0;
  const isSnapshot = answer !== null && (!hasPeople || isOnePerCustomer(reading));
  const traits = isSnapshot ? attributesOfSnapshot(others) : hasPeople ? attributesOfPeople(others) : [];
  const proposed = proposedPeople(reading);
  return {
    ...proposed,
    later: proposed.later.filter((name) => !traits.some((trait) => trait.name === name)),
    output_to_streams: {},
    output_to_traits: traitsOf(traits),
    ...(isSnapshot && {
      options: {
        snapshot: {
          answer: { column_name: answer.column.name, is: answer.is },
          ...(!hasPeople && { rows_are_customers: true }),
        },
      },
    }),
    questions: [],
  };
};

const proposePeople = (reading: Reading, time: ReadColumn): Draft => {
  const traits = attributesOfPeople(reading.free.filter((column) => column !== time));
  const [key] = reading.free.filter(
    ({ words, column }) =>
      /^(id|number|no|nr)$/.test(words) &&
      column.fill_rate === 1 &&
      column.distinct_count === reading.file.rows,
  );
  return {
    ...proposedPeople(reading),
    output_to_streams: { sign_up: { data_map: { datetime: momentOf(reading, time) } } },
    output_to_traits: traitsOf(traits.filter((column) => column !== key)),
    ...(key && { upsert_columns: [key.name] }),
    questions: dateQuestion(time),
  };
};

const proposeLog = (reading: Reading, action: ReadColumn, time: ReadColumn): Draft => {
  const value = valueOfRow(reading.amounts);
  const used = [action, time, reading.clock, ...(value?.columns ?? [])].flatMap(
    (column) => column?.name ?? [],
  );
  const people = proposedPeople(reading);
  const byPerson = reading.person ? groupingBy(reading.groupings, reading.person.name) : undefined;
  const traits = attributesOfEvents(
    reading.free.filter(({ name }) => !used.includes(name)),
    byPerson,
  );
  const properties = propertiesOf(propertyColumns(reading, [...used, ...traits.map(({ name }) => name)]));
  const streams = actionStreams(action, (stream) => ({
    data_map: {
      datetime: momentOf(reading, time),
      ...(value && stream === "transaction" && { value: value.field }),
      ...properties,
    },
  }));
  return {
    ...people,
    later: people.later.filter((name) => name !== action.name),
    output_to_streams: streams,
    output_to_traits: traitsOf(traits),
    questions: [...dateQuestion(time), ...(value?.columns ?? []).flatMap(centsQuestion)],
  };
};
