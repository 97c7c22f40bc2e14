// Delivered probabilities of people at the account's now. People are read in ranges of keys, which bounds the memory.

import { emptyFrame, type Frame } from "../../domain/outcome/frame.js";
import { predictPropensity } from "../../model/propensity/model.js";
import type { Engine } from "../../warehouse/engine.js";
import { populationFrames } from "../../warehouse/frame.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { featureRelations } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { mitigatedScores } from "../outcome/mitigation.js";
import type { StoredModel } from "../outcome/stored-model.js";
import type { Analysis } from "./analyses/analysis.js";

/**
 * One row per person whose status is `scored`: person_id, probability and the columns that the analyses
 * predict. `statuses` has person_id and status. The result is the table of the given name, or a table made
 * from it. `see` receives every scored frame.
 */
export const scorePeople = async (
  table: string,
  statuses: Relation,
  model: StoredModel,
  analyses: readonly Pick<Analysis, "predict">[],
  account: AccountSnapshot,
  engine: Engine,
  see: (frame: Frame) => void = () => {},
): Promise<Relation> => {
  const now = account.dataThrough;
  const scored = sql`
    select s.person_id, cast(${now} as bigint) as landmark from ${statuses} as s where s.status = 'scored'`;
  const { count } = await engine.row<{ count: number }>(sql`select count(*) as count from (${scored})`);
  const predicted = (frame: Frame) => {
    const probability = predictPropensity(model.model, frame);
    const further = analyses.map(({ predict }) => predict?.(model, frame, probability));
    return { person_id: frame.personId, probability, ...Object.assign({}, ...further) };
  };
  const names = model.plan.features.map(({ name }) => name);
  const probabilities = await engine.createTableOf(table, predicted(emptyFrame(names)));
  const relations = featureRelations(account);
  for await (const frame of populationFrames(engine, model.plan, relations, scored, now, count)) {
    await engine.appendColumns(table, predicted(frame));
    see(frame);
  }
  return mitigatedScores(model.mitigation, probabilities, account, engine);
};
