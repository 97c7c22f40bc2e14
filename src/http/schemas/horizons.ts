// Horizons in answers: the test of each, and expected numbers of people of a pipeline.

import { Type } from "@sinclair/typebox";
import { horizonTests } from "../../domain/outcome/horizons.js";
import { byName, count, described, instant, oneOf, optional } from "../../domain/resource/schema.js";

const days = described("Days of the horizon.", count);
const low = Type.Number({ description: "Lower bound of the 95 % interval of that number." });
const high = Type.Number({ description: "Upper bound of the 95 % interval of that number." });

export const horizonsAnalysis = Type.Object(
  {
    horizons: Type.Array(
      Type.Object({
        days,
        tested_on: oneOf(
          horizonTests,
          "later dates: tested as it would have been predicted at a past date. not: learned, and the history is too short for a test. " +
            "not predicted: the history is too short to learn it.",
        ),
        landmark: optional(described("The date of the test. Absent without one, as is the rest.", instant)),
        people: optional(described("People who were tested.", count)),
        attained: optional(described("Number of them who reached the goal within the horizon.", count)),
        expected: optional(Type.Number({ description: "Expected number of them." })),
        expected_low: optional(low),
        expected_high: optional(high),
        auc: optional(Type.Number({ description: "AUC of the probabilities." })),
        log_loss: optional(Type.Number({ description: "Their log loss." })),
        ece: optional(Type.Number({ description: "Their calibration error." })),
      }),
      { description: "Shortest first." },
    ),
    dates: optional(
      Type.Object(
        {
          landmark: described("The date of the test.", instant),
          within_days: described("Longest horizon that was over.", count),
          expected: described("Tested people with an expected date.", count),
          held: described("Number of them who reached the goal within their 80 % range.", count),
          unlikely: described("Tested people who were unlikely to reach the goal within the horizon.", count),
          unlikely_reached: described("Number of them who reached it.", count),
        },
        { description: "Test of expected dates. Absent without a horizon that is tested." },
      ),
    ),
    blend: byName(Type.Number(), { description: "Weight of each candidate in the model of hazards." }),
  },
  { description: "Test of further horizons. Absent without `horizons`." },
);

export const scoredHorizons = Type.Object(
  {
    horizons: Type.Array(
      Type.Object({
        days,
        expected: optional(
          Type.Number({
            description:
              "Expected number of the scored people who reach the goal within the horizon. Absent where the history is too short for it.",
          }),
        ),
        expected_low: optional(low),
        expected_high: optional(high),
      }),
      { description: "Shortest first." },
    ),
    within_days: described("The longest horizon that is predicted.", count),
    dated: described("Scored people with an expected date.", count),
    unlikely: described("Scored people who are unlikely to reach the goal within `within_days`.", count),
  },
  { description: "Expected numbers by horizon. Absent without `horizons` in the outcome." },
);
