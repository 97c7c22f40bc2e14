// Treatment that a stream of contacts has: whether chance decided who was contacted and, only then, what the contacts
// did. Computed when it is asked for, from the events of the last build.

import {
  type ContactCosts,
  type Treatment,
  type TreatmentEffect,
  type TreatmentRequest,
  verdictOn,
} from "../../domain/campaign/assignment.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { testAssignment } from "../../model/experiment/assignment.js";
import { plainAmounts, plainRates } from "../../model/experiment/treatment-effect.js";
import { matchingEvents } from "../../warehouse/cohorts/criteria.js";
import type { CohortInputs, StreamEvents } from "../../warehouse/cohorts/inputs.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import {
  assignedPeople,
  contactCosts,
  costOf,
  firstContact,
  frequentValues,
  type KnownSource,
  type KnownTrait,
  knownOfStream,
  knownOfTraits,
  namesOf,
  peopleBefore,
  peopleInBoth,
  treatedRows,
} from "../../warehouse/treatment.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";

const knownDays = 365;
const mostStreams = 10;
const mostTraits = 40;
const mostValues = 8;

/** Refuses `treatment-stream-unbuilt`, `holdout-undated`, `property-unknown` and `treatment-without-contacts`. */
export const treatmentOf = async (
  request: TreatmentRequest,
  engine: Engine,
  account: AccountSnapshot,
): Promise<Treatment> => {
  const inputs = cohortInputs(account);
  const [stream, goal] = [datedStream(request.stream, inputs), datedStream(request.goal, inputs)];
  checkProperties(request, stream);
  const now = account.dataThrough;
  const { contact, control } = contactsOf(request, stream, now);
  const { since } = await engine.row<{ since: number | null }>(
    firstContact(control ? [contact, control] : [contact]),
  );
  if (since === null) throw refuse("treatment-without-contacts", { stream: request.stream });

  const others = otherStreams(request.stream, account, inputs);
  const known = control
    ? null
    : await engine.createTable(
        "known_before",
        peopleBefore(
          others.map(({ events }) => events),
          since,
        ),
      );
  const assigned = await engine.createTable("assigned", assignedPeople(contact, control, known));
  const sources: KnownSource[] = [
    ...others.map(({ name, events, hasValue }) => knownOfStream(name, events, hasValue, since, knownDays)),
    await traitsKnown(account, assigned, engine),
  ];
  const until = since + request.days * secondsPerDay;
  const done = matchingEvents({}, goal, { from: since, until });
  const read = (await engine.columns(treatedRows(assigned, sources, done))).columns;
  const column = (of: string) => read[of] as Float64Array;
  const isContacted = Uint8Array.from(column("is_contacted"));
  const columns = new Map(namesOf(sources).map((each, i) => [each, column(`c${i}`)]));
  const test = testAssignment({ columns, isContacted }, request.promised ?? null);
  const verdict = verdictOn(test);
  const costs =
    request.cost === undefined ? undefined : await costsOf(request, stream, assigned, until, engine);
  const { people: inBoth } = await engine.row<{ people: number }>(peopleInBoth(assigned));
  const effect =
    verdict === "random" && now >= until
      ? effectOf(isContacted, column("attained"), column("amount"), until)
      : null;
  return { since, test, verdict, inBoth, ...(costs && { costs }), ...(effect && { effect }) };
};

/** Costs of the contacts before the end of the days: later ones have brought nothing that counts. */
const costsOf = async (
  { stream: name, cost, ...request }: TreatmentRequest,
  stream: StreamEvents,
  assigned: Relation,
  until: EpochSeconds,
  engine: Engine,
): Promise<NonNullable<Treatment["costs"]>> => {
  const own = costOf(stream.properties.get(cost!));
  const { contact, control } = contactsOf({ stream: name, ...request }, stream, until, own);
  const found = {
    contact: await engine.row<Row & ContactCosts>(contactCosts(contact, assigned)),
    control: control
      ? await engine.row<Row & ContactCosts>(contactCosts(control, assigned))
      : { contacts: 0, total: 0, unknown: 0 },
  };
  const { contacts, unknown } = found.contact;
  if (contacts > 0 && unknown === contacts)
    throw refuse("treatment-cost-unknown", { stream: name, property: cost! });
  return found;
};

const datedStream = (name: string, { streams }: CohortInputs): StreamEvents => {
  const found = streams.get(name);
  if (!found) throw refuse("treatment-stream-unbuilt", { stream: name });
  if (!found.isDated) throw refuse("holdout-undated", { stream: name });
  return found;
};

const checkProperties = (
  { stream: name, campaign, arm, cost }: TreatmentRequest,
  stream: StreamEvents,
): void => {
  for (const wanted of [campaign?.property, arm?.property, cost === amountOfEvent ? undefined : cost])
    if (wanted !== undefined && !stream.properties.has(wanted)) {
      const properties = [...stream.properties.keys()].join(", ") || "none";
      throw refuse("property-unknown", { stream: name, property: wanted, properties });
    }
};

/** Where no property has this name, it is the amount of the event. */
const amountOfEvent = "value";

/** Events of the campaign, by arm; without arms, there are none of a control. */
const contactsOf = (
  { campaign, arm }: TreatmentRequest,
  stream: StreamEvents,
  now: EpochSeconds,
  of?: Sql,
): { contact: Sql; control: Sql | null } => {
  const withValue = (value: string | undefined) =>
    matchingEvents(
      {
        stream_conditions: [
          ...(campaign ? [{ property: campaign.property, _eq: campaign.value }] : []),
          ...(arm && value !== undefined ? [{ property: arm.property, _eq: value }] : []),
        ],
      },
      stream,
      { from: null, until: now },
      of,
    );
  return { contact: withValue(arm?.contact), control: arm ? withValue(arm.control) : null };
};

/** Dated streams besides the contacts', which tell what was known of people before. */
const otherStreams = (
  name: string,
  { streams }: AccountSnapshot,
  inputs: CohortInputs,
): { name: string; events: Relation; hasValue: boolean }[] =>
  streams
    .filter((each) => each.name !== name && each.result.isDated)
    .slice(0, mostStreams)
    .map((each) => ({
      name: each.name,
      events: inputs.streams.get(each.name)!.events,
      hasValue: each.result.hasValue,
    }));

const traitsKnown = async (
  { people, peopleDir }: AccountSnapshot,
  assigned: Relation,
  engine: Engine,
): Promise<KnownSource> => {
  const traits = relation(peopleFiles(peopleDir).traits);
  const found: KnownTrait[] = [];
  for (const { name, type } of people.traits.slice(0, mostTraits)) {
    const frequent = async () =>
      engine.rows<{ value: string }>(frequentValues(traits, name, assigned, mostValues));
    const values = type === "number" ? null : (await frequent()).map(({ value }) => value);
    found.push({ name, values });
  }
  return knownOfTraits(traits, found);
};

const effectOf = (
  isContacted: Uint8Array,
  attained: Float64Array,
  amount: Float64Array,
  until: number,
): TreatmentEffect | null => {
  const groupOf = (wanted: number) => {
    const group = { people: 0, attained: 0 };
    for (let i = 0; i < isContacted.length; i++) {
      if (isContacted[i] !== wanted) continue;
      group.people++;
      group.attained += attained[i]!;
    }
    return group;
  };
  const [contact, control] = [groupOf(1), groupOf(0)];
  const conversions = plainRates(contact, control);
  const amounts = plainAmounts(amount, { isHeldOut: isContacted.map((each) => 1 - each) });
  return conversions && { until, contact, control, conversions, ...(amounts && { amount: amounts }) };
};
