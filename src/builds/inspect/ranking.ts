// Ranking of a pipeline's people by one outcome: the first of them with reasons, and what to expect of the
// first so many.

import { cutsOf, type Reach, type TopPeopleRequest, type TopPerson } from "../../domain/campaign/list.js";
import { monthlyAmount } from "../../domain/outcome/value.js";
import { totalInterval } from "../../model/propensity/expected-total.js";
import {
  cumulativeChances,
  likeliestPeople,
  rankedAmongOthers,
  stageRankedPeople,
} from "../../warehouse/delivery/lists.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { peopleFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import { featuresOf, reasonReader } from "../target/list.js";
import { recentlyContacted } from "../target/payload.js";
import type { RankedSources } from "./list-sources.js";

export const topPeople = async (
  { limit }: TopPeopleRequest,
  engine: Engine,
  { scopeDir, peopleDir, outcome, place }: RankedSources,
): Promise<TopPerson[]> => {
  const scores = relation(scopeFiles(scopeDir).scores);
  const people = relation(peopleFiles(peopleDir).people);
  const rows = await engine.rows(likeliestPeople(scores, place, people, limit));
  const column = `explanation_${place}`;
  const amount = `${monthlyAmount}_${place}`;
  const isExplained = rows.some((row) => typeof row[column] === "string");
  const reasonsIn = reasonReader(isExplained ? await featuresOf(outcome) : new Map());
  return rows.map((row) => ({
    ...topPerson(row, column, reasonsIn),
    ...(typeof row[amount] === "number" && { monthlyAmount: row[amount] }),
  }));
};

const topPerson = (row: Row, column: string, reasonsIn: (explanation: string) => string[]): TopPerson => {
  const explanation = row[column];
  return {
    id: row.id as string,
    name: row.name as string | null,
    email: row.email as string | null,
    customerId: row.customer_id as string | null,
    chance: row.chance as number,
    rank: row.rank as number,
    reasons: typeof explanation === "string" ? reasonsIn(explanation) : [],
  };
};

export const reachOf = async (
  engine: Engine,
  { scopeDir, outcome, place, levelMargin: margin, contacts }: RankedSources,
): Promise<Reach> => {
  const scores = relation(scopeFiles(scopeDir).scores);
  const all = await stageRankedPeople(engine, scores, place);
  const ranked = contacts
    ? await engine.createTable(
        "to_contact",
        rankedAmongOthers(all, recentlyContacted(contacts, contacts.cutoff)),
      )
    : all;
  const people = await engine.count(ranked);
  const ranks = cutsOf(people);
  type Total = { people: number; expected: number; variance: number };
  const totals = ranks.length > 0 ? await engine.rows<Total>(cumulativeChances(ranked, ranks)) : [];
  return {
    outcomeId: outcome.id,
    people,
    ...(contacts && { contacted: (await engine.count(all)) - people }),
    baseRate: people === 0 ? 0 : totals.at(-1)!.expected / people,
    points: totals.map((total) => ({
      people: total.people,
      expected: total.expected,
      ...(margin !== null && totalInterval(total, margin)),
    })),
  };
};
