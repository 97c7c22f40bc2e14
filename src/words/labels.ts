// Labels of what the service and its console name: types of resources, metrics, candidate models, identity
// fields, operators. Each has one label, the same in the console, the report, the API's texts and e-mails.

import type { IdentityField } from "../domain/data/dataset.js";
import type { Decision, MetricName } from "../domain/outcome/evaluation.js";
import type { ComparisonName } from "../domain/people/matching.js";
import type { RecommenderCandidate } from "../domain/personas/recommender.js";
import type { Operators } from "../domain/resource/condition.js";
import type { ResourceType } from "../domain/resource/resource.js";
import { english, type Formatter, type Show } from "./format.js";

export interface ResourceLabel {
  /** In the middle of a sentence: "prediction". */
  one: string;
  /** "predictions" */
  many: string;
  /** As a heading or a label: "Prediction". */
  label: string;
  /** As the title of a list: "Predictions". */
  title: string;
  /** The API's own noun, where it differs: "outcome". */
  api?: string;
}

const resource = (label: string, title = `${label}s`, api?: string): ResourceLabel => ({
  one: label.toLowerCase(),
  many: title.toLowerCase(),
  label,
  title,
  ...(api !== undefined && { api }),
});

export const resourceLabels: Readonly<Record<ResourceType, ResourceLabel>> = {
  connections: resource("Connection"),
  datasets: resource("Dataset"),
  people: resource("People", "People"),
  traits: resource("Trait"),
  streams: resource("Stream"),
  places: resource("Place"),
  atlases: resource("Atlas", "Atlases"),
  cohorts: resource("Cohort"),
  outcomes: resource("Prediction", "Predictions", "outcome"),
  persona_sets: resource("Persona set"),
  recommenders: resource("Recommender"),
  holdouts: resource("Hold-out"),
  scopes: resource("Pipeline", "Pipelines", "scope"),
  targets: resource("Deployment", "Deployments", "target"),
  triggers: resource("Trigger"),
  replays: resource("Replay"),
};

export interface MetricLabel {
  name: MetricName;
  label: string;
  /** A heading without jargon. */
  title: string;
  /** One sentence: what it measures, and which value chance has. */
  meaning: string;
  isHigherBetter: boolean;
  /** In a sentence or as a key figure. */
  show(value: number, format?: Formatter): string;
  /** Beside other models, with a digit more where they differ little. */
  showExact(value: number, format?: Formatter): string;
}

const decimals =
  (count: number) =>
  (value: number, { fixed } = english): string =>
    fixed(value, count);

/** Log loss first: it decides the verdict. */
export const metrics: readonly MetricLabel[] = [
  {
    name: "log_loss",
    label: "Log loss",
    title: "Log loss",
    meaning:
      "The error of the probabilities. Confident mistakes cost most. It rewards both the right order and the right level, and decides the verdict.",
    isHigherBetter: false,
    show: decimals(4),
    showExact: decimals(4),
  },
  {
    name: "auc",
    label: "AUC",
    title: "Ranking quality",
    meaning: "How often a person who converts ranks above one who does not. Chance is 0.5.",
    isHigherBetter: true,
    show: decimals(2),
    showExact: decimals(3),
  },
  {
    name: "top_decile_lift",
    label: "Lift in the top 10 %",
    title: "Lift in the top 10 %",
    meaning: "How many times as often the top 10 % convert as the average person. Chance is 1.",
    isHigherBetter: true,
    show: (value, { ratio } = english) => ratio(value),
    showExact: (value, { ratio } = english) => ratio(value, 3),
  },
  {
    name: "average_precision",
    label: "Average precision",
    title: "Average precision",
    meaning: "The share of correct picks, averaged down the ranking. Chance is the average rate.",
    isHigherBetter: true,
    show: decimals(3),
    showExact: decimals(3),
  },
  {
    name: "brier",
    label: "Brier score",
    title: "Brier score",
    meaning: "The mean squared difference between the probability and what happened.",
    isHigherBetter: false,
    show: decimals(4),
    showExact: decimals(4),
  },
  {
    name: "ece",
    label: "Calibration error",
    title: "Calibration error",
    meaning:
      "The mean difference between expected and actual rate over ten groups of equal size, in percentage points. Part of it is chance.",
    isHigherBetter: false,
    show: (value, { fixed } = english) => `${fixed(100 * value, 1)} percentage points`,
    showExact: (value, { fixed } = english) => fixed(100 * value, 2),
  },
];

export const metricLabel = (name: MetricName): MetricLabel => metrics.find((metric) => metric.name === name)!;

/** A metric's own way to write a figure, bound to a formatter. */
export const showMetric =
  (name: MetricName, format: Formatter = english): Show =>
  (value) =>
    metricLabel(name).show(value, format);

export interface CandidateLabel {
  label: string;
  /** After "a simple rule:" or "by". */
  phrase: string;
  isRule: boolean;
}

/** Labels by the name in `performance.candidates`, and `model` for what is used. */
export const candidateLabels: Readonly<Record<string, CandidateLabel>> = {
  model: { label: "The model", phrase: "the model", isRule: false },
  constant: { label: "Same probability for all", phrase: "the same probability for all", isRule: true },
  recency: { label: "Recency only", phrase: "ranking by recency only", isRule: true },
  rfm: { label: "Recency, frequency and value (RFM)", phrase: "recency, frequency and value", isRule: false },
  bg_nbd: {
    label: "Buy-till-you-die model (BG/NBD)",
    phrase: "a buy-till-you-die model (BG/NBD)",
    isRule: false,
  },
  prior_fitted: {
    label: "What is usual in other customer bases",
    phrase: "what is usual in other customer bases",
    isRule: false,
  },
  logistic: { label: "Logistic regression", phrase: "logistic regression", isRule: false },
  trees: { label: "Gradient-boosted trees", phrase: "gradient-boosted trees", isRule: false },
};
export const candidateLabel = (name: string): string => candidateLabels[name]?.label ?? name;
export const candidatePhrase = (name: string): string => candidateLabels[name]?.phrase ?? name;

export const recommenderLabels: Readonly<Record<RecommenderCandidate, { label: string; meaning: string }>> = {
  popularity: {
    label: "Most popular",
    meaning: "Recommends what most people chose recently, the same to all.",
  },
  repeat: { label: "Bought before", meaning: "Recommends what the person chose before." },
  next: {
    label: "Next visit",
    meaning: "Recommends what others chose on the visit after one like the person's last.",
  },
  similar: { label: "Goes together", meaning: "Recommends what people with the same items also have." },
  blend: {
    label: "Combined",
    meaning: "Combines all four, weighted by how well each predicts for people with as many visits.",
  },
};

export interface DecisionLabel {
  /** The verdict's headline, which says what to do. */
  title: string;
  /** In a list, where there is no room for the reason. */
  short: string;
}

export const decisionLabels: Readonly<Record<Decision, DecisionLabel>> = {
  clearly_better: { title: "Use this model", short: "Clearly better than a simple rule" },
  slightly_better: {
    title: "Use this model, with a small gain",
    short: "Slightly better than a simple rule",
  },
  no_better: { title: "A simple rule works as well", short: "No better than a simple rule" },
  too_little_data: { title: "Too little data to decide", short: "Too little data" },
};

export const identityLabels: Readonly<Record<IdentityField, string>> = {
  person_full_name: "Full name",
  person_first_name: "First name",
  person_last_name: "Last name",
  email: "E-mail",
  email_hash: "E-mail hash",
  phone: "Phone",
  customer_id: "Customer ID",
  house_number_and_street: "Street",
  city: "City",
  state: "State",
  postcode: "Postcode",
  freeform_address: "Full address",
  birth_date: "Date of birth",
  national_id: "National ID",
  country: "Country",
};

/** Parts of two records that are compared. */
export const comparisonLabels: Readonly<Record<ComparisonName, string>> = {
  first_name: "First name",
  last_name: "Last name",
  address: "Address",
  unit: "Unit",
  area: "Area",
  email: "E-mail",
  phone: "Phone",
  suffix: "Suffix (Jr, III)",
  middle_name: "Middle name",
  birth_date: "Date of birth",
  national_id: "National ID",
  customer_id: "Customer ID",
};

export type Operator = keyof Operators;

/** After the name of a property or a trait. */
export const operatorLabels: Readonly<Record<Operator, string>> = {
  _eq: "is",
  _neq: "is not",
  _in: "is one of",
  _nin: "is none of",
  _gte: "is at least",
  _gt: "is above",
  _lte: "is at most",
  _lt: "is below",
  _nnull: "is known",
  _null: "is not known",
  _matches: "matches the pattern",
};

/** Conditions on columns may also ask for a pattern that matches nowhere. */
export const columnOperatorLabels = { ...operatorLabels, _nmatches: "does not match the pattern" };

/** A date alone means its first moment, so only these two read as they are meant. */
export const dateOperatorLabels: Readonly<Partial<Record<keyof typeof columnOperatorLabels, string>>> = {
  _gte: "is on or after",
  _lt: "is before",
};

const valueRules: Record<string, string> = {
  purchase_model: "BG/NBD with Gamma-Gamma",
  last_period: "As in the last period",
  last_year: "As a year before",
};

/** Name of a simple rule that expected amounts and counts are compared with. */
export const valueRuleLabel = (name: string): string => valueRules[name] ?? name;
