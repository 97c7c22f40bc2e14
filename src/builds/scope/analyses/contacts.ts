// People to contact: columns of the scores, and what to expect of contacting them.

import {
  breakEven,
  type ContactPlan,
  isByAmount,
  maxContacts,
  profitTerms,
} from "../../../domain/campaign/economics.js";
import type { Economics } from "../../../domain/campaign/economics-config.js";
import { cutsOf } from "../../../domain/campaign/list.js";
import { type ProfitPoint, profitOf } from "../../../domain/campaign/profit.js";
import type { Interval } from "../../../domain/outcome/evaluation.js";
import { refuse } from "../../../errors/refusal.js";
import { totalInterval } from "../../../model/propensity/expected-total.js";
import { sumInterval } from "../../../model/value/expected-sum.js";
import type { ValueModel } from "../../../model/value/model.js";
import {
  contactOrder,
  contactTotals,
  cumulativeAmounts,
  type DecidingColumn,
  withContacts,
} from "../../../warehouse/contacts.js";
import { cumulativeChances } from "../../../warehouse/delivery/lists.js";
import type { Engine } from "../../../warehouse/engine.js";
import { relation, scopeFiles } from "../../../warehouse/relations.js";
import type { Relation, Sql } from "../../../warehouse/sql/sql.js";
import { type Analysis, refuseActive, type ScoredPipeline } from "./analysis.js";

/** The outcome that decides, and how sure its levels are. */
export interface DecidingOutcome {
  id: string;
  name: string;
  /** Index in the scores. */
  place: number;
  /** Null: an outcome without dates. */
  levelMargin: number | null;
  /** Absent where it predicts no amounts. */
  amounts?: ValueModel | undefined;
}

export const contacts: Analysis = {
  name: "contacts",
  isRequested: ({ config }) => config.economics !== undefined,
  async ofRows(rows, pipeline) {
    const request = requestOf(pipeline);
    return request ? { rows: contactRows(rows, request.outcome, request.terms, request.hasArms) } : {};
  },
  async ofFile(pipeline) {
    const request = requestOf(pipeline);
    if (!request) return {};
    const { outcome, terms, hasArms } = request;
    const { engine, dir } = pipeline.tools;
    return { contacts: await contactPlan(scopeFiles(dir).scores, outcome, terms, hasArms, engine) };
  },
};

/** Undefined where the outcome that decides is no longer in the payload. */
const requestOf = ({ input: { config, holdout, lastingDir }, outcomes }: ScoredPipeline) => {
  const terms = config.economics;
  const decidingId = terms?.outcome_id ?? outcomes[0]?.outcome.id;
  const found = outcomes.find(({ outcome }) => outcome.id === decidingId);
  if (!terms || !found) return undefined;
  const { outcome, place, model } = found;
  refuseActive(outcome, "economics");
  const deciding: DecidingOutcome = {
    id: outcome.id,
    name: outcome.name,
    place,
    levelMargin: model.levelMargin,
    amounts: model.value?.amount,
  };
  return { outcome: deciding, terms, hasArms: holdout != null || lastingDir !== undefined };
};

/** Rows of the scores with the columns contact and profit. Refuses `margin-without-amounts`. */
export const contactRows = (
  scores: Sql,
  outcome: DecidingOutcome,
  terms: Economics,
  hasArms: boolean,
): Sql => {
  if (isByAmount(terms) && !outcome.amounts)
    throw refuse("margin-without-amounts", { outcome: outcome.name });
  const { worth, costPerContact } = profitTerms(terms);
  return withContacts({
    scores,
    worth,
    costPerContact,
    ...decidingColumn(outcome, terms, hasArms),
    maxContacts: maxContacts(terms),
  });
};

const decidingColumn = ({ place }: DecidingOutcome, terms: Economics, hasArms: boolean): DecidingColumn => ({
  place,
  hasArms,
  by: isByAmount(terms) ? "expected_amount" : "probability",
  breakEven: breakEven(terms),
});

type Totals = Record<"people" | "expected" | "variance", number>;
type Expected = Totals & { interval?: Interval };

/** Plan of contacts from the written scores. */
export const contactPlan = async (
  scoresFile: string,
  outcome: DecidingOutcome,
  terms: Economics,
  hasArms: boolean,
  engine: Engine,
): Promise<ContactPlan> => {
  const { id, levelMargin } = outcome;
  const deciding = decidingColumn(outcome, terms, hasArms);
  const scores = relation(scoresFile);
  const { people, paying, lowest, least, expected, variance } = await engine.row<
    Totals & { paying: number; lowest: number | null; least: number | null }
  >(contactTotals(scores, deciding));
  const ranked = await engine.createTable("contact_order", contactOrder(scores, deciding));
  const totalsAt = (ranks: readonly number[]) => totalsOf(ranked, ranks, outcome, terms, engine);
  const [amount] = isByAmount(terms) ? await totalsAt([people]) : [];
  return {
    outcome_id: id,
    terms,
    people,
    paying,
    expected,
    ...(lowest !== null && { min_chance: lowest }),
    ...(levelMargin !== null &&
      people > 0 && { expected_interval: totalInterval({ people, expected, variance }, levelMargin) }),
    ...(isByAmount(terms) && {
      amount: { ...(amount ? expectedOf(amount) : { expected: 0 }), ...(least !== null && { min: least }) },
    }),
    curve: await curveOf(ranked, terms, totalsAt, engine),
  };
};

const curveOf = async (
  ranked: Relation,
  terms: Economics,
  totalsAt: (ranks: readonly number[]) => Promise<Expected[]>,
  engine: Engine,
): Promise<ProfitPoint[]> => {
  const people = await engine.count(ranked);
  const totals = await totalsAt(cutsOf(people));
  return [
    { people: 0, profit: 0, low: 0, high: 0 },
    ...totals.map(({ people: reached, expected, interval }) =>
      profitOf({ people: reached, expected, ...interval }, profitTerms(terms)),
    ),
  ];
};

const expectedOf = ({ expected, interval }: Expected) => ({
  expected,
  ...(interval && { interval }),
});

/** Conversions or, by amounts, what is spent, of the first so many; in order. */
const totalsOf = async (
  ranked: Relation,
  ranks: readonly number[],
  { levelMargin, amounts }: DecidingOutcome,
  terms: Economics,
  engine: Engine,
): Promise<Expected[]> => {
  const wanted = ranks.filter((rank) => rank > 0);
  if (wanted.length === 0) return [];
  if (amounts && isByAmount(terms)) {
    const sums = await engine.rows<Totals>(cumulativeAmounts(ranked, wanted, amounts.spread.square));
    return sums.map((total) => ({ ...total, interval: sumInterval(total, amounts.levelMargin) }));
  }
  const totals = await engine.rows<Totals>(cumulativeChances(ranked, wanted));
  return totals.map((total) => ({
    ...total,
    ...(levelMargin !== null && { interval: totalInterval(total, levelMargin) }),
  }));
};
