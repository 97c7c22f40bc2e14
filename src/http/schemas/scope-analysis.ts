// Analyses of pipelines in answers: current scores, and past scores compared with actual results.

import { Type } from "@sinclair/typebox";
import { calendarFields } from "../../domain/outcome/horizons.js";
import { histogramBins } from "../../domain/pipeline/scope.js";
import {
  byName,
  count,
  described,
  exampleId,
  instant,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { scoredHorizons } from "./horizons.js";
import { decile } from "./outcome.js";
import { observedValues, scoredValue } from "./value.js";
import { warningFields } from "./verdict.js";

const outcome = {
  id: Type.String({ description: "The same as outcome_id.", examples: [exampleId] }),
  outcome_id: Type.String({ description: "ID of an outcome in the payload." }),
  outcome_name: optional(
    Type.String({ description: "Display name of the outcome.", examples: ["Likelihood to buy again"] }),
  ),
};

export const scopeWarnings = Type.Array(
  Type.Object({
    outcome_id: optional(
      Type.String({
        description:
          "ID of the outcome whose scores the warning is about. Absent if it is about the pipeline itself.",
      }),
    ),
    ...warningFields,
  }),
  {
    description:
      "Possible reasons why the scores of these people are less accurate than the test of the outcome, and values of the payload " +
      "that cannot be delivered.",
  },
);

/** Figures of an expected number. */
export const expectation = {
  expected: Type.Number({
    description: "Expected number of people who attain: the sum of the probabilities.",
  }),
  expected_low: optional(
    Type.Number({
      description:
        "Lower bound of the 95 % interval of the number who attain. It allows for chance, and for errors in the level of all " +
        "probabilities as large as in the past.",
    }),
  ),
  expected_high: optional(Type.Number({ description: "Upper bound of the 95 % interval." })),
};

const shift = Type.Object(
  {
    index: Type.Number({ description: "Mean over the features, weighted by importance." }),
    features: Type.Array(
      Type.Object({
        name: Type.String({ description: "Machine name of the feature." }),
        literate: Type.String({ description: "Display name of the feature." }),
        importance: Type.Number({ description: "Share of the importance of all features, 0 to 1." }),
        index: Type.Number({ description: "Population stability index of the feature." }),
      }),
      { description: "Important features, largest index first." },
    ),
  },
  {
    description:
      "Drift: difference between the scored people and the training data, by the population stability index of the important " +
      "features. 0 is no difference; above 0.25 is a warning, unless the tested people differed nearly as much. Absent if too " +
      "few people are scored.",
  },
);

const recurringAmounts = Type.Object(
  {
    headline: Type.String({
      description: "The amounts in plain English, to display.",
      examples: ["310 EUR a month is at risk, of 4,120 EUR a month that 96 active subscriptions bring."],
    }),
    stream_name: Type.String({ description: "Stream whose values are paid again and again." }),
    currency: optional(
      Type.String({ description: "Currency of the amounts, where the files name it.", examples: ["EUR"] }),
    ),
    subscriptions: described("Subscriptions of the scored people that are active at the cutoff.", count),
    unknown: described(
      "Those of which the price or the interval is not known. They are in no amount.",
      count,
    ),
    monthly: Type.Number({ description: "What the subscriptions bring in a month." }),
    at_risk: Type.Number({
      description:
        "Money a month at risk: the sum over people of their probability times what they bring in a month.",
    }),
    renewals: Type.Array(
      Type.Object({
        month: Type.String({ description: "Month of the next renewal, in UTC.", examples: ["2026-12"] }),
        subscriptions: described("Active subscriptions that renew in it next.", count),
        amount: Type.Number({ description: "What they pay then, for a whole interval." }),
      }),
      {
        description:
          "Active subscriptions by the month of their next renewal, earliest first. Ends after the cutoff are not known.",
      },
    ),
  },
  {
    title: "RecurringAmounts",
    description:
      "Money a month at risk, and renewals. Present where the people who can reach the goal are those with events of a stream whose mapping has `recurring`, and the goal is another stream.",
  },
);

const withoutEvents = Type.Object(
  {
    count: described("Eligible people of the population without an event.", count),
    expected: optional(
      Type.Number({
        description:
          "Sum of their probabilities, no part of `expected` of the outcome. Absent: earlier dates had too few such people.",
      }),
    ),
    earlier_count: described("Such people at earlier dates, counted at each.", count),
    earlier_attained_count: described("Those of them who reached the goal within the horizon.", count),
  },
  {
    title: "PeopleWithoutEvents",
    description:
      "People on file without an event. Their probability is how often earlier people who had been on file as long reached the goal; their " +
      "status in files is `no_events`.",
  },
);

export const scopeAnalysis = Type.Object(
  {
    population_count: described("People in the population.", count),
    data_through: optional(described("Cutoff of the scores.", instant)),
    outcomes: Type.Array(
      Type.Object({
        ...outcome,
        headline: Type.String({
          description: "The expected number in plain English, to display.",
          examples: [
            "Expected: 167 of 1,336 people in “Repeat purchasers” within 120 days (95 % interval 139 to 195).",
          ],
        }),
        scored_count: described("People whom the model scored.", count),
        eligible_count: optional(described("All eligible people, also those outside the population.", count)),
        attained_count: Type.Integer({ minimum: 0, description: "People who have already attained." }),
        not_eligible_count: described("People who are not in the eligible cohort.", count),
        without_events: optional(withoutEvents),
        ...expectation,
        histogram: Type.Array(
          Type.Object({
            min: Type.Number({ description: "Lower bound of the bin." }),
            max: Type.Number({ description: "Upper bound of the bin." }),
            count: described("Scored people in the bin.", count),
            eligible_count: optional(
              described(
                "Eligible people in the bin, also those outside the population, estimated from a sample of at most 20,000 of " +
                  "these.",
                count,
              ),
            ),
          }),
          {
            description: `People by probability, in ${histogramBins} bins of equal width.`,
          },
        ),
        probability_distribution: Type.Array(
          Type.Object(
            {
              bin_index: described("Number of the bin, from 0.", count),
              bin_mid_point: Type.Number({ description: "Probability in the middle of the bin." }),
              scope: Type.Number({ description: "Share of the scored people who are in the bin." }),
              scope_individuals_count: described("Scored people in the bin.", count),
              eligible: Type.Number({ description: "Share of all eligible people who are in the bin." }),
              eligible_individuals_count: described("All eligible people in the bin.", count),
            },
            { title: "ProbabilityBin" },
          ),
          { description: "The histogram, by the names of the published interface." },
        ),
        shift: optional(shift),
        value: optional(scoredValue),
        horizons: optional(scoredHorizons),
        recurring: optional(recurringAmounts),
      }),
      { description: "One entry for each outcome in the payload." },
    ),
    warnings: scopeWarnings,
  },
  { title: "ScopeAnalysis" },
);

const given = {
  cutoff: Type.String({ format: "date-time", description: "Cutoff of the scores." }),
  horizon_end: Type.String({
    format: "date-time",
    description: "End of the horizon.",
  }),
  horizon_days: Type.Number({ description: "Horizon in days." }),
  ...calendarFields,
  people: described("People who were scored.", count),
};

/** Scores whose horizon is over, with what their people did. */
export const observedFields = {
  ...given,
  headline: Type.String({
    description: "The comparison in plain English, to display.",
    examples: [
      "Expected 167, actual 170 of 2,000 people scored on 1 March 2025, within 45 days: inside the 95 % interval 139 to 195.",
    ],
  }),
  left_out_count: Type.Integer({
    minimum: 0,
    description: "Further scored people who no longer exist, or whose result is undecided.",
  }),
  ...expectation,
  attained: Type.Integer({ minimum: 0, description: "Actual number of people who attained." }),
  deciles: Type.Array(decile, {
    description: "Deciles by the percentile at the time, highest first.",
  }),
};

export const scopeEfficacy = Type.Object(
  {
    outcomes: Type.Array(
      Type.Object({
        ...outcome,
        months: Type.Array(
          Type.Object(
            {
              year: Type.Integer({ description: "Year of the scores." }),
              month: Type.Integer({ description: "Month of the scores, 1 to 12." }),
              attainment_window: Type.Number({ description: "Horizon in days." }),
              gross_attainments: described("People who attained.", count),
              net_attainments: described("The same: each person counts once.", count),
              net_attainments_by_decile: Type.Array(count, {
                description: "Of these, by decile of the percentile at the time, highest first.",
              }),
              performed: oneOf(
                ["equal", "greater_than", "less_than"],
                "Compared with the 95 % interval of the expected number.",
              ),
            },
            { title: "EfficacyMonth" },
          ),
          { description: "The last scores of each month whose horizon is over, oldest first." },
        ),
        observed: Type.Array(Type.Object({ ...observedFields, value: optional(observedValues) }), {
          description: "Scores whose horizon is over, newest first.",
        }),
        waiting: Type.Array(Type.Object(given), {
          description: "Scores whose horizon is not over, newest first.",
        }),
      }),
      { description: "One entry for each outcome in the payload." },
    ),
  },
  { title: "ScopeEfficacy" },
);

const peopleAtHome = {
  individuals: described("People.", count, 128),
  residences: described("Different addresses of people who have a whole one.", count, 97),
};
const areasBy = (what: string, example: string) =>
  byName(
    Type.Object(
      {
        ...peopleAtHome,
        cohorts: byName(Type.Object(peopleAtHome, { title: "GeographyCohort" }), {
          description: "Members of each cohort of the population, by ID.",
        }),
      },
      { title: "GeographyArea" },
    ),
    {
      description: `Areas, by ${what}.`,
      examples: [{ [example]: { individuals: 128, residences: 97, cohorts: {} } }],
    },
  );

export const scopeGeography = Type.Object(
  { postcodes: areasBy("postcode", "05401"), states: areasBy("state", "VT") },
  { title: "ScopeGeography" },
);
