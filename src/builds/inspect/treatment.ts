// Treatment that a stream of contacts has: whether chance decided who was contacted and, only then, what the contacts
// did. Computed when it is asked for, from the events of the last build.

import {
  type Treatment,
  type TreatmentEffect,
  type TreatmentRequest,
  verdictOn,
} from "../../domain/campaign/assignment.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { testAssignment } from "../../model/experiment/assignment.js";
import { plainAmounts, plainRates } from "../../model/experiment/treatment-effect.js";
import { matchingEvents } from "../../warehouse/cohorts/criteria.js";
import type { StreamEvents } from "../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../warehouse/engine.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import {
  assignedPeople,
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
  const { stream: name, campaign, arm, goal: goalName, days, promised } = request;
  const inputs = cohortInputs(account);
  const dated = (wanted: string): StreamEvents => {
    const found = inputs.streams.get(wanted);
    if (!found) throw refuse("treatment-stream-unbuilt", { stream: wanted });
    if (!found.isDated) throw refuse("holdout-undated", { stream: wanted });
    return found;
  };
  const [stream, goal] = [dated(name), dated(goalName)];
  for (const property of [campaign?.property, arm?.property])
    if (property !== undefined && !stream.properties.has(property)) {
      const properties = [...stream.properties.keys()].join(", ") || "none";
      throw refuse("property-unknown", { stream: name, property, properties });
    }
  const now = account.dataThrough;
  const contactsWith = (value: string | undefined) =>
    matchingEvents(
      {
        stream_conditions: [
          ...(campaign ? [{ property: campaign.property, _eq: campaign.value }] : []),
          ...(arm && value !== undefined ? [{ property: arm.property, _eq: value }] : []),
        ],
      },
      stream,
      { from: null, until: now },
    );
  const contact = contactsWith(arm?.contact);
  const control = arm ? contactsWith(arm.control) : null;
  const { since } = await engine.row<{ since: number | null }>(
    firstContact(control ? [contact, control] : [contact]),
  );
  if (since === null) throw refuse("treatment-without-contacts", { stream: name });

  const others = account.streams
    .filter((each) => each.name !== name && each.result.isDated)
    .slice(0, mostStreams);
  const eventsOf = (each: string): Relation => inputs.streams.get(each)!.events;
  const known = control
    ? null
    : await engine.createTable(
        "known_before",
        peopleBefore(
          others.map((each) => eventsOf(each.name)),
          since,
        ),
      );
  const assigned = await engine.createTable("assigned", assignedPeople(contact, control, known));
  const sources: KnownSource[] = [
    ...others.map((each) =>
      knownOfStream(each.name, eventsOf(each.name), each.result.hasValue, since, knownDays),
    ),
    await traitsKnown(account, assigned, engine),
  ];
  const until = since + days * secondsPerDay;
  const done = matchingEvents({}, goal, { from: since, until });
  const read = (await engine.columns(treatedRows(assigned, sources, done))).columns;
  const column = (of: string) => read[of] as Float64Array;
  const isContacted = Uint8Array.from(column("is_contacted"));
  const test = testAssignment(
    { columns: new Map(namesOf(sources).map((each, i) => [each, column(`c${i}`)])), isContacted },
    promised ?? null,
  );
  const verdict = verdictOn(test);
  const { people: inBoth } = await engine.row<{ people: number }>(peopleInBoth(assigned));
  const isOver = now >= until;
  const effect =
    verdict === "random" && isOver
      ? effectOf(isContacted, column("attained"), column("amount"), until)
      : null;
  return { since, test, verdict, inBoth, ...(effect && { effect }) };
};

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
