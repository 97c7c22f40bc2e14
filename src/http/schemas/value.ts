// Amounts and counts in answers: tests of an outcome's value, and expected totals of a pipeline.

import { type TSchema, Type } from "@sinclair/typebox";
import { type ValueMeasure, valueMeasures } from "../../domain/outcome/value.js";
import { byName, count, described, instant, oneOf, optional } from "../../domain/resource/schema.js";

const expected = Type.Number({ description: "Sum of what people were expected to have." });
const observed = Type.Number({ description: "Sum of what they had." });
const gini = Type.Number({
  description:
    "Normalised Gini coefficient: how well expected values rank people by what they then had. 1 is a perfect order, 0 one by chance.",
});

const scores = Type.Object({
  people: described("People at the date of the test.", count),
  expected,
  observed,
  gini,
  decile_error: Type.Number({
    description:
      "Mean over deciles of how far expected and observed sums are apart, as a share of the mean observed sum.",
  }),
  mean_absolute_error: Type.Number({
    description: "Mean over deciles of how far expected and observed sums are apart, per person.",
  }),
});

const deciles = Type.Array(
  Type.Object(
    {
      people: described("People in the decile: about 10 % of those tested.", count),
      expected,
      observed,
    },
    { title: "ValueDecile" },
  ),
  { description: "Highest expected values first." },
);

const evaluation = Type.Object({
  model: described("Metrics of the model.", scores),
  rules: byName(scores, {
    description:
      "Metrics of simple rules. purchase_model: BG/NBD, for amounts times the mean that Gamma-Gamma expects of the person. " +
      "last_period: as much as in the horizon before. last_year: as much as on the same days a year before.",
  }),
  expected_low: Type.Number({ description: "Lower bound of the 95 % interval of the sum." }),
  expected_high: Type.Number({ description: "Upper bound of the 95 % interval of the sum." }),
  deciles,
  range: Type.Object(
    {
      people: described("Tested people whose 80 % range is more than 0 alone.", count),
      held: described("Number of them whose value lay in their range.", count),
    },
    { description: "Test of the 80 % ranges." },
  ),
  blend: byName(Type.Number(), { description: "Weight of each candidate in the model." }),
  origins: Type.Array(
    Type.Object({
      landmark: described("The date.", instant),
      people: described("People on that date; a sample of them where there are many.", count),
      expected,
      observed,
      gini,
    }),
    {
      description:
        "Past dates on which the values were predicted as they are today, oldest first. The last is the test.",
    },
  ),
});

const perMeasure = <S extends TSchema>(schema: (measure: ValueMeasure) => S) =>
  Object.fromEntries(valueMeasures.map((measure) => [measure, optional(schema(measure))])) as Record<
    ValueMeasure,
    ReturnType<typeof optional<S>>
  >;

const meanings: Record<ValueMeasure, string> = {
  amount: "What people spend within the horizon, in the unit of the stream's values.",
  count: "How often people reach the goal within the horizon, in events.",
};

const activeFigure = {
  aggregation: oneOf(["mean", "minimum", "maximum", "last"], "As in the outcome's `value`."),
  property: optional(
    Type.String({ description: "As in the outcome's `value`. Absent: the stream's value." }),
  ),
};

const activeScores = {
  mean_absolute_error: Type.Number({ description: "Mean distance of expected and observed values." }),
  root_mean_squared_error: Type.Number({ description: "Root of the mean squared distance." }),
};
const activeScoresOf = (description: string) => Type.Object(activeScores, { description });

const activeAnalysis = Type.Object(
  {
    headline: Type.String({ description: "The test in plain English, to display." }),
    ...activeFigure,
    people: described("Tested people, who were active within the horizon.", count),
    expected: Type.Number({ description: "Mean of what these people were expected to have." }),
    observed: Type.Number({ description: "Mean of what they had." }),
    model: activeScoresOf("Errors of the model."),
    rules: Type.Object(
      {
        own_mean: activeScoresOf(
          "Errors of the person's own past: the mean over windows of the same length or over their last events, whichever fits best, drawn to that of everyone where there are few.",
        ),
        average: activeScoresOf("Errors of the same value for everyone."),
      },
      { description: "Errors of simple rules for the same people." },
    ),
    gain_low: Type.Number({
      description:
        "Lower bound of the 95 % interval of the mean squared error of own_mean less that of the model. Above 0: the model is better beyond chance.",
    }),
    gain_high: Type.Number({ description: "Its upper bound." }),
    range: Type.Object(
      {
        people: described("Tested people.", count),
        held: described("Number of them whose value lay in the 80 % range that earlier dates give.", count),
      },
      { description: "Test of the 80 % ranges." },
    ),
    blend: byName(Type.Number(), { description: "Weight of each candidate in the model." }),
    origins: Type.Array(
      Type.Object({
        landmark: described("The date.", instant),
        people: described("People who were active after that date; a sample where there are many.", count),
        ...activeScores,
        own_mean: activeScoresOf("Errors of the person's own past on that date."),
      }),
      { description: "Past dates, oldest first. The last is the test." },
    ),
  },
  {
    description:
      "Test of the mean, minimum, maximum or last value, on people who were active. Absent where sums are predicted.",
  },
);

export const valueAnalysis = Type.Object(
  {
    ...perMeasure((measure) => described(`${meanings[measure]} Absent if not asked for.`, evaluation)),
    if_active: optional(activeAnalysis),
  },
  {
    description:
      "Test of expected amounts and counts, on the date and the people of the prediction's test. Absent without `value`.",
  },
);

const total = Type.Object({
  expected: Type.Number({ description: "Sum over the people." }),
  expected_low: Type.Number({ description: "Lower bound of its 95 % interval." }),
  expected_high: Type.Number({ description: "Upper bound of its 95 % interval." }),
});

export const scoredValue = Type.Object(
  {
    headline: Type.String({
      description: "The expected total in plain English, to display.",
      examples: [
        "These 1,794 people are expected to spend 41,200 within 28 days (95 % interval 36,900 to 45,800).",
      ],
    }),
    ...perMeasure((measure) => described(meanings[measure], total)),
    spent: optional(Type.Number({ description: "What the scored people have spent so far." })),
    if_active: optional(
      Type.Object(
        {
          ...activeFigure,
          expected: Type.Number({ description: "Average of what is expected of the scored people." }),
        },
        { description: "Expected of the scored people if they are active. Absent where sums are predicted." },
      ),
    ),
  },
  { description: "Expected totals of the scored people. Absent without `value` in the outcome." },
);

export const expectedValues = Type.Object(
  perMeasure((measure) => described(meanings[measure], total)),
  { description: "Sums of what these people are expected to have. Absent without `value` in the outcome." },
);

export const observedValues = Type.Object(
  perMeasure((measure) =>
    described(
      meanings[measure],
      Type.Object({
        headline: Type.String({
          description: "The comparison in plain English, to display.",
          examples: ["Expected to spend 41,200, actual 39,800: inside the 95 % interval 36,900 to 45,800."],
        }),
        ...total.properties,
        observed,
        deciles,
      }),
    ),
  ),
  {
    description:
      "Expected and actual amounts and counts of the same people. Absent where the scores had none: without `value` in the outcome, and of scores " +
      "from before it.",
  },
);
