// Knowledge base of an account: an overview, and a text for each use case, such as what a prediction is for and how to
// use it. Every change keeps the text before it as a revision.

import { type Static, Type } from "@sinclair/typebox";
import { limits } from "../resource/limits.js";
import { closed, described, optional } from "../resource/schema.js";

const text = (description: string, example: string) =>
  Type.String({ maxLength: limits.knowledgeCharacters.is, description, examples: [example] });

export const overviewText = closed({
  content: text("The overview, in Markdown.", "We sell coffee by subscription."),
});
export type OverviewText = Static<typeof overviewText>;

export const useCaseText = closed({
  title: Type.String({
    pattern: "^(?!\\s*$).+",
    maxLength: limits.nameCharacters.is,
    description: "Title of the use case.",
    examples: ["Win back lapsed subscribers"],
  }),
  preface: described(
    "Why there is the use case.",
    closed(
      {
        background: optional(text("What was there before.", "A third of subscribers pauses in summer.")),
        problem: optional(text("What is wrong with it.", "Nobody knows who comes back by themselves.")),
        solution: optional(text("What is done about it.", "Write to those who are likely to leave.")),
      },
      "UseCasePreface",
    ),
  ),
  guide: optional(text("How to use it, in Markdown.", "1. Get the list every Monday.")),
});
export type UseCaseText = Static<typeof useCaseText>;

/** Everything that is written in it. */
export const wordsOf = ({ title, preface, guide = "" }: UseCaseText): string =>
  [title, ...Object.values(preface), guide].join("\n");
