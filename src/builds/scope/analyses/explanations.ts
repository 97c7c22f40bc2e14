// Explanations of scores. Explaining a person takes a hundred times as long as scoring them, half a
// millisecond on a large model, so in a large population only the most likely people are explained. They are
// read in small parts, which bounds the memory.

import { explanationJson } from "../../../delivery/explanation.js";
import { familyOf } from "../../../domain/outcome/features/feature.js";
import type { FeaturePlan } from "../../../domain/outcome/features/plan.js";
import { type Frame, frameParts } from "../../../domain/outcome/frame.js";
import { maxExplained } from "../../../domain/pipeline/scope.js";
import { type Explainer, explainerOf } from "../../../model/explain/explainer.js";
import { reasonsOf } from "../../../model/explain/reasons.js";
import type { Engine } from "../../../warehouse/engine.js";
import { peopleAt, populationFrames, readFrame } from "../../../warehouse/frame.js";
import { evenSample, mostLikely, withExplanations } from "../../../warehouse/scores.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import { featureRelations } from "../../kind/relations.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import type { StoredModel } from "../../outcome/stored-model.js";
import type { Analysis } from "./analysis.js";

/** Enough for the average over all people: its standard error is a fiftieth of their standard deviation. */
const comparedWith = 2_000;
const rowsPerPart = 2_000;

export const explanations: Analysis = {
  name: "explanations",
  isRequested: ({ config }) => config.payload.explainability ?? false,
  /** Adds a column explanation: JSON, null for people without one. */
  async ofOutcome({ scores, place, model }, { input: { account }, tools: { engine } }) {
    const table = `explanation_${place}`;
    const none = { person_id: new BigInt64Array(), explanation: [] };
    const all = await engine.createTableOf(table, none);
    for await (const part of explained(scores, place, model, account, engine))
      await engine.appendColumns(table, part);
    return { scores: withExplanations(scores, all), columns: ["explanation"] };
  },
};

/** The explained people, part by part. */
async function* explained(
  scores: Relation,
  index: number,
  { plan, model }: StoredModel,
  account: AccountSnapshot,
  engine: Engine,
): AsyncGenerator<{ person_id: BigInt64Array; explanation: string[] }> {
  const relations = featureRelations(account);
  const now = account.dataThrough;
  const spine = (people: Relation) => peopleAt(people, now);
  const sample = await engine.createTable(`compared_${index}`, evenSample(scores, comparedWith));
  const baseline = await readFrame(engine, plan, relations, spine(sample), now);
  if (baseline.rows === 0) return;
  const chosen = await engine.createTable(`chosen_${index}`, mostLikely(scores, maxExplained));
  const explain = explanationsBy(plan, explainerOf(model, baseline));
  for await (const frame of populationFrames(engine, plan, relations, spine(chosen), now, maxExplained))
    for (const part of frameParts(frame, rowsPerPart))
      yield { person_id: part.personId, explanation: explain(part) };
}

/** Returns one explanation per row. */
const explanationsBy = ({ features }: FeaturePlan, explainer: Explainer) => {
  const families = features.map(familyOf);
  return (frame: Frame): string[] => {
    const effects = explainer.effects(frame);
    return Array.from({ length: frame.rows }, (_, row) => {
      const line = effects.subarray(row * features.length, (row + 1) * features.length);
      const reasons = reasonsOf(line, families).map(({ feature, effect }) => ({
        feature: features[feature]!,
        value: frame.columns[feature]![row]!,
        effect,
      }));
      return explanationJson(reasons);
    });
  };
};
