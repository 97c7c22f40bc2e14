// Delivered probabilities of people at the account's now. People are read in ranges of keys, which bounds the memory.

import { emptyFrame, type Frame } from "../../domain/outcome/frame.js";
import { predictPropensity } from "../../model/propensity/model.js";
import type { Engine } from "../../warehouse/engine.js";
import { peopleAt, populationFrames } from "../../warehouse/frame.js";
import { scoredPeople } from "../../warehouse/scores.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { featureRelations } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { mitigatedScores } from "../outcome/mitigation.js";
import type { StoredModel } from "../outcome/stored-model.js";
import type { Analysis } from "./analyses/analysis.js";

export interface ScoredPeople {
  probabilities: Relation;
  /** The same before bias mitigation; null where nothing is mitigated. */
  unmitigated: Relation | null;
}

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
): Promise<ScoredPeople> => {
  const now = account.dataThrough;
  const people = scoredPeople(statuses);
  const scored = peopleAt(people, now);
  const count = await engine.count(people);
  const predicted = async (frame: Frame) => {
    const probability = predictPropensity(model.model, frame);
    const columns = { person_id: frame.personId, probability };
    for (const { predict } of analyses)
      Object.assign(columns, await predict?.(model, frame, probability, { account, engine }));
    return columns;
  };
  const names = model.plan.features.map(({ name }) => name);
  const predictions = await engine.createTableOf(table, await predicted(emptyFrame(names)));
  const relations = featureRelations(account);
  for await (const frame of populationFrames(engine, model.plan, relations, scored, now, count)) {
    await engine.appendColumns(table, await predicted(frame));
    see(frame);
  }
  const probabilities = await mitigatedScores(model.mitigation, predictions, account, engine);
  return { probabilities, unmitigated: model.mitigation ? predictions : null };
};
