// The account's lasting hold-out in requests and answers, and what all contacting has brought.

import { Type } from "@sinclair/typebox";
import { lastingHoldoutConfig } from "../../domain/campaign/lasting-holdout.js";
import { count, described, instant, named, optional } from "../../domain/resource/schema.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";
import { figure, monthlyArm } from "./scope-holdout.js";

export const holdoutPost = named(lastingHoldoutConfig, "AccountHoldoutPost");
export const holdoutPatch = mergePatchOf(holdoutPost, "AccountHoldoutMergePatch");

const groups = {
  contact_count: optional(described("People whom lists may contact.", count, 7610)),
  held_out_count: optional(described("People who are held out of every pipeline.", count, 402)),
  rotates_at: optional(
    described("When chance draws everyone again, by the time of the data. Absent before a build.", instant),
  ),
};

export const holdoutRecord = Type.Object(
  {
    ...recordFields,
    ...holdoutPost.properties,
    ...groups,
    headline: optional(
      Type.String({
        description: "Who is held out and until when, in plain English, to display.",
        examples: [
          "402 of 8,012 people are held out of every pipeline. Chance draws everyone again from 1 March 2026 on.",
        ],
      }),
    ),
    data_through: optional(described("Cutoff of the groups, exclusive.", instant)),
  },
  { title: "AccountHoldout" },
);

const effects = (of: string) => ({
  conversions: optional(
    described(`Additional conversions ${of}. Absent where nobody has converted.`, figure),
  ),
  amount: optional(described(`Additional amount ${of}. Absent without values.`, figure)),
  profit: optional(
    described(
      `What these are worth by the economics, less the cost of the contacts, ${of}. Absent without economics.`,
      figure,
    ),
  ),
});

const perThousand = (when: string) =>
  Type.Object(effects("for 1,000 people to contact"), { description: `The same for 1,000 people ${when}.` });

export const holdoutLedger = Type.Object(
  {
    headline: Type.String({
      description: "What contacting has brought, in plain English, to display.",
      examples: [
        "Since 1 March 2025, contacting 7,610 people has brought 312 more conversions (95 % interval 105 to 519). That is 3.4 for 1,000 people in a month.",
      ],
    }),
    since: described("When people were drawn first.", instant),
    draws: Type.Array(instant, {
      description: "When chance drew everyone, oldest first.",
    }),
    ...effects("of all people to contact together, since then"),
    per_thousand: perThousand("to contact in a month, on average"),
    merged_count: described(
      "People in whom several were merged after the last draw. They count from then on, since they were drawn more than once.",
      count,
      12,
    ),
    contacted_held_out_count: optional(
      described(
        "Contacts of people while they were held out. Each makes the figures say less than contacting has brought. Absent without contacts_stream.",
        count,
        0,
      ),
    ),
    months: Type.Array(
      Type.Object({
        from: described("Begin of the month in UTC. The first month begins with the first draw.", instant),
        until: described("Its end; of the last month that of the data.", instant),
        contact: described("The people to contact.", monthlyArm),
        held_out: described("The people held out.", monthlyArm),
        ...effects("in the month"),
        per_thousand: perThousand("to contact"),
        so_far: Type.Object(effects("through this month"), {
          description: "All of it since the first draw.",
        }),
      }),
      {
        description:
          "Months since the first draw, oldest first. Each build computes all of them again, so that late events and refunds count where they belong.",
      },
    ),
  },
  { title: "ContactLedger" },
);
