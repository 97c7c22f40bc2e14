// Delivered probabilities of people at the account's now. People are read in ranges of keys, which bounds the memory.

import type { Frame } from "../../domain/frame.js";
import { predictPropensity } from "../../model/propensity/model.js";
import type { Engine } from "../../warehouse/engine.js";
import { populationFrames } from "../../warehouse/frame.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { featureRelations } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { mitigatedScores } from "../outcome/mitigation.js";
import type { StoredModel } from "../outcome/stored-model.js";
import { expectedValues, noValues } from "./expected-values.js";
import { horizonPredictions, noHorizons } from "./horizons.js";

/**
 * One row per person whose status is `scored`: person_id, probability and the columns of `expectedValues` and `horizonPredictions`.
 * `statuses` has person_id and status. The result is the table of the given name, or a table made from it. `see` receives every scored frame.
 */
export const scorePeople = async (
  table: string,
  statuses: Relation,
  { plan, model, mitigation, value = {}, horizons }: Omit<StoredModel, "references" | "levelMargin">,
  account: AccountSnapshot,
  engine: Engine,
  see: (frame: Frame) => void = () => {},
): Promise<Relation> => {
  const now = account.dataThrough;
  const scored = sql`
    select s.person_id, cast(${now} as bigint) as landmark from ${statuses} as s where s.status = 'scored'`;
  const { count } = await engine.row<{ count: number }>(sql`select count(*) as count from (${scored})`);
  const none = {
    ...{ person_id: new BigInt64Array(), probability: new Float64Array() },
    ...{ ...noValues(value), ...noHorizons(horizons) },
  };
  const probabilities = await engine.createTableOf(table, none);
  for await (const frame of populationFrames(engine, plan, featureRelations(account), scored, now, count)) {
    const probability = predictPropensity(model, frame);
    const predicted = {
      ...expectedValues(value, frame, probability),
      ...horizonPredictions(horizons, frame, probability),
    };
    await engine.appendColumns(table, { person_id: frame.personId, probability, ...predicted });
    see(frame);
  }
  return mitigatedScores(mitigation, probabilities, account, engine);
};
