// People as they are read. Fields without a value are left out.

import type { Decided } from "../../domain/decisions.js";
import type { PeopleResult, ResolutionFindings } from "../../domain/people.js";
import type { Person, PersonLink, PersonRecord, PersonSummary } from "../../domain/person.js";
import type { Resource } from "../../store/resources.js";
import { type JsonObject, present } from "../json.js";
import { linkInWords } from "./link-in-words.js";
import { isoMs } from "./record.js";

export const renderPersonSummary = ({ id, shown, records }: PersonSummary): JsonObject => ({
  id,
  fields: shown,
  record_count: records,
});

export const renderPerson = (person: Person, decisions: readonly Decided[]): JsonObject => {
  const known = new Set(person.written.map(({ id }) => id));
  return present({
    ...renderPersonSummary(person),
    records: person.written.map(renderRecord),
    link_count: person.links,
    links: person.heldBy.map(renderLink),
    weakest_link: person.heldBy.flatMap(renderProbability)[0],
    household: person.household.map(renderPersonSummary),
    decisions: decisions.filter((decision) => concerns(decision, known)).map(renderDecision),
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
  const { left, right, kind, madeAt, agreed, reading } = link;
  return present({
    record_ids: [left, right],
    kind,
    made_at: isoMs(madeAt),
    agrees_on: agreed,
    probability: reading?.probability,
    bits: reading?.bits,
    same_person: reading?.sameness,
    rival: reading?.rival,
    rival_bits: reading?.bitsAgainstRival,
    prior_bits: reading?.prior,
    comparisons: reading?.parts.map(({ comparison: field, level, bits }) => ({ field, level, bits })),
    explanation: linkInWords(link),
  });
};

const renderProbability = ({ left, right, reading }: PersonLink): JsonObject[] =>
  reading ? [{ record_ids: [left, right], probability: reading.probability }] : [];

const concerns = ({ records, others }: Decided, known: ReadonlySet<string>): boolean =>
  [...records, ...others].some((id) => known.has(id));

export const renderDecision = ({ id, kind, records, others, made_at }: Decided): JsonObject => ({
  id,
  kind: kind === "apart" ? "split" : "merge",
  record_ids: records,
  other_record_ids: others,
  made_at: isoMs(made_at),
});

export const renderPeopleAnalysis = (
  { status }: Resource<"people">,
  { people_count }: PeopleResult,
  { datasets, largest, least_sure, cluster_sizes, changes, ...found }: ResolutionFindings,
  nameOf: (datasetId: string) => string | undefined,
): JsonObject =>
  present({
    status,
    people_count,
    ...found,
    datasets: Object.entries(datasets).map(([id, shares]) =>
      present({ dataset_id: id, dataset_name: nameOf(id), ...shares }),
    ),
    cluster_sizes: cluster_sizes.map((size) => present({ ...size })),
    largest: largest.map(({ person_id, records, rows }) => ({
      person_id,
      record_count: records,
      row_count: rows,
    })),
    least_sure: least_sure.map(({ person_id, left, right, probability }) => ({
      person_id,
      record_ids: [left, right],
      probability,
    })),
    changes,
  });
