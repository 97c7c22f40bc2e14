// News of people in words: what they are called, what happened, and why. Of a change between two builds whose
// scores are kept, the reason is its causes; of a cohort, its definition.

import { modelOf } from "../../domain/pipeline/score-change.js";
import type { ReportedPerson, ShownIdentifier } from "../../domain/target/trigger.js";
import { identifiersShown } from "../../domain/target/trigger-condition.js";
import { explanationsOf, shownPeople } from "../../warehouse/delivery/lists.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { changesOfPeople } from "../../warehouse/kept-scores.js";
import { peopleFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import { hasColumn, rowsAmong } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { changeSentence } from "../../words/score-change.js";
import { memberText, movedText } from "../../words/trigger.js";
import {
  type ComparedBuilds,
  explainChanges,
  missingInputs,
  pairsOf,
  readModel,
} from "../scope/analyses/score-changes.js";
import { featuresOf, reasonReader } from "../target/list.js";
import type { TriggerInput, WatchedSubject } from "./input.js";

export interface News {
  id: bigint;
  direction: "up" | "down";
  /** NaN: they had no value. */
  from: number;
  to: number;
}

type Scores = Extract<WatchedSubject, { of: "scores" }>;

/** By the ids of the people. */
export const reportedPeople = async (
  input: TriggerInput,
  news: readonly News[],
  engine: Engine,
): Promise<ReadonlyMap<bigint, ReportedPerson>> => {
  if (news.length === 0) return new Map();
  const { subject } = input;
  const ids = news.map(({ id }) => id);
  const { account, config } = input;
  const called = await identifiersOf(account.peopleDir, identifiersShown(config), ids, engine);
  const wordsOf =
    subject.of === "members"
      ? ({ direction }: News) => ({ text: memberText(direction, subject.name, subject.sentence) })
      : await wordsOfScores(input, subject, ids, engine);
  return new Map(
    news.map((each) => [
      each.id,
      { id: String(each.id), ...called.get(String(each.id)), direction: each.direction, ...wordsOf(each) },
    ]),
  );
};

type Called = Pick<ReportedPerson, "customer_id" | "email" | "name">;
type CalledRow = Row & { id: string } & Record<keyof Called, string | null>;

/** What the messages may say of people, and the data have. */
export const identifiersOf = async (
  peopleDir: string,
  shown: readonly ShownIdentifier[],
  ids: readonly bigint[],
  engine: Engine,
): Promise<ReadonlyMap<string, Called>> => {
  const people = relation(peopleFiles(peopleDir).people);
  const rows = await engine.rows<CalledRow>(shownPeople(people, ids));
  return new Map(
    rows.map((row) => [
      row.id,
      Object.fromEntries(shown.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]]))),
    ]),
  );
};

const wordsOfScores = async (
  input: TriggerInput,
  subject: Scores,
  ids: readonly bigint[],
  engine: Engine,
): Promise<(news: News) => Pick<ReportedPerson, "from" | "to" | "text" | "reasons">> => {
  const chosen = await engine.createTableOf("reported_people", { person_id: BigInt64Array.from(ids) });
  const causes = await causesOf(input, subject, chosen, engine);
  const reasons = await reasonsOf(subject, chosen, engine);
  return ({ id, from: before, to }) => {
    const from = Number.isNaN(before) ? null : before;
    const known = reasons.get(id);
    return {
      from,
      to,
      text: movedText(from, to, causes.get(id) ?? []),
      ...(known && known.length > 0 && { reasons: known }),
    };
  };
};

type Causes = { log_odds: number; sentence: string }[];

/** None where the scores with which the evaluation compares are not kept, or cannot be explained any more. */
const causesOf = async (
  { previous, account }: TriggerInput,
  { dir: scopeDir, result, outcome }: Scores,
  chosen: Relation,
  engine: Engine,
): Promise<ReadonlyMap<bigint, Causes>> => {
  const { current: to, former = [] } = result.builds ?? {};
  const from = former.find(({ build }) => build === previous?.result.since.build);
  const outcomeId = outcome.id;
  if (!to || !from || !modelOf(from, outcomeId) || !modelOf(to, outcomeId)) return new Map();
  const compared: ComparedBuilds = { from, to, outcomeId, scopeDir, account };
  if (missingInputs((await readModel(compared)).plan, account).length > 0) return new Map();
  const pairs = await pairsOf(compared, engine);
  const changes = await explainChanges(changesOfPeople(pairs, chosen), compared, engine);
  return new Map(
    changes.map(({ personId, parts, facts }) => [
      personId,
      parts.map(({ cause, log_odds }) => ({ log_odds, sentence: changeSentence(cause, facts) })),
    ]),
  );
};

/** Reasons by the model, where the pipeline explains its scores. */
const reasonsOf = async (
  { dir, place, outcome }: Scores,
  chosen: Relation,
  engine: Engine,
): Promise<ReadonlyMap<bigint, string[]>> => {
  const scores = relation(scopeFiles(dir).scores);
  if (!(await hasColumn(engine, scores, `explanation_${place}`))) return new Map();
  const rows = await engine.rows<{ person_id: number | bigint; explanation: string }>(
    explanationsOf(rowsAmong(scores, chosen, "person_id"), place),
  );
  const reasonsIn = reasonReader(await featuresOf(outcome));
  return new Map(rows.map(({ person_id, explanation }) => [BigInt(person_id), reasonsIn(explanation)]));
};
