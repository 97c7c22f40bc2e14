// Prompts of the MCP server: the five questions that people ask, each as a request that names the tools, their
// order, and what the answer must say. Assistants offer them in a menu.

import type { Client } from "../client.js";
import { listRecords } from "../resources/find.js";
import { displayName, typeAt } from "../resources/types.js";

interface Argument {
  name: string;
  text: string;
  /** Kind of resource whose names complete it. */
  kind?: string;
}

export interface Prompt {
  name: string;
  title: string;
  text: string;
  arguments: readonly Argument[];
  /** `given` has the arguments that the user has filled in. */
  request(given: Readonly<Record<string, string>>): string;
}

const prediction: Argument = {
  name: "prediction",
  text: "Name of the prediction; default: all of them.",
  kind: "outcomes",
};
const pipeline: Argument = {
  name: "pipeline",
  text: "Name of the pipeline; default: the best.",
  kind: "scopes",
};

const plainly =
  "Answer in a few sentences that a shop owner understands. Give intervals with numbers, and say what the figures cannot tell.";

export const prompts: readonly Prompt[] = [
  {
    name: "is_my_data_right",
    title: "Is my data read right?",
    text: "Checks what the service counts in a dataset against what you know of your business.",
    arguments: [{ name: "dataset", text: "Name of the dataset; default: all of them.", kind: "datasets" }],
    request: ({ dataset }) =>
      `Is ${dataset ? `my dataset ${quoted(dataset)}` : "my data"} read right? Call overview, then describe_dataset for ${dataset ? "it" : "each dataset"}. Tell me how many rows, orders, customers and how much money there are, from when to when, which rows were rejected and why, and every warning. Then ask me for the figures that I know (orders and revenue of a month), and compare. ${plainly}`,
  },
  {
    name: "what_can_i_predict",
    title: "What can I predict?",
    text: "Predictions that the data can answer, the most useful first.",
    arguments: [{ name: "goal", text: "What you want to achieve, such as fewer cancellations." }],
    request: ({ goal }) =>
      `What can I predict from my data?${goal ? ` I want: ${quoted(goal)}.` : ""} Call overview and suggest_predictions. Choose at most three, and say for each the question, of how many people, how often it happened in the past, and what I would do with the list. Recommend one. Create nothing before I agree. ${plainly}`,
  },
  {
    name: "can_i_trust_it",
    title: "How far can I trust it?",
    text: "The verdict on a prediction, its warnings, and whether earlier ones came true.",
    arguments: [prediction],
    request: ({ prediction: name }) =>
      `How far can I trust ${name ? `the prediction ${quoted(name)}` : "my predictions"}? Call read_verdict${name ? "" : " for each outcome of list_resources"}, then read_claims. Say the verdict first, then every warning, then how well it ranks beside the best simple rule, and how many of its earlier claims held. ${plainly}`,
  },
  {
    name: "whom_should_i_contact",
    title: "Whom should I contact?",
    text: "How long the list should be, what to expect of it, and why these people are on it.",
    arguments: [pipeline, { name: "people", text: "How many people you can contact." }],
    request: ({ pipeline: name, people }) =>
      `Whom should I contact next${name ? ` of ${quoted(name)}` : ""}${people ? `, if I can contact ${quoted(people)} people` : ""}? Find the pipeline with list_resources (kind scopes), call read_verdict of its prediction, read_reach, read_lift and get_list without names. Say whether the list is better than chance, how long it should be and what to expect of it, and what the people at its top have in common. Recommend to hold some of them out at random, if nobody is held out. Do not ask for names unless I do. ${plainly}`,
  },
  {
    name: "has_it_paid",
    title: "Has contacting paid?",
    text: "What contacting has brought over people who were held out.",
    arguments: [pipeline],
    request: ({ pipeline: name }) =>
      `Has contacting people paid${name ? `, for ${quoted(name)}` : ""}? Call read_lift${name ? "" : " without a pipeline, then for each pipeline of list_resources (kind scopes)"}, and read_claims. Say what it brought over those who were held out at random, in people and in money, with intervals. Where nobody was held out, say that it cannot be known, and how to find out next time. ${plainly}`,
  },
];

/** An argument is what somebody typed, and no part of the request's own words. */
const quoted = (typed: string): string => JSON.stringify(typed.slice(0, 200));

export const listedPrompts = prompts.map(({ name, title, text, arguments: taken }) => ({
  name,
  title,
  description: text,
  arguments: taken.map((each) => ({ name: each.name, description: each.text, required: false })),
}));

const mostCompletions = 20;

/** Names that an argument may have, of those that begin with what was typed. */
export const completions = async (client: Client, promptName: string, argument: string, typed: string) => {
  const found = prompts.find(({ name }) => name === promptName);
  const kind = found?.arguments.find(({ name }) => name === argument)?.kind;
  if (kind === undefined) return [];
  const type = typeAt(kind);
  const names = (await listRecords(client, type)).map((record) => displayName(type, record));
  const start = typed.toLowerCase();
  return [...new Set(names)].filter((name) => name.toLowerCase().startsWith(start)).slice(0, mostCompletions);
};
