// Suggestions: predictions that the streams of an account can answer, and likenesses that its snapshots can,
// before anybody has defined a cohort. A suggestion is derived from them alone, so that the same streams
// always have the same suggestions, with the same ids.

import type { CohortConfig } from "../cohort/cohort.js";
import type { SnapshotAnswer } from "../data/snapshot.js";
import type { EpochSeconds } from "../resource/resource.js";

export const suggestionKinds = [
  "buys_again",
  "second_purchase",
  "goes_quiet",
  "leaves",
  "leaves_early",
  "comes_back",
  "switches",
  "chooses",
  "does",
  "resembles",
] as const;
/**
 * `buys_again`      an event of the main stream, however many there were before
 * `second_purchase` the second event of people with one
 * `goes_quiet`      no event for as long as the horizon
 * `leaves`          an event of the stream of cancellations; of subscribers, those who have not cancelled since
 * `leaves_early`    the same of those who subscribed of late for the first time
 * `comes_back`      an event of the main stream after a cancellation
 * `switches`        an event of the main stream with another value of a property, such as a plan
 * `chooses`         an event of the main stream with a value of a property, such as a category
 * `does`            an event of another stream, such as a redemption
 * `resembles`       likeness to those with the answer of a file without dates; says nothing of what anybody will do
 */
export type SuggestionKind = (typeof suggestionKinds)[number];

export type Suggestion = PredictionSuggestion | LikenessSuggestion;

export interface PredictionSuggestion {
  /** `leaves:transaction:cancellation` */
  id: string;
  kind: Exclude<SuggestionKind, "resembles">;
  /** Machine name of the stream that makes people customers. */
  stream: string;
  /** The stream of the goal, if it is another one. */
  other?: string;
  /** For `chooses` and `switches`. */
  property?: string;
  value?: string;
}

export interface LikenessSuggestion {
  /** `resembles:churn` */
  id: string;
  kind: "resembles";
  answer: SnapshotAnswer;
}

/** A stream as suggestions see it. */
export interface SuggestibleStream {
  name: string;
  isDated: boolean;
  hasValue: boolean;
  events: number;
  people: number;
  /** Categories of each property with text, the most frequent first. */
  categories: Readonly<Record<string, readonly { name: string; count: number }[]>>;
}

/** Predictions first. */
export const suggestionsFor = (
  streams: readonly SuggestibleStream[],
  answers: readonly SnapshotAnswer[] = [],
): Suggestion[] => [
  ...predictionsFor(streams),
  ...answers.map((answer): LikenessSuggestion => ({ ...likeness, id: `resembles:${answer.trait}`, answer })),
];

const likeness = { kind: "resembles" } as const;

/** Most customers first; at most three categories. */
const predictionsFor = (streams: readonly SuggestibleStream[]): PredictionSuggestion[] => {
  const dated = streams.filter(({ isDated, events }) => isDated && events > 0);
  const main = mainStream(dated);
  if (!main) return [];
  const others = dated.filter((stream) => stream !== main);
  const left = others.filter(({ name }) => ofLeaving.test(name));
  const done = others.filter(({ name }) => !ofLeaving.test(name) && !notAGoal.test(name));
  const of = (kind: PredictionSuggestion["kind"], more: More = {}) => suggestion(kind, main.name, more);
  const begun = startsOf(dated);
  const ofSubscribers = begun ? left.flatMap(({ name }) => subscribersFor(begun, name)) : [];
  return [
    ...(begun ? ofSubscribers : left.map(({ name }) => of("leaves", { other: name }))),
    ...(begun === main ? [] : [of("buys_again"), of("goes_quiet"), of("second_purchase")]),
    ...chosen(main, ofCategories).map((choice) => of("chooses", choice)),
    ...done.map(({ name }) => of("does", { other: name })),
  ];
};

/** The stream of what people begin and end, with most people. */
const startsOf = (streams: readonly SuggestibleStream[]): SuggestibleStream | undefined =>
  streams
    .filter(({ name }) => ofSubscriptions.test(name) && !ofLeaving.test(name) && !notAGoal.test(name))
    .toSorted((a, b) => b.people - a.people)[0];

/** Suggestions about people who begin, change and end something. */
const subscribersFor = (begun: SuggestibleStream, other: string): PredictionSuggestion[] => [
  suggestion("leaves", begun.name, { other }),
  suggestion("leaves_early", begun.name, { other }),
  suggestion("comes_back", begun.name, { other }),
  ...chosen(begun, ofPlans).map((choice) => suggestion("switches", begun.name, { other, ...choice })),
];

type More = Omit<PredictionSuggestion, "id" | "kind" | "stream">;

const suggestion = (
  kind: PredictionSuggestion["kind"],
  stream: string,
  more: More,
): PredictionSuggestion => ({ id: [kind, stream, ...Object.values(more)].join(":"), kind, stream, ...more });

const ofLeaving = /cancel|churn|leav|left|ended|unsubscri|terminat|clos/;
/** Names of streams that happen to people, or are the other side of a purchase. */
const notAGoal = /refund|return|credit|received|delivered|sent|bounce|dispute|fail/;
const ofPurchases = /transaction|order|purchase|sale|invoice|payment|charge|booking|donation/;
const ofSubscriptions = /subscription|start|sign_?up|membership|contract/;

/** The stream of purchases; or the one with most people of those that are not about leaving. */
const mainStream = (streams: readonly SuggestibleStream[]): SuggestibleStream | undefined => {
  const candidates = streams.filter(({ name }) => !ofLeaving.test(name) && !notAGoal.test(name));
  const rank = ({ name, hasValue, people }: SuggestibleStream): number[] => [
    ofPurchases.test(name) ? 1 : 0,
    hasValue ? 1 : 0,
    ofSubscriptions.test(name) ? 1 : 0,
    people,
  ];
  return candidates.toSorted((a, b) => compare(rank(b), rank(a)))[0];
};

const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
};

const ofCategories = /categor|department|product_type|item_type|brand|collection|kategorie|warengruppe/;
const ofPlans = /(^|_)(plan|tier|tarif|package|paket|edition|product|abo)/;
const mostChoices = 3;
/**
 * Bounds of the share of people: a purchase of nearly all is no choice, and one of hardly any cannot be
 * learned.
 */
const [leastShare, mostShare] = [0.05, 0.6];

const chosen = (
  { categories, events }: SuggestibleStream,
  properties: RegExp,
): { property: string; value: string }[] =>
  Object.entries(categories)
    .filter(([property]) => properties.test(property))
    .flatMap(([property, values]) =>
      values
        .filter(({ count }) => count >= leastShare * events && count <= mostShare * events)
        .map(({ name }) => ({ property, value: name })),
    )
    .slice(0, mostChoices);

/** A cohort of a suggestion, by its part in the prediction. */
export type SuggestedCohorts = Record<"attainment" | "eligible" | "population", CohortConfig>;

/** The cohorts of the prediction that a suggestion makes; `eligible` and `population` may be the same. */
export const suggestedCohorts = (suggestion: Suggestion, horizonDays: number): SuggestedCohorts => {
  if (suggestion.kind === "resembles") return likenessCohorts(suggestion.answer);
  const { kind, stream, other, property, value } = suggestion;
  const customers: CohortConfig = { stream_name: stream };
  switch (kind) {
    case "buys_again":
      return { attainment: customers, eligible: customers, population: customers };
    case "second_purchase":
      return {
        attainment: { stream_name: stream, min_count: 2 },
        eligible: customers,
        population: { stream_name: stream, max_count: 1 },
      };
    case "goes_quiet": {
      const ago = (bound: object): CohortConfig => ({
        stream_name: stream,
        recency: { occurrence: "last", ...bound },
      });
      const active = ago({ max_days: horizonDays });
      return { attainment: ago({ min_days: horizonDays }), eligible: active, population: active };
    }
    case "leaves": {
      const active = isOfSubscriptions(stream) ? { ...customers, not_followed_by: [other!] } : customers;
      return { attainment: { stream_name: other! }, eligible: active, population: active };
    }
    case "leaves_early": {
      const begun: CohortConfig = {
        ...customers,
        recency: { occurrence: "first", max_days: newcomerDays },
        not_followed_by: [other!],
      };
      return { attainment: { stream_name: other! }, eligible: begun, population: begun };
    }
    case "comes_back": {
      const gone: CohortConfig = { stream_name: other!, not_followed_by: [stream] };
      return { attainment: customers, eligible: gone, population: gone };
    }
    case "switches": {
      const attainment = { ...customers, stream_conditions: [{ property: property!, _eq: value! }] };
      const without: CohortConfig = {
        ...customers,
        stream_conditions: [{ property: property!, _neq: value! }],
        not_followed_by: [stream, other!],
      };
      return { attainment, eligible: without, population: without };
    }
    case "does":
      return { attainment: { stream_name: other! }, eligible: customers, population: customers };
    case "chooses": {
      const attainment = { ...customers, stream_conditions: [{ property: property!, _eq: value! }] };
      return { attainment, eligible: customers, population: customers };
    }
  }
};

/** Customers without an answer are scored, and nothing is learned from them. */
const likenessCohorts = ({ trait: name, is }: SnapshotAnswer): SuggestedCohorts => ({
  attainment: { traits: [{ name, _in: is }] },
  eligible: { traits: [{ name, _nnull: true }] },
  population: { traits: [{ name, _nin: is }] },
});

/** Whether people are eligible again after they reach the goal. */
export const isRecurring = (suggestion: Suggestion): boolean => {
  switch (suggestion.kind) {
    case "leaves":
      return isOfSubscriptions(suggestion.stream);
    case "second_purchase":
    case "goes_quiet":
    case "resembles":
      return false;
    default:
      return true;
  }
};

/** Days since the first start for which somebody is new. */
export const newcomerDays = 90;

const isOfSubscriptions = (stream: string): boolean => ofSubscriptions.test(stream);

/** The stream whose values the people who reach the goal spend; null where the goal is no purchase. */
export const spentStream = (suggestion: Suggestion): string | null => {
  switch (suggestion.kind) {
    case "buys_again":
    case "second_purchase":
    case "chooses":
    case "comes_back":
    case "switches":
      return suggestion.stream;
    case "does":
      return suggestion.other!;
    case "goes_quiet":
    case "leaves":
    case "leaves_early":
    case "resembles":
      return null;
  }
};

/** Past rate: of the people who were eligible a horizon ago, those who reached the goal since. */
export interface PastRate {
  days: number;
  /** The past day, and who was eligible on it. */
  cutoff: EpochSeconds;
  people: number;
  attained: number;
}

/** Number of people with a known answer, and of those who have the one in question. */
export interface AnswerCounts {
  people: number;
  attained: number;
}

export type CountedSuggestion = Suggestion & {
  /** Whom the prediction would score now. */
  people: number;
  /** Shortest horizon first; a horizon for which the history is too short is left out. */
  horizons: PastRate[];
  /** Days; null: none of the horizons has enough people on both sides, or there is none. */
  proposedDays: number | null;
  /** For a likeness, which has no horizons. */
  answers?: AnswerCounts;
};

/** Whether there are enough people on both sides to learn from. */
export const isLearnable = ({ proposedDays, answers }: CountedSuggestion): boolean =>
  answers ? rarerOf(answers) >= leastOfEither : proposedDays !== null;

/** Horizons, in days, that people choose from. */
export const horizonChoices = [30, 60, 90, 180, 365] as const;

/** Fewer people on either side do not teach a model anything. */
const leastOfEither = 25;
const usualShare = 0.1;

/** Longer horizons cost more rows of training for dates that are as good as open. */
const mostTimes = 3;

/**
 * Further horizons of a prediction with dates, in days: those of the choices that can be learned, up to three times its
 * own. None: the history is too short.
 */
export const datedHorizons = (rates: readonly PastRate[], own: number): number[] =>
  rates
    .filter((rate) => rarerOf(rate) >= leastOfEither)
    .map(({ days }) => days)
    .filter((days) => days !== own && days <= mostTimes * own);

const rarerOf = ({ people, attained }: AnswerCounts): number => Math.min(attained, people - attained);

/**
 * The shortest horizon within which a tenth of people reach the goal. Where none reaches a tenth, the one
 * with most people of the rarer side.
 */
export const proposedHorizon = (rates: readonly PastRate[]): number | null => {
  const learnable = rates.filter((rate) => rarerOf(rate) >= leastOfEither);
  const usual = learnable.find(
    ({ people, attained }) => Math.min(attained, people - attained) >= usualShare * people,
  );
  return (usual ?? learnable.toSorted((a, b) => rarerOf(b) - rarerOf(a))[0])?.days ?? null;
};
