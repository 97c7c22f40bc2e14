// Mitigation of bias: the test's probabilities are re-ranked as a pipeline's will be, so that every figure of
// the outcome describes what it delivers.

import { type Mitigation, type MitigationCost, mitigatedStrategy } from "../../domain/outcome/bias.js";
import type { Dimension } from "../../domain/outcome/dimensions.js";
import type { OutcomeConfig } from "../../domain/outcome/outcome.js";
import { cellGroups } from "../../model/fairness/groups.js";
import { cellDelays, mitigationCost } from "../../model/fairness/mitigation.js";
import { reportTest, type TrainedPropensity } from "../../model/propensity/train.js";
import type { Engine } from "../../warehouse/engine.js";
import { cells, cellsOfPeople, reranked } from "../../warehouse/fairness.js";
import { orderedBy } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { subpopulationsNow } from "./bias.js";

export interface MitigatedTest {
  /** The model with the delivered probabilities, and the test's figures that follow from them. */
  learned: TrainedPropensity;
  mitigation: Mitigation;
  price: MitigationCost;
}

/** Null without mitigation. */
export const mitigateTest = async (
  { bias_mitigation }: OutcomeConfig,
  dimensions: readonly Dimension[],
  learned: TrainedPropensity,
  account: AccountSnapshot,
  engine: Engine,
): Promise<MitigatedTest | null> => {
  const mitigate = mitigatedStrategy(bias_mitigation);
  if (mitigate === null) return null;
  const chosen = dimensions.filter(({ name }) => mitigate.dimensions.some((dimension) => dimension === name));
  const { label, probability, personId } = learned.test;
  const tested = await engine.createTableOf("unmitigated", { person_id: personId, probability });
  const cell = await cellsOf(tested, chosen, account, engine);
  const count = chosen.reduce((product, { values }) => product * values.length, 1);
  const delays = cellDelays(mitigate.strategy, probability, cell, count);
  const mitigation: Mitigation = { strategy: mitigate.strategy, dimensions: chosen, delays };
  const reranked = await mitigatedScores(mitigation, tested, account, engine);
  const { columns } = await engine.columns(orderedBy("person_id", reranked));
  const delivered = columns.probability as Float64Array;
  return {
    learned: deliver(learned, delivered),
    mitigation,
    price: {
      strategy: mitigate.strategy,
      dimensions: mitigate.dimensions,
      ...mitigationCost(label, cellGroups(chosen, cell), probability, delivered),
    },
  };
};

/** The model with a test of the given probabilities, which is all that is known of them: past dates had others. */
const deliver = (learned: TrainedPropensity, probability: Float64Array): TrainedPropensity => {
  const { report, test } = learned;
  const { bins, performance, ...figures } = reportTest(test.label, probability, []);
  return {
    ...learned,
    report: {
      ...report,
      ...figures,
      performance: { ...report.performance, model: performance.model },
      calibration: { ...report.calibration, bins },
    },
    test: { ...test, probability },
    gains: [],
  };
};

/** One row per person: person_id, probability. Without mitigation, `probabilities` itself. */
export const mitigatedScores = async (
  mitigation: Mitigation | undefined,
  probabilities: Relation,
  account: AccountSnapshot,
  engine: Engine,
): Promise<Relation> => {
  if (mitigation === undefined) return probabilities;
  const { dimensions, delays } = mitigation;
  const people = cells(subpopulationsNow(dimensions, account), dimensions);
  return engine.createTable("mitigated", reranked(probabilities, people, delays));
};

/** The cell of each person in order of id, −1 if unknown. */
const cellsOf = async (
  people: Relation,
  dimensions: readonly Dimension[],
  account: AccountSnapshot,
  engine: Engine,
): Promise<Int32Array> => {
  const { columns } = await engine.columns(
    cellsOfPeople(people, cells(subpopulationsNow(dimensions, account), dimensions)),
  );
  return Int32Array.from(columns.cell as Float64Array);
};
