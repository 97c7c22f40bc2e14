// Lists of a pipeline's likeliest people in requests and answers, and what to expect of them.

import { type Static, Type } from "@sinclair/typebox";
import {
  type CsvLocale,
  csvLocales,
  type ListForm,
  listForms,
  type Ranking,
  rankings,
} from "../../domain/campaign/list.js";
import {
  closed,
  count,
  described,
  exampleId,
  id,
  nameOf,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { recentDays } from "../../domain/target/target.js";
import { linkExpires } from "./common.js";
import { personShown } from "./person-shown.js";

const outcome_id = optional(id("an outcome of the pipeline. Absent: its first outcome"));

const recentContacts = {
  not_contacted_days: optional(
    recentDays(
      "Leaves out people with a contact in so many days before data_through of the scores. Ranks that other bounds count are those of who is left.",
    ),
  ),
  contacts_stream: optional(
    nameOf(
      "Stream with an event for each contact, for not_contacted_days. Absent: contacts_stream of the pipeline's holdout.",
      "mail_sent",
    ),
  ),
};

export const listQuery = closed({
  outcome_id,
  by: optional(
    Type.Unsafe<Ranking>({
      ...oneOf(
        rankings,
        "What ranks people, and so whom top and top_percent count. chance: the likeliest first. uplift: those whom a contact moves most, where campaigns have proven it.",
      ),
      default: "chance",
    }),
  ),
  form: optional(
    Type.Unsafe<ListForm>({
      ...oneOf(
        listForms,
        "spreadsheet: readable columns with reasons, safe to open in Excel. klaviyo, mailchimp: the columns that their import maps by " +
          "itself; people without an e-mail address (Klaviyo: nor a telephone number) are left out. meta, google: SHA-256 hashes for their " +
          "customer match, one row per address of a person. api: the columns of an identified deployment.",
      ),
      default: "spreadsheet",
    }),
  ),
  top: optional(
    Type.Integer({
      minimum: 1,
      description: "At most so many people, likeliest first. All given bounds hold.",
    }),
  ),
  top_percent: optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 100,
      description: "At most this share of the people with a probability, in percent.",
      examples: [10],
    }),
  ),
  min_chance: optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "People with at least this probability.",
      examples: [0.2],
    }),
  ),
  with_attained: optional(
    Type.Boolean({
      default: false,
      description: "true: also people who reached the goal already, at the end and without a probability.",
    }),
  ),
  with_held_out: optional(
    Type.Boolean({
      default: false,
      description: "true: also people who are held out of campaigns, where the pipeline has a holdout.",
    }),
  ),
  ...recentContacts,
  locale: optional(
    Type.Unsafe<CsvLocale>({
      ...oneOf(
        csvLocales,
        "Language of the spreadsheet that opens the file. All but en have semicolons between values and decimal commas.",
      ),
      default: "en",
    }),
  ),
  gzip: optional(Type.Boolean({ default: false, description: "true: compress the file." })),
  signature: optional(Type.String({ description: "Signature from the scope's list_url, instead of a key." })),
  expires: linkExpires,
});
export type ListQuery = Required<
  Pick<Static<typeof listQuery>, "by" | "form" | "locale" | "gzip" | "with_attained" | "with_held_out">
> &
  Omit<Static<typeof listQuery>, "by" | "form" | "locale" | "gzip" | "with_attained" | "with_held_out">;

export const topPeopleQuery = closed({
  outcome_id,
  limit: optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Maximum number of people." }),
  ),
});

export const topPeople = Type.Array(
  Type.Object(
    {
      ...personShown,
      chance: Type.Number({ description: "Probability, 0 to 1.", examples: [0.342] }),
      rank: Type.Integer({ minimum: 1, description: "Place in the list, from 1." }),
      monthly_amount: optional(
        Type.Number({
          description:
            "What their active subscriptions bring in a month, where the prediction is about who leaves.",
          examples: [29],
        }),
      ),
      reasons: Type.Array(Type.String(), {
        description:
          "Up to three reasons for the probability in plain words, strongest first. Empty if the pipeline's payload has no explainability.",
        examples: [["Last order 12 days ago", "3 orders in the last 6 weeks"]],
      }),
    },
    { title: "TopPerson" },
  ),
  { description: "People with the highest probabilities, likeliest first." },
);

export const reachQuery = closed({ outcome_id, ...recentContacts });

const profit = {
  profit: optional(
    Type.Number({
      description:
        "What these people are expected to bring, less the cost of contacting them. Only with the pipeline's economics, and at points only by " +
        "value_per_conversion.",
      examples: [920],
    }),
  ),
  profit_low: optional(Type.Number({ description: "Lower bound of its 95 % interval.", examples: [310] })),
  profit_high: optional(Type.Number({ description: "Upper bound of its 95 % interval.", examples: [1480] })),
};

const recommended = Type.Object(
  {
    headline: Type.String({
      description: "Whom to contact, in plain English, to display.",
      examples: [
        "Contact 512 people, those with a chance of 3.2 % or more: cost 410, expected profit 920 (95 % interval 310 to 1,480).",
      ],
    }),
    people: described("People to contact, without those held out.", count, 512),
    paying_count: described("People whose contact is expected to pay, whatever the budget.", count, 512),
    min_chance: optional(
      Type.Number({ description: "Lowest probability of those to contact.", examples: [0.0321] }),
    ),
    cost: Type.Number({ description: "Cost of contacting them.", examples: [409.6] }),
    expected: Type.Number({ description: "Expected number of them who reach the goal.", examples: [53.2] }),
    low: optional(Type.Number({ description: "Lower bound of the 95 % interval of that number." })),
    high: optional(Type.Number({ description: "Upper bound of the 95 % interval of that number." })),
    min_amount: optional(
      Type.Number({
        description: "Lowest expected amount of those to contact. Only by margin.",
        examples: [2.67],
      }),
    ),
    amount: optional(
      Type.Number({ description: "What they are expected to spend. Only by margin.", examples: [4430] }),
    ),
    amount_low: optional(Type.Number({ description: "Lower bound of its 95 % interval.", examples: [3720] })),
    amount_high: optional(
      Type.Number({ description: "Upper bound of its 95 % interval.", examples: [5270] }),
    ),
    ...profit,
  },
  {
    description:
      "Whom to contact: everyone whose expected value exceeds the cost of a contact, those worth most first, as far as the budget goes. Only with " +
      "the pipeline's economics, once it is built with them. The column fdy_economics_contact names these people.",
  },
);

export const reach = Type.Object(
  {
    outcome_id: Type.String({ description: "ID of the outcome.", examples: [exampleId] }),
    people: described("People with a probability, without those who were contacted lately.", count),
    contacted_count: optional(
      described(
        "With not_contacted_days: people with a probability whom their contacts leave out.",
        count,
        312,
      ),
    ),
    base_rate: Type.Number({
      description: "Mean probability: the share expected to reach the goal among people chosen at random.",
      examples: [0.039],
    }),
    points: Type.Array(
      Type.Object({
        people: described("The likeliest people, so many of them.", count, 500),
        expected: Type.Number({
          description: "Expected number of them who reach the goal: the sum of their probabilities.",
          examples: [84.2],
        }),
        low: optional(
          Type.Number({
            description:
              "Lower bound of the 95 % interval, made as that of the pipeline's expected number. Absent for a static prediction.",
          }),
        ),
        high: optional(Type.Number({ description: "Upper bound of the 95 % interval." })),
        ...profit,
      }),
      {
        description:
          "About 100 points from the top of the list to everyone. Empty if no one has a probability.",
      },
    ),
    recommended: optional(recommended),
    profit_curve: optional(
      Type.Array(
        Type.Object({
          people: described(
            "Number of people contacted, those worth most first, without those held out.",
            count,
            500,
          ),
          cost: Type.Number({ description: "Cost of contacting them.", examples: [400] }),
          ...profit,
        }),
        {
          description:
            "Expected profit by the number of people contacted, whatever the budget: about 100 points from nobody to everyone. Only with the " +
            "pipeline's economics.",
        },
      ),
    ),
  },
  { title: "Reach" },
);
