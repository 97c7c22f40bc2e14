// The people of a pipeline whose probability changed most since an earlier build, each with the parts of the
// change in words.

import type { Mover, Movers, MoversRequest } from "../../domain/pipeline/score-change.js";
import { refuse } from "../../errors/refusal.js";
import { shownPeople } from "../../warehouse/delivery/lists.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { changeOfPerson, largestChanges } from "../../warehouse/kept-scores.js";
import { personOfFormerId } from "../../warehouse/persons/person-queries.js";
import { formerIds, peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { changeSentence } from "../../words/score-change.js";
import {
  changeTotals,
  type ExplainedChange,
  explainChanges,
  missingInputs,
  pairsOf,
  readModel,
} from "../scope/analyses/score-changes.js";
import type { MoverSources } from "./mover-sources.js";
import { isKey } from "./person.js";

/** Refuses `scores-not-explained`. */
export const moversOf = async (
  { direction, limit, personId }: MoversRequest,
  engine: Engine,
  sources: MoverSources,
): Promise<Movers> => {
  const { from, to, outcomeId, builds, account } = sources;
  if (from === null) return { outcomeId, to, builds, since: null, people: [] };
  const compared = { ...sources, from };
  const gone = missingInputs((await readModel(compared)).plan, account);
  if (gone.length > 0)
    throw refuse("scores-not-explained", {
      built_at: new Date(from.built_at).toISOString(),
      missing: gone.join(", "),
    });
  const totals = sources.totals ?? (await changeTotals(compared, engine));
  const pairs = await pairsOf(compared, engine);
  const chosen =
    personId === undefined
      ? largestChanges(pairs, direction, limit)
      : changeOfPerson(pairs, await idOfToday(personId, sources, engine));
  const changes = await explainChanges(chosen, compared, engine);
  const size = ({ from: before, to: after }: ExplainedChange) => Math.abs(after - before);
  changes.sort((a, b) => size(b) - size(a) || (a.personId < b.personId ? -1 : 1));
  return {
    outcomeId,
    to,
    builds,
    since: { build: from, totals },
    people: await named(changes, relation(peopleFiles(account.peopleDir).people), engine),
  };
};

/** 0, which is nobody's, for a text that is no id. */
const idOfToday = async (id: string, { account }: MoverSources, engine: Engine): Promise<bigint> => {
  if (!isKey(id)) return 0n;
  const former = personOfFormerId(formerIds(account.peopleDir), BigInt(id));
  const [found] = await engine.rows<{ person_id: string }>(former);
  return BigInt(found?.person_id ?? id);
};

const named = async (
  changes: readonly ExplainedChange[],
  people: Relation,
  engine: Engine,
): Promise<Mover[]> => {
  if (changes.length === 0) return [];
  const ids = changes.map(({ personId }) => personId);
  const rows = await engine.rows<PersonRow>(shownPeople(people, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return changes.map(({ personId, from, to, parts, facts }) => {
    const { name = null, email = null, customer_id = null } = byId.get(String(personId)) ?? {};
    return {
      id: String(personId),
      name,
      email,
      customerId: customer_id,
      from,
      to,
      parts: parts.map((part) => ({ ...part, sentence: changeSentence(part.cause, facts) })),
    };
  });
};

type PersonRow = Row & { id: string } & Record<"name" | "email" | "customer_id", string | null>;
