// The questions that can be asked with one press: which streams each needs, and what is made of them, in the order in which one
// needs another.

import type { Kind } from "../../api/kinds.js";
import type { TemplateName } from "./flow.js";

/** What a stream is to a question. */
export interface Role {
  role: string;
  label: string;
  hint: string;
  /** Names of streams that are likely to be it. */
  likely: RegExp;
}

export type MadeKind = Extract<Kind, "cohorts" | "outcomes" | "scopes" | "targets">;
export type Ids = Readonly<Record<string, string>>;

export interface Made {
  /** What others refer to it by. */
  key: string;
  kind: MadeKind;
  name: string;
  /** In a sentence, who or what it is. */
  about: string;
  /** What it is besides its name, given the ids of what was made before it. */
  body: (ids: Ids) => object;
}

export interface Template {
  name: TemplateName;
  title: string;
  question: string;
  /** What files it takes, for who has none yet. */
  needs: string;
  roles: readonly Role[];
  made: (streams: Readonly<Record<string, string>>) => readonly Made[];
}

const deployed = (scope: { name: string; about: string; population: string }): readonly Made[] => [
  {
    key: "scope",
    kind: "scopes",
    name: scope.name,
    about: scope.about,
    body: (ids) => ({
      population: { include: [ids[scope.population]] },
      payload: { outcome_ids: [ids.outcome], explainability: true },
      preview: true,
    }),
  },
  {
    key: "target",
    kind: "targets",
    name: `${scope.name}, as CSV`,
    about: "A file with one row for each person: the probability, and what speaks for it.",
    body: ({ scope: scope_id }) => ({
      scope_id,
      representation: { mode: "identified" },
      options: { type: "hosted_csv" },
    }),
  },
];

const repeatPurchase: Template = {
  name: "repeat-purchase",
  title: "Repeat purchase",
  question: "Of the people who have bought once, who will buy again?",
  needs:
    "A file of orders: one row for each, with a date, what tells who bought, and better still an amount.",
  roles: [
    {
      role: "orders",
      label: "Orders",
      hint: "The stream in which an event is a purchase.",
      likely: /transaction|order|purchase|sale|invoice/,
    },
  ],
  made: ({ orders }) => [
    {
      key: "customers",
      kind: "cohorts",
      name: "Customers",
      about: "Everybody who has bought.",
      body: () => ({ stream_name: orders }),
    },
    {
      key: "once",
      kind: "cohorts",
      name: "One-time purchasers",
      about: "Who has bought once: they are scored.",
      body: () => ({ stream_name: orders, max_count: 1 }),
    },
    {
      key: "repeat",
      kind: "cohorts",
      name: "Repeat purchasers",
      about: "Who has bought twice or more: this is what is foretold.",
      body: () => ({ stream_name: orders, min_count: 2 }),
    },
    {
      key: "outcome",
      kind: "outcomes",
      name: "Likelihood to buy again",
      about: "Learned from what customers of the past did next, and tested on people whom it has not seen.",
      body: ({ repeat, customers }) => ({ attainment: repeat, eligible: customers }),
    },
    ...deployed({
      name: "Repeat purchase scoring",
      about: "Scores the one-time purchasers, and keeps the scores fresh.",
      population: "once",
    }),
  ],
};

const churn: Template = {
  name: "churn",
  title: "Churn",
  question: "Of your customers, who will leave?",
  needs:
    "A file of what customers do, such as orders or payments, and one of cancellations; or one file of subscriptions, in which each row has a date of beginning and, where it is over, a date of end.",
  roles: [
    {
      role: "activity",
      label: "What customers do",
      hint: "The stream that everybody has events in who is a customer.",
      likely: /transaction|order|purchase|payment|subscription|sign_up|visit|start/,
    },
    {
      role: "leaving",
      label: "Leaving",
      hint: "The stream in which an event says that somebody left.",
      likely: /cancel|churn|leav|left|end|unsubscri|terminat|refund/,
    },
  ],
  made: ({ activity, leaving }) => [
    {
      key: "customers",
      kind: "cohorts",
      name: "Customers",
      about: "Everybody who has done it: they are scored.",
      body: () => ({ stream_name: activity }),
    },
    {
      key: "churned",
      kind: "cohorts",
      name: "Churned customers",
      about: "Who has left: this is what is foretold.",
      body: () => ({ stream_name: leaving }),
    },
    {
      key: "outcome",
      kind: "outcomes",
      name: "Likelihood to churn",
      about: "Learned from who left in the past, and tested on people whom it has not seen.",
      body: ({ churned, customers }) => ({ attainment: churned, eligible: customers }),
    },
    ...deployed({
      name: "Churn scoring",
      about: "Scores the customers, and keeps the scores fresh.",
      population: "customers",
    }),
  ],
};

export const templates: readonly Template[] = [repeatPurchase, churn];

// Which stream plays which role of a question: by its name, and no stream two roles.

/** By role; roles for which no stream fits are not in it. With `fresh`, streams just uploaded, which go first. */
export const chooseStreams = (
  roles: readonly Role[],
  streams: readonly string[],
  fresh: readonly string[] = [],
): Record<string, string> => {
  const ordered = [...new Set([...fresh, ...streams])].filter((name) => streams.includes(name));
  const chosen: Record<string, string> = {};
  const free = () => ordered.filter((name) => !Object.values(chosen).includes(name));
  // What is meant by one name alone is settled before what could be any.
  for (const { role, likely } of roles.toReversed()) {
    const isElses = (name: string) => roles.some((other) => other.role !== role && other.likely.test(name));
    const fitting = free().filter((name) => likely.test(name));
    const found = fitting.find((name) => !isElses(name)) ?? fitting[0];
    if (found) chosen[role] = found;
  }
  const [only] = roles;
  const [any] = free();
  if (roles.length === 1 && only && any && !chosen[only.role]) chosen[only.role] = any;
  return chosen;
};
