// Templates of the guided setup: the streams that each prediction needs, and the resources to create, in the order of their dependencies.

import type { Kind } from "../../api/kinds.js";
import type { TemplateName } from "./steps.js";

/** The part that a stream plays in a prediction. */
export interface Role {
  role: string;
  label: string;
  hint: string;
  /** Names of streams that likely play it. */
  likely: RegExp;
}

export type MadeKind = Extract<Kind, "cohorts" | "outcomes" | "scopes" | "targets">;
export type Ids = Readonly<Record<string, string>>;

export interface Made {
  /** Other resources refer to it by this key. */
  key: string;
  kind: MadeKind;
  name: string;
  /** A sentence on what it is. */
  about: string;
  /** The definition, given the ids of the resources created before it. */
  body: (ids: Ids) => object;
}

export interface Template {
  name: TemplateName;
  title: string;
  question: string;
  /** The files it needs. */
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
    about: "A file with one row per person: the probability and the main reasons.",
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
  question: "Who of your one-time customers will buy again?",
  needs: "An order file with one row per order: the customer, the date and, if possible, the amount.",
  roles: [
    {
      role: "orders",
      label: "Orders",
      hint: "The stream of purchases.",
      likely: /transaction|order|purchase|sale|invoice/,
    },
  ],
  made: ({ orders }) => [
    {
      key: "customers",
      kind: "cohorts",
      name: "Customers",
      about: "All people who have bought.",
      body: () => ({ stream_name: orders }),
    },
    {
      key: "once",
      kind: "cohorts",
      name: "One-time purchasers",
      about: "People who have bought once. These are scored.",
      body: () => ({ stream_name: orders, max_count: 1 }),
    },
    {
      key: "repeat",
      kind: "cohorts",
      name: "Repeat purchasers",
      about: "People who have bought at least twice. This is the goal.",
      body: () => ({ stream_name: orders, min_count: 2 }),
    },
    {
      key: "outcome",
      kind: "outcomes",
      name: "Likelihood to buy again",
      about: "Learns from what past customers did next, and is tested on people it has not seen.",
      body: ({ repeat, customers }) => ({ attainment: repeat, eligible: customers }),
    },
    ...deployed({
      name: "Repeat purchase scoring",
      about: "Scores one-time purchasers and keeps the results up to date.",
      population: "once",
    }),
  ],
};

const churn: Template = {
  name: "churn",
  title: "Churn",
  question: "Which of your customers will leave?",
  needs:
    "A file of activity, such as orders or payments, and one of cancellations. Or one file of subscriptions with a start date and, if cancelled, an end date.",
  roles: [
    {
      role: "activity",
      label: "Activity",
      hint: "The stream in which every customer has events.",
      likely: /transaction|order|purchase|payment|subscription|sign_up|visit|start/,
    },
    {
      role: "leaving",
      label: "Cancellations",
      hint: "The stream of customers leaving.",
      likely: /cancel|churn|leav|left|end|unsubscri|terminat|refund/,
    },
  ],
  made: ({ activity, leaving }) => [
    {
      key: "customers",
      kind: "cohorts",
      name: "Customers",
      about: "All people with activity. These are scored.",
      body: () => ({ stream_name: activity }),
    },
    {
      key: "churned",
      kind: "cohorts",
      name: "Churned customers",
      about: "People who have left. This is the goal.",
      body: () => ({ stream_name: leaving }),
    },
    {
      key: "outcome",
      kind: "outcomes",
      name: "Likelihood to churn",
      about: "Learns from who left in the past, and is tested on people it has not seen.",
      body: ({ churned, customers }) => ({ attainment: churned, eligible: customers }),
    },
    ...deployed({
      name: "Churn scoring",
      about: "Scores customers and keeps the results up to date.",
      population: "customers",
    }),
  ],
};

export const templates: readonly Template[] = [repeatPurchase, churn];

/** The stream of each role, chosen by name; no stream plays two. Roles without a fitting stream are absent. `fresh` streams go first. */
export const chooseStreams = (
  roles: readonly Role[],
  streams: readonly string[],
  fresh: readonly string[] = [],
): Record<string, string> => {
  const ordered = [...new Set([...fresh, ...streams])].filter((name) => streams.includes(name));
  const chosen: Record<string, string> = {};
  const free = () => ordered.filter((name) => !Object.values(chosen).includes(name));
  // Later roles have more specific names, so they are settled first.
  for (const { role, likely } of roles.toReversed()) {
    const fitsOther = (name: string) => roles.some((other) => other.role !== role && other.likely.test(name));
    const fitting = free().filter((name) => likely.test(name));
    const found = fitting.find((name) => !fitsOther(name)) ?? fitting[0];
    if (found) chosen[role] = found;
  }
  const [only] = roles;
  const [any] = free();
  if (roles.length === 1 && only && any && !chosen[only.role]) chosen[only.role] = any;
  return chosen;
};
