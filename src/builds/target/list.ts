// Rows of a list: the people with a probability of one outcome, the likeliest first, with the reasons of the
// model in plain words.

import { readFile } from "node:fs/promises";
import type { PayloadColumn } from "../../delivery/columns.js";
import { listedPredictions, listSource } from "../../delivery/structure.js";
import { descriptorOf } from "../../domain/data/connections/registry.js";
import type { Feature } from "../../domain/outcome/features/feature.js";
import type { ScoreReason } from "../../domain/people/person.js";
import {
  isMapped,
  type ListPreset,
  reasonsInList,
  requiredSources,
} from "../../domain/target/list-columns.js";
import { isProgramList, type TargetConfig } from "../../domain/target/target.js";
import { refuse } from "../../errors/refusal.js";
import type { RowOrder } from "../../warehouse/delivery/file.js";
import {
  explanationsOf,
  listedPhones,
  listRows,
  rankedAmongOthers,
  rankedTable,
  selectedRows,
  stageRankedPeople,
} from "../../warehouse/delivery/lists.js";
import type { Engine } from "../../warehouse/engine.js";
import { stagePhones } from "../../warehouse/persons/phones.js";
import { outcomeFiles, peopleFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import { resultOf } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import { distinctReasons, plainReason } from "../../words/reasons.js";
import type { StoredModel } from "../outcome/stored-model.js";
import type { ListSelection, TargetInput, TargetOutcome } from "./input.js";
import { recentlyContacted } from "./payload.js";

interface ListedOutcome extends TargetOutcome {
  /** Index of the outcome in the scores. */
  place: number;
}

/**
 * The outcome that orders a list: the one asked for, that of the limit, or the first. Refuses
 * `list-without-outcome`, `outcome-not-in-payload`.
 */
export const listedOutcome = ({
  config,
  list,
  scope,
}: Pick<TargetInput, "config" | "list" | "scope">): ListedOutcome => {
  const { outcomes } = scope;
  const wanted = list?.outcomeId ?? limitedOutcome(config) ?? outcomes[0]?.id;
  if (wanted === undefined) throw refuse("list-without-outcome");
  const place = outcomes.findIndex(({ id }) => id === wanted);
  if (place >= 0) return { ...outcomes[place]!, place };
  const known = outcomes.map(({ id }) => id).join(", ");
  throw refuse("outcome-not-in-payload", { field: "The list", id: wanted, outcomes: known });
};

const limitedOutcome = ({ limit }: TargetConfig): string | undefined => limit?.outcome_id;

export const listOrder = ({ limit }: TargetConfig): RowOrder => ({
  columns: [listSource("rank")],
  isAscending: !(limit?.method === "row_count" && limit.direction === "ascending"),
});

/** The chosen people who are on the list, each with the payload. */
export const selectPeople = async (
  engine: Engine,
  input: TargetInput,
  chosen: Relation,
  selection: ListSelection,
): Promise<Relation> => {
  const { place } = listedOutcome(input);
  const scores = relation(scopeFiles(input.scope.dir).scores);
  await stageRankedPeople(engine, scores, place, input.list?.by);
  const recent = input.list && input.contacts?.[0];
  const ranked = recent
    ? resultOf(rankedAmongOthers(rankedTable, recentlyContacted(recent, input.scope.result.data_through)))
    : rankedTable;
  return engine.createTable("selected", selectedRows(chosen, ranked, place, selection));
};

const programOf = ({ options }: TargetConfig): string | undefined =>
  isProgramList(options) ? `“${options.list_name}” of ${descriptorOf(options.type).title}` : undefined;

/**
 * One row per selected person with the contacts that the program needs; `selectPeople` has ranked them. Refuses
 * `list-without-contacts`.
 */
export const rowsOfList = async (
  engine: Engine,
  input: TargetInput,
  chosen: Relation,
  preset: ListPreset,
  payload: readonly PayloadColumn[],
): Promise<Sql> => {
  const required = requiredSources(preset);
  if (required && !required.some((source) => isMapped(source, input.identityColumns)))
    throw refuse("list-without-contacts", { preset: programOf(input.config) ?? preset });
  const people = relation(peopleFiles(input.peopleDir).people);
  const isPhoned = preset !== "spreadsheet" && isMapped("phone", input.identityColumns);
  return listRows({
    chosen,
    people,
    required,
    ranked: rankedTable,
    phones: isPhoned ? await stagePhones(engine, listedPhones(people), input.country) : null,
    reasons: await reasonsOf(engine, input, chosen),
    values: listedPredictions(payload, listedOutcome(input).id),
    scoredOn: scoredOn(input),
  });
};

/** The last day of the data that the scores know. */
export const scoredOn = ({ scope }: TargetInput): string => {
  const cutoff = scope.result.data_through;
  return new Date((cutoff - 1) * 1000).toISOString().slice(0, 10);
};

/** One row per explained person: person_id, reason_1 and so on, empty where there are fewer. */
const reasonsOf = async (engine: Engine, input: TargetInput, chosen: Relation) => {
  if (!input.scope.config.payload.explainability) return null;
  const outcome = listedOutcome(input);
  const reasonsIn = reasonReader(await featuresOf(outcome));
  const explained: { id: bigint; reasons: string[] }[] = [];
  for await (const rows of engine.batches<{ person_id: number | bigint; explanation: string }>(
    explanationsOf(chosen, outcome.place),
  ))
    explained.push(
      ...rows.map(({ person_id, explanation }) => ({
        id: BigInt(person_id),
        reasons: reasonsIn(explanation),
      })),
    );
  const reasons = Array.from({ length: reasonsInList }, (_, i) => [
    `reason_${i + 1}`,
    explained.map((person) => person.reasons[i] ?? ""),
  ]);
  const relation = await engine.createTableOf("because", {
    person_id: BigInt64Array.from(explained, ({ id }) => id),
    ...Object.fromEntries(reasons),
  });
  return { relation, count: reasonsInList };
};

/** Features by name, of the outcome's last model, which may be newer than the scores. */
export const featuresOf = async ({ dir }: Pick<TargetOutcome, "dir">): Promise<Map<string, Feature>> => {
  const { plan } = JSON.parse(await readFile(outcomeFiles(dir).model, "utf8")) as StoredModel;
  return new Map(plan.features.map((feature) => [feature.name, feature]));
};

/** Reads the reasons for a person's probability out of a stored explanation, the strongest first, at most three. */
export const reasonReader =
  (features: ReadonlyMap<string, Feature>) =>
  (explanation: string): string[] => {
    const found = (JSON.parse(explanation) as ScoreReason[]).filter(({ direction }) => direction === "for");
    return distinctReasons(found.map(plainIn(features))).slice(0, reasonsInList);
  };

/**
 * A stored reason as a sentence for people who read a list; as it was stored if the model no longer has its
 * feature.
 */
export const plainIn =
  (features: ReadonlyMap<string, Feature>) =>
  ({ feature: name, value, reason }: ScoreReason): string => {
    const feature = features.get(name);
    return feature ? plainReason(feature, value ?? Number.NaN) : reason;
  };
