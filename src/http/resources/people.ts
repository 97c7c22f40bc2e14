// People on the way out, with their records, links, events and predictions. Fields without a value are left out.

import type { OwnerDecision } from "../../domain/people/decisions.js";
import type {
  HeldRate,
  PeopleChanges,
  PeopleResult,
  ResolutionFindings,
} from "../../domain/people/people.js";
import type {
  EventsCursor,
  MatchExplanation,
  PairReason,
  PairToReview,
  Person,
  PersonEvent,
  PersonEvents,
  PersonLink,
  PersonRecord,
  PersonScores,
  PersonSummary,
  Review,
} from "../../domain/people/person.js";
import type { UnidentifiedRecords } from "../../domain/people/unidentified.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import { linkSentence } from "../../words/links.js";
import { pairSentence } from "../../words/pairs.js";
import { unidentifiedSentences } from "../../words/unidentified.js";
import { present } from "../json.js";
import { isoMs, isoSeconds } from "./record.js";

export const renderPersonSummary = ({ id, fields, recordCount }: PersonSummary): JsonObject => ({
  id,
  fields,
  record_count: recordCount,
});

export const renderPerson = (person: Person, decisions: readonly OwnerDecision[]): JsonObject => {
  const own = decisions.filter(({ id }) => person.decisions.includes(id));
  return present({
    ...renderPersonSummary(person),
    records: person.records.map(renderRecord),
    link_count: person.linkCount,
    links: person.links.map(renderLink),
    weakest_link: person.links.flatMap(renderProbability)[0],
    household_id: person.householdId,
    household: person.household.map(renderPersonSummary),
    pending: person.isPending || undefined,
    decisions: own.map(renderDecision),
  });
};

const renderRecord = ({ id, fields, datasets, rows, firstSeen }: PersonRecord): JsonObject => ({
  id,
  fields,
  dataset_ids: datasets,
  row_count: rows,
  first_seen_at: isoMs(firstSeen),
});

const renderLink = (link: PersonLink): JsonObject => {
  const { left, right, kind, madeAt, agreesOn, match } = link;
  return present({
    record_ids: [left, right],
    kind,
    made_at: isoMs(madeAt),
    agrees_on: agreesOn,
    ...(match && renderMatch(match)),
    explanation: linkSentence(link),
  });
};

export const renderPair = (reason: PairReason): JsonObject => {
  const { left, right, isOne, mode, minProbability, agreesOn, match, links, decision } = reason;
  return present({
    same_person: isOne,
    explanation: pairSentence(reason),
    left: { person_id: left.personId, record: renderRecord(left.record) },
    right: { person_id: right.personId, record: renderRecord(right.record) },
    mode,
    min_probability: minProbability,
    agrees_on: agreesOn,
    comparison: match && renderMatch(match),
    links: links.map(renderLink),
    decision_id: decision,
  });
};

const renderMatch = (match: MatchExplanation): JsonObject => ({
  probability: match.probability,
  bits: match.bits,
  same_person: match.matchClass,
  rival: match.rival,
  rival_bits: match.bitsAgainstRival,
  prior_bits: match.prior,
  comparisons: match.comparisons.map(({ comparison: field, level, bits }) => ({ field, level, bits })),
});

const renderProbability = ({ left, right, match }: PersonLink): JsonObject[] =>
  match ? [{ record_ids: [left, right], probability: match.probability }] : [];

export const renderDecision = ({ id, kind, records, others, made_at }: OwnerDecision): JsonObject => ({
  id,
  kind: kind === "apart" ? "split" : "merge",
  record_ids: records,
  other_record_ids: others,
  made_at: isoMs(made_at),
});

export const renderPeopleAnalysis = (
  { status }: Resource<"people">,
  { people_count, privacy = {} }: PeopleResult,
  {
    datasets,
    largest,
    least_sure,
    cluster_sizes,
    changes,
    number_conflicts,
    held_rates,
    ...found
  }: ResolutionFindings,
  nameOf: (datasetId: string) => string | undefined,
): JsonObject =>
  present({
    status,
    people_count,
    ...found,
    datasets: Object.entries(datasets)
      // Nobody is in a privacy list.
      .filter(([id]) => !(id in privacy))
      .map(([id, shares]) => present({ dataset_id: id, dataset_name: nameOf(id), ...shares })),
    cluster_sizes: cluster_sizes.map((size) => present({ ...size })),
    largest: largest.map(({ person_id, records, rows }) => ({
      person_id,
      record_count: records,
      row_count: rows,
    })),
    weakest_links: least_sure.map(({ person_id, left, right, probability }) => ({
      person_id,
      record_ids: [left, right],
      probability,
    })),
    contradictory_customer_ids: {
      count: number_conflicts.count,
      listed: number_conflicts.listed.map(({ records, ...conflict }) => ({
        ...conflict,
        record_count: records,
      })),
    },
    match_model: held_rates && renderMatchModel(held_rates),
    changes: changes && renderChanges(changes),
  });

const renderMatchModel = (held: readonly HeldRate[]): JsonObject => ({
  status: held.length > 0 ? "limited" : "learned",
  limited: held.map((rate) => ({ ...rate })),
});

const renderChanges = ({ gone: removed, ...changes }: PeopleChanges): JsonObject => ({ ...changes, removed });

export const renderPersonEvents = ({ events, total, next }: PersonEvents): JsonObject => ({
  events: events.map(renderEvent),
  total,
  ...(next && { next_before: writeCursor(next) }),
});

const renderEvent = ({ time, stream, value, properties }: PersonEvent): JsonObject =>
  present({ datetime: isoSeconds(time), stream_name: stream, value, properties });

export const renderReview = ({ pairs, total, quality }: Review): JsonObject => {
  const { decided, drawnOne, drawnTwo, needed, precision, recall } = quality;
  return {
    matches: pairs.map(renderToReview),
    total,
    quality: present({
      decided,
      drawn_matches: drawnOne,
      drawn_others: drawnTwo,
      needed,
      precision: precision ? { ...precision } : undefined,
      recall: recall ? { ...recall } : undefined,
    }),
  };
};

export const renderUnidentified = ({ records, reasons, total }: UnidentifiedRecords): JsonObject => ({
  records: records.map(({ id, datasets, rows, fields, reason }) => ({
    record_id: id,
    dataset_ids: datasets,
    row_count: rows,
    fields: { ...fields },
    reason,
    explanation: unidentifiedSentences[reason],
  })),
  reasons: reasons.map(({ reason, records: count, rows }) => ({
    reason,
    explanation: unidentifiedSentences[reason],
    record_count: count,
    row_count: rows,
  })),
  total,
});

const renderToReview = ({
  personId,
  otherPersonId,
  record,
  other,
  probability,
  rows,
  cost,
}: PairToReview): JsonObject =>
  present({
    person_id: personId,
    other_person_id: otherPersonId === personId ? undefined : otherPersonId,
    same_person: otherPersonId === personId,
    record_ids: [record, other],
    probability,
    row_count: rows,
    expected_wrong_rows: cost,
  });

/** `2025-11-30T09:14:00.000Z~2`: after two events of that second; `~2`: after two events without a time. */
const writeCursor = ({ time, passed }: EventsCursor): string => `${isoSeconds(time) ?? ""}~${passed}`;

/** Parses a cursor, or an instant, which means events before it. Refuses `cursor-invalid`. */
export const parseCursor = (written: string): EventsCursor => {
  const [, moment, passed] = /^([^~]*)(?:~(\d{1,6}))?$/.exec(written) ?? [];
  if (moment === "" && passed !== undefined) return { time: null, passed: Number(passed) };
  const ms = Date.parse(moment ?? "");
  if (Number.isNaN(ms)) throw refuse("cursor-invalid", { before: written });
  return passed === undefined
    ? { time: Math.ceil(ms / 1000) - 1, passed: 0 }
    : { time: Math.floor(ms / 1000), passed: Number(passed) };
};

/** One entry for each outcome of each pipeline. */
export const renderPersonScores = (pipelines: readonly PersonScores[]): JsonObject[] =>
  pipelines.flatMap(({ scope, outcomes, personas, location, scoredThrough }) =>
    outcomes.map((outcome) =>
      present({
        scope_id: scope.id,
        scope_name: scope.name,
        outcome_id: outcome.id,
        outcome_name: outcome.name,
        status: outcome.status,
        probability: outcome.probability,
        percentile: outcome.percentile,
        predicted: Object.keys(outcome.predicted).length > 0 ? outcome.predicted : undefined,
        past: outcome.past.map(({ builtAt, scoredThrough: through, probability }) => ({
          built_at: isoMs(builtAt),
          scored_through: isoSeconds(through),
          probability,
        })),
        explanation: outcome.reasons,
        personas: personas.map((persona) => ({
          persona_set_id: persona.setId,
          persona_set_name: persona.setName,
          persona_id: persona.personaId,
          persona_name: persona.personaName,
        })),
        nearest_location:
          location &&
          present({
            atlas_id: location.atlasId,
            name: location.name,
            reference_key: location.referenceKey,
            distance: location.distance,
          }),
        scored_through: isoSeconds(scoredThrough),
      }),
    ),
  );
