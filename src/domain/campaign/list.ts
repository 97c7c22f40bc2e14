// Lists: the likeliest people of a pipeline, made on demand from its scores, in the form that a program
// imports. Also what a list is judged by: the number of people who are expected to reach the goal among the
// first so many.

/** Measures that rank people: their probability or, where that is proven, the difference that a contact makes to it. */
export const rankings = ["chance", "uplift"] as const;
export type Ranking = (typeof rankings)[number];

/** `api`: the columns of an identified deployment. `meta` and `google` are hashed. */
export const listForms = ["spreadsheet", "klaviyo", "mailchimp", "meta", "google", "api"] as const;
export type ListForm = (typeof listForms)[number];

export interface ListRequest {
  scopeId: string;
  /** Absent: the first outcome of the pipeline. */
  outcomeId?: string | undefined;
  by: Ranking;
  form: ListForm;
  locale: CsvLocale;
  gzip: boolean;
  /** The most likely people, at most so many. */
  top?: number | undefined;
  /** The most likely people, at most this share of those scored, in percent. */
  topPercent?: number | undefined;
  /** Probability, 0 to 1. */
  minChance?: number | undefined;
  /** People who reached the goal already are in the list too, after everyone else. */
  withAttained: boolean;
  /** People who are held out are in the list too. */
  withHeldOut: boolean;
  /** Absent: whoever was contacted lately is on the list. */
  contacts?: RecentContacts | undefined;
}

/** Contacts of the last days. Whoever has one is left out, and takes nobody's place. */
export interface RecentContacts {
  days: number;
  /** Absent: the stream of contacts of the pipeline's hold-out. */
  stream?: string | undefined;
}

/** A list in a directory of its own, which its reader removes. */
export interface ListFile {
  /** Absolute. */
  dir: string;
  path: string;
  bytes: number;
  sha256: string;
  /** `buys-again-2025-09-30.csv` */
  name: string;
}

export interface TopPeopleRequest {
  scopeId: string;
  outcomeId?: string | undefined;
  limit: number;
}

export interface TopPerson {
  id: string;
  name: string | null;
  email: string | null;
  /** As the data have it. */
  customerId: string | null;
  /** Probability, 0 to 1. */
  chance: number;
  /** From 1. */
  rank: number;
  /** Amount that their running subscriptions bring in a month; absent without any. */
  monthlyAmount?: number;
  /** Plain words, the strongest first; at most three. */
  reasons: string[];
}

/** The `people` likeliest people: the sum of their probabilities, with the bounds of the number who reach the goal. */
export interface ReachPoint {
  people: number;
  expected: number;
  /** 95 % interval; absent for an outcome without dates, whose test is no forecast. */
  low?: number;
  high?: number;
}

const maxPoints = 100;

/** About a hundred numbers of people at which a curve is known, evenly spaced; the last is everyone. */
export const cutsOf = (people: number): number[] => {
  const points = Math.min(people, maxPoints);
  return Array.from({ length: points }, (_, i) => Math.round((people * (i + 1)) / points));
};

export type ReachRequest = Pick<ListRequest, "scopeId" | "outcomeId" | "contacts">;

export interface Reach {
  outcomeId: string;
  /** People with a probability. */
  people: number;
  /** Mean probability: the share expected among people chosen at random. */
  baseRate: number;
  /** People left out because they were contacted lately; absent where nobody is. */
  contacted?: number;
  /** Cumulative from the top; the last point is everyone. */
  points: ReachPoint[];
}

/**
 * Locales of CSV files: all but English separate values by a semicolon and decimals by a comma, as their
 * spreadsheets expect.
 */
export const csvLocales = ["en", "de", "es", "fr", "it", "nl", "pl", "pt", "sv"] as const;
export type CsvLocale = (typeof csvLocales)[number];

export const delimiterOf = (locale: CsvLocale): string => (locale === "en" ? "," : ";");
