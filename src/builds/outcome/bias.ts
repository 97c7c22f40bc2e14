// Bias of an outcome: the dimensions by which people are compared, and the measured differences in the test.
// Traits have their values of now, also for rows of past landmarks.

import { type MitigationCost, strategyOf } from "../../domain/outcome/bias.js";
import {
  type Dimension,
  isAge,
  numberDimension,
  sensitiveDimension,
  sensitiveNames,
  textDimension,
  traitsOfDimension,
} from "../../domain/outcome/dimensions.js";
import type { Frame } from "../../domain/outcome/frame.js";
import type { OutcomeConfig, OutcomeResult } from "../../domain/outcome/outcome.js";
import { assert, refuse } from "../../errors/refusal.js";
import { type MeasuredDimension, measureBias } from "../../model/fairness/report.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";
import type { Engine } from "../../warehouse/engine.js";
import { dimensionsOf, quartiles, subpopulations } from "../../warehouse/fairness.js";
import { summarizeTraits } from "../../warehouse/features/traits.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { AccountSnapshot } from "../kind/snapshot.js";

/**
 * Age and gender where a trait holds them, then the traits that the owner chose. Refuses `trait-unknown` and
 * `bias-trait-missing`.
 */
export const biasDimensions = async (
  { bias_mitigation, bias_traits = [] }: OutcomeConfig,
  account: AccountSnapshot,
  engine: Engine,
): Promise<Dimension[]> => {
  const traits = account.people.traits.map(({ name }) => name);
  const sensitive = sensitiveNames.flatMap((name) => {
    const dimension = sensitiveDimension(name, traits);
    if (dimension === null && strategyOf(bias_mitigation, name) !== "none")
      throw refuse("bias-trait-missing", { dimension: name, traits: traits.join(", ") || "none" });
    return dimension === null ? [] : [dimension];
  });
  const covered = new Set(sensitive.map(({ trait }) => trait));
  const named: Dimension[] = [];
  for (const trait of bias_traits.filter((name) => !covered.has(name)))
    named.push(await namedDimension(trait, account, engine));
  return [...sensitive, ...named];
};

const textsPerTrait = 8;

const namedDimension = async (trait: string, { people, peopleDir }: AccountSnapshot, engine: Engine) => {
  const known = people.traits.find(({ name }) => name === trait);
  if (!known)
    throw refuse("trait-unknown", { trait, traits: people.traits.map(({ name }) => name).join(", ") });
  const traits = relation(peopleFiles(peopleDir).traits);
  if (known.type === "number") {
    const bounds = await engine.row<Record<string, number>>(quartiles(traits, trait));
    return numberDimension(trait, Object.values(bounds));
  }
  const [summary] = await summarizeTraits(engine, traits, [known]);
  return textDimension(
    trait,
    summary!.values.slice(0, textsPerTrait).map(({ name }) => name),
  );
};

/** Traits that reveal a dimension whose bias is mitigated. No model may use them. */
export const mitigatedTraits = ({ bias_mitigation }: OutcomeConfig, { people }: AccountSnapshot): string[] =>
  sensitiveNames
    .filter((name) => strategyOf(bias_mitigation, name) !== "none")
    .flatMap((name) =>
      traitsOfDimension(
        name,
        people.traits.map((trait) => trait.name),
      ),
    );

/** The subpopulations at the account's now: see `subpopulations`. */
export const subpopulationsNow = (dimensions: readonly Dimension[], account: AccountSnapshot): Relation =>
  subpopulations(relation(peopleFiles(account.peopleDir).traits), dimensions, account.dataThrough);

export interface BiasFacts {
  dimensions: readonly Dimension[];
  learnedFrom: Pick<Frame, "personId" | "label">;
  /** The test with delivered probabilities, after mitigation. */
  test: TrainedPropensity["test"];
  price: MitigationCost | null;
}

/** Empty without dimensions. */
export const biasReport = async (
  { dimensions, learnedFrom, test, price }: BiasFacts,
  account: AccountSnapshot,
  engine: Engine,
): Promise<Pick<OutcomeResult, "bias">> => {
  if (dimensions.length === 0) return {};
  assert(learnedFrom.label, "a frame to learn from has labels");
  const measure = (personId: BigInt64Array) => measuredDimensions(personId, dimensions, account, engine);
  const found = measureBias({
    training: { label: learnedFrom.label, dimensions: await measure(learnedFrom.personId) },
    tested: { ...test, dimensions: await measure(test.personId) },
  });
  const traits = dimensions.map(({ name, trait }) => ({ dimension: name, trait }));
  return { bias: { traits, ...found, mitigation: price } };
};

/** The code and the years of each dimension, one entry per person, in the given order. */
const measuredDimensions = async (
  personId: BigInt64Array,
  dimensions: readonly Dimension[],
  account: AccountSnapshot,
  engine: Engine,
): Promise<MeasuredDimension[]> => {
  const rows = await engine.createTableOf("bias_rows", {
    person_id: personId,
    place: Int32Array.from(personId.keys()),
  });
  const known = subpopulationsNow(dimensions, account);
  const read = await engine.columns(dimensionsOf(rows, known, dimensions.length));
  return dimensions.map(({ name, values, reading }, i) => ({
    name,
    values,
    code: Int8Array.from(read.columns[`code_${i}`] as Float64Array),
    years: isAge(reading) ? (read.columns[`years_${i}`] as Float64Array) : null,
  }));
};
