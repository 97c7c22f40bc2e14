// Treatments in requests and answers: whether chance decided on contacts, and what they did.

import { type Static, Type } from "@sinclair/typebox";
import { assignmentVerdicts } from "../../domain/campaign/assignment.js";
import {
  closed,
  count,
  described,
  instant,
  nameOf,
  oneOf,
  optional,
  personal,
} from "../../domain/resource/schema.js";
import { figure } from "./scope-holdout.js";

const value = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 1000, description, examples: [example] });

export const treatmentQuery = closed({
  goal: nameOf("Stream whose events the contacts should bring.", "transaction"),
  days: Type.Integer({
    minimum: 1,
    maximum: 365,
    description: "Days from the first contact within which they count.",
    examples: [14],
  }),
  campaign_property: optional(
    nameOf("Property that says the campaign. Absent: every event is of one campaign.", "campaign"),
  ),
  campaign: optional(value("Its value. Needs campaign_property.", "Autumn mailing")),
  arm_property: optional(
    nameOf(
      "Property that says the arm. Absent: who has no event is the control, of the people who were known before.",
      "segment",
    ),
  ),
  contact: optional(value("Value of those who were contacted. Needs arm_property.", "Women's e-mail")),
  control: optional(value("Value of those who were not. Needs arm_property.", "No e-mail")),
  promised_share: optional(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: 1,
      description: "Share of the people that was to be contacted. The split is then tested, too.",
      examples: [0.5],
    }),
  ),
  cost_property: optional(
    nameOf(
      "Property that says what a contact costs. value, where no property is called so, is the amount of the event. Absent: nothing is said of costs.",
      "cost",
    ),
  ),
  value_per_conversion: optional(
    Type.Number({
      exclusiveMinimum: 0,
      description:
        "What one more person with a conversion is worth: the margin, in the currency of the costs. Needs cost_property. Either this or margin.",
      examples: [25],
    }),
  ),
  margin: optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description:
        "Share of the amounts that is left for you, 0 to 1. Needs cost_property. Either this or value_per_conversion.",
      examples: [0.3],
    }),
  ),
});
export type TreatmentQuery = Static<typeof treatmentQuery>;

const chance = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1, description, examples: [example] });

const group = Type.Object({
  people: described("People.", count, 10_600),
  attained: described("Those with a conversion.", count, 1604),
});

const costs = Type.Object({
  contacts: described("Contacts within the days.", count, 10_600),
  total: Type.Number({ description: "What they cost.", examples: [5300] }),
  per_contact: optional(
    Type.Number({ description: "For each of them. Absent without contacts.", examples: [0.5] }),
  ),
  unknown_count: described("Contacts that say no cost. They count as costing nothing.", count, 0),
});

export const treatment = Type.Object(
  {
    headline: personal(
      Type.String({
        description:
          "Whether chance decided and, only then, what the contacts did, in plain English, to display.",
        examples: [
          "Chance can have decided who was contacted (p = 0.43). The contacts brought 312 more conversions (95 % interval 105 to 519) among 10,600 people: 15 % against 11 %.",
        ],
      }),
    ),
    verdict: oneOf(
      assignmentVerdicts,
      "random: both groups look as chance would draw them. not_random: they do not, so that the effect cannot be separated from who was chosen. too_few: fewer than 50 people in a group.",
    ),
    since: described("The first contact: what is known of people is as of then.", instant),
    contact_count: described("People who were contacted.", count, 10_600),
    control_count: described("People of the control.", count, 10_653),
    in_both_count: described("People in both arms, who are left out.", count, 0),
    balance: Type.Object(
      {
        columns: described("Independent columns that were known before the first contact.", count, 12),
        p: chance("Chance of groups that differ at least so much, if chance had drawn them.", 0.43),
        largest: Type.Array(
          Type.Object({
            name: personal(
              Type.String({ description: "What was known.", examples: ["transaction, number"] }),
            ),
            difference: Type.Number({
              description:
                "Difference of the groups' mean ranks in standard deviations; above 0: higher among those contacted.",
              examples: [0.02],
            }),
          }),
          { description: "The largest differences." },
        ),
      },
      { description: "One test over everything that was known before." },
    ),
    split: optional(
      Type.Object(
        {
          promised: chance("The promised share.", 0.5),
          p: chance("Chance of a split at least so far from it.", 0.71),
        },
        { description: "Test of the split. Absent without promised_share." },
      ),
    ),
    costs: optional(
      Type.Object(
        {
          contact: described("Of those who were contacted.", costs),
          control: described("Of the control.", costs),
        },
        {
          description:
            "What the contacts cost, as the stream says it, of people in one arm alone. Absent without cost_property.",
        },
      ),
    ),
    effect: optional(
      Type.Object(
        {
          until: described("End of the days in which conversions count.", instant),
          contact: described("The people who were contacted.", group),
          control: described("The people of the control.", group),
          conversions: described("Difference of the rates.", figure),
          amount: optional(
            described("Difference of the amounts for each person. Absent without values.", figure),
          ),
          profit: optional(
            described(
              "Profit of all the contacts over the control: what they brought, less what they cost. Absent without value_per_conversion or margin.",
              figure,
            ),
          ),
        },
        { description: "Absent unless chance decided, and the days are over." },
      ),
    ),
  },
  { title: "Treatment" },
);
