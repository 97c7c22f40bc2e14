// People's probabilities as of the account's now, as they are delivered. They are read in ranges of keys, so memory does not
// grow with their number.

import type { Frame } from "../../domain/frame.js";
import { predictPropensity } from "../../model/propensity/model.js";
import type { Engine } from "../../warehouse/engine.js";
import { populationFrames } from "../../warehouse/frame.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { featureRelations } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { mitigatedScores } from "../outcome/mitigation.js";
import type { StoredModel } from "../outcome/stored-model.js";

/**
 * One row per person whose status is `scored`: person_id, probability. `statuses` has person_id and status; the result is a
 * table of the name given, or one made from it. `see` is shown every frame that is scored.
 */
export const scorePeople = async (
  table: string,
  statuses: Relation,
  { plan, model, mitigation }: Pick<StoredModel, "plan" | "model" | "mitigation">,
  account: AccountSnapshot,
  engine: Engine,
  see: (frame: Frame) => void = () => {},
): Promise<Relation> => {
  const now = account.dataThrough;
  const asked = sql`
    select s.person_id, cast(${now} as bigint) as landmark from ${statuses} as s where s.status = 'scored'`;
  const { count } = await engine.row<{ count: number }>(sql`select count(*) as count from (${asked})`);
  const nobody = { person_id: new BigInt64Array(), probability: new Float64Array() };
  const probabilities = await engine.createTableOf(table, nobody);
  for await (const frame of populationFrames(engine, plan, featureRelations(account), asked, now, count)) {
    const probability = predictPropensity(model, frame);
    await engine.appendColumns(table, { person_id: frame.personId, probability });
    see(frame);
  }
  return mitigatedScores(mitigation, probabilities, account, engine);
};
