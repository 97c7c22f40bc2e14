// Incrementality of a pipeline: what contacting its people has brought since the groups were drawn. All months
// are computed again in each build, so that late events and refunds count where they belong.

import {
  type Incrementality,
  type IncrementalMonth,
  monthsSince,
} from "../../../domain/campaign/incrementality.js";
import type { Period } from "../../../domain/cohort/calendar.js";
import {
  type ArmContacts,
  type ArmSizes,
  incrementalMonths,
  type PersonMonth,
} from "../../../model/experiment/incrementality.js";
import { byEventsAlone } from "../../../warehouse/cohorts/attainment.js";
import { matchingEvents } from "../../../warehouse/cohorts/criteria.js";
import { definingStream } from "../../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../../warehouse/engine.js";
import { armsBySince, contactsByMonth, conversionsByMonth } from "../../../warehouse/incrementality.js";
import type { Relation, Sql } from "../../../warehouse/sql/sql.js";
import { cohortInputs } from "../../kind/relations.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import { objectiveOf } from "../../outcome/prediction-task.js";
import type { HoldoutInput } from "../input.js";

/** `arms`: groups of today, with the time since when. Undefined for a goal that is not of dated events. */
export const findIncrementality = async (
  arms: Relation,
  { spec, config: { contacts_stream: contactsStream } }: HoldoutInput,
  account: AccountSnapshot,
  engine: Engine,
): Promise<Incrementality | undefined> => {
  const inputs = cohortInputs(account);
  const { attainment } = objectiveOf(spec);
  const stream = definingStream(attainment, inputs);
  const drawn = await engine.rows<Drawn>(armsBySince(arms));
  const [first] = drawn;
  if (!stream?.isDated || !first) return undefined;
  const { since } = first;
  const months = monthsSince(since, account.dataThrough);
  if (months.length === 0) return { since, months: [] };
  const span = { from: since, until: account.dataThrough };
  const events = matchingEvents(byEventsAlone(attainment), stream, span);
  const contacts = contactsStream === undefined ? undefined : inputs.streams.get(contactsStream);
  return { since, months: await monthsOfArms(arms, events, contacts?.events ?? null, months, engine) };
};

/**
 * The months of groups, with the time since when people are in them. `events`: a query of person_id, event_time and
 * value DECIMAL; `contacts`: null where nobody knows them.
 */
export const monthsOfArms = async (
  arms: Relation,
  events: Sql,
  contacts: Relation | null,
  months: readonly Period[],
  engine: Engine,
): Promise<IncrementalMonth[]> => {
  if (months.length === 0) return [];
  return incrementalMonths(
    months,
    sizesOf(await engine.rows<Drawn>(armsBySince(arms)), months),
    engine.batches<Pick<PersonMonth, keyof PersonMonth>>(conversionsByMonth(arms, events, months)),
    contacts ? await contactsIn(arms, contacts, months, engine) : null,
  );
};

type Drawn = { since: number; contact: number; held_out: number };

/** Whoever was in a group when the month began. */
const sizesOf = (drawn: readonly Drawn[], months: readonly Period[]): ArmSizes => {
  const sizeOf = (group: "contact" | "held_out") =>
    months.map(({ start }) =>
      drawn.reduce((sum, { since, ...people }) => sum + (since <= start ? people[group] : 0), 0),
    );
  return { contact: sizeOf("contact"), held_out: sizeOf("held_out") };
};

const contactsIn = async (
  arms: Relation,
  contacts: Relation,
  months: readonly Period[],
  engine: Engine,
): Promise<ArmContacts> => {
  const rows = await engine.rows<{ month: number; is_held_out: boolean; contacts: number }>(
    contactsByMonth(arms, contacts, months),
  );
  const of = (isHeldOut: boolean) =>
    months.map((_, i) => rows.find((row) => row.month === i && row.is_held_out === isHeldOut)?.contacts ?? 0);
  return { contact: of(false), held_out: of(true) };
};
