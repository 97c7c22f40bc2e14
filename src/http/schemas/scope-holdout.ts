// Hold-outs of pipelines in requests and answers.

import { type Static, Type } from "@sinclair/typebox";
import { choices } from "../../domain/campaign/decision.js";
import { holdoutConfig } from "../../domain/campaign/holdout.js";
import { upliftSegments, upliftVerdicts } from "../../domain/campaign/uplift.js";
import { calendarFields } from "../../domain/outcome/horizons.js";
import {
  closed,
  count,
  described,
  exampleId,
  id,
  instant,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";

const { share, by, campaigns } = holdoutConfig.properties;
const campaign = campaigns.items;

export const holdoutQuery = closed({
  outcome_id: optional(id("an outcome of the pipeline. Absent: that of the holdout, or the first")),
  share: optional(described("Share to hold out. Absent: that of the holdout, or 10 %.", share)),
  top: optional(
    Type.Integer({
      minimum: 1,
      description: "Only so many of the likeliest people take part, in both groups together.",
    }),
  ),
  top_percent: optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 100,
      description: "Only this share of the likeliest people takes part, in percent.",
    }),
  ),
});
export type HoldoutQuery = Static<typeof holdoutQuery>;

const detectable = Type.Object({
  share,
  contact_count: described("People to contact.", count, 1614),
  held_out_count: described("People held out.", count, 180),
  base_rate: Type.Number({ description: "Rate expected without a campaign, 0 to 1.", examples: [0.094] }),
  difference: Type.Number({
    description:
      "Smallest difference of the two rates that is seen in 80 of 100 campaigns, at a level of 5 %.",
    examples: [0.061],
  }),
  conversions: Type.Number({
    description: "The same as conversions of the people to contact.",
    examples: [98.5],
  }),
});

export const figure = Type.Object({
  value: Type.Number({ description: "Best estimate.", examples: [0.028] }),
  low: Type.Number({ description: "Lower bound of the 95 % interval.", examples: [-0.005] }),
  high: Type.Number({ description: "Upper bound of the 95 % interval.", examples: [0.061] }),
});

const effect = (description: string) =>
  optional(
    Type.Object(
      {
        per_person: described("For each person: a difference of rates, or of mean amounts.", figure),
        total: described("For all of them together.", figure),
      },
      { description },
    ),
  );

const effects = (description: string) =>
  Type.Object(
    {
      plain: effect("Difference of the two groups alone."),
      adjusted: effect(
        "Difference adjusted by the scores from before the campaign (Lin 2013), which narrows the interval. Absent with fewer than ten " +
          "conversions in a group, and for amounts.",
      ),
      treated: effect("Effect on the people who were really contacted because of the campaign."),
    },
    { description },
  );

const group = Type.Object({
  people: described("People of the group who took part.", count, 1614),
  attained: described("People who reached the goal within the horizon.", count, 197),
  expected: Type.Number({
    description: "Sum of their probabilities before the campaign.",
    examples: [152.3],
  }),
  left_out_count: Type.Integer({
    minimum: 0,
    description: "Further people who no longer exist, or turned out to be one person.",
  }),
  amount: optional(Type.Number({ description: "Sum of the values of their events. Absent without values." })),
  contacted_count: optional(described("People with an event in the stream of contacts.", count, 1480)),
});

const groupCount = Type.Object({
  people: described("People of the group in the decile.", count, 161),
  attained: described("People who reached the goal.", count, 48),
});

const convertedCount = Type.Object({
  people: described("People of the group in these campaigns.", count, 8012),
  attained: described("People who reached the goal within the horizon.", count, 1204),
});

const share30 = Type.Number({ description: "Share of all people who are contacted first.", examples: [0.3] });

/** Everything of it is measured on people whom the model has not seen. */
const uplift = Type.Object(
  {
    verdict: oneOf(
      upliftVerdicts,
      "proven: a ranking by uplift gains more than one by chance, by more than 1.96 standard errors. leaning: by more than one. not_seen: not. " +
        "too_few: fewer than 100 conversions, or as few people without, in a group.",
    ),
    headline: Type.String({
      description: "The same in plain English, to display.",
      examples: [
        "No difference between people can be seen in what a contact does. Go on choosing by chance.",
      ],
    }),
    campaigns: Type.Array(Type.Integer({ minimum: 0 }), {
      description:
        "Places of the campaigns that it was learned from, in the configuration, from 0. The newest five.",
      examples: [[0, 1]],
    }),
    contact: described("The people to contact.", convertedCount),
    held_out: described("The people held out.", convertedCount),
    effect: optional(described("Mean effect of a contact, in conversions per person.", figure)),
    over_chance: optional(
      described(
        "What a ranking by uplift gains over one by chance, in conversions per person contacted, over all numbers of contacts. Absent for too few.",
        figure,
      ),
    ),
    over_random: optional(described("The same over a random order.", figure)),
    shares: Type.Array(
      Type.Object({
        share: share30,
        by_uplift: described(
          "Conversions that a contact brings, per person among the first by uplift.",
          figure,
        ),
        by_chance: described("The same among the first by chance.", figure),
        difference: described("By uplift less by chance.", figure),
      }),
      { description: "What contacting the first people brings, by each ranking. Empty for too few." },
    ),
    fifths: Type.Array(
      Type.Object({
        predicted: Type.Number({ description: "Mean uplift that was predicted.", examples: [0.081] }),
        measured: described("Effect that was measured.", figure),
      }),
      { description: "Fifths of the people by predicted uplift, highest first. Empty for too few." },
    ),
    people_needed: optional(
      described(
        "People in campaigns with a hold-out that would prove a difference of this size, 80 times of 100. Absent where none leans that way.",
        count,
        24000,
      ),
    ),
    segments: optional(
      Type.Object(
        Object.fromEntries(
          upliftSegments.map((segment) => [segment, described("Scored people of the segment.", count, 812)]),
        ) as Record<(typeof upliftSegments)[number], typeof count>,
        { description: "Scored people by segment. Only with uplift in the payload, and proven." },
      ),
    ),
  },
  {
    title: "Uplift",
    description:
      "Whether a contact moves some people more than others, learned from the measured campaigns. Absent without any. Figures are of people whom the model " +
      "has not seen.",
  },
);

export const monthlyArm = Type.Object({
  people: described("People who had this group when the month began.", count, 1614),
  converted: described("Those of them with a conversion in the month.", count, 102),
  conversions: described("Their events of the goal in the month.", count, 131),
  amount: optional(Type.Number({ description: "Sum of the values of these. Absent without values." })),
  contacts: optional(described("Their events in the stream of contacts.", count, 1480)),
});

const allTogether = (what: string) =>
  optional(described(`${what} of all people to contact together.`, figure));

const incrementality = Type.Object(
  {
    headline: Type.String({
      description: "What contacting has brought, in plain English, to display.",
      examples: [
        "Since 1 March 2025, contacting 1,614 people has brought 312 more conversions (95 % interval 105 to 519).",
      ],
    }),
    since: described("When the first groups were drawn.", instant),
    conversions: allTogether("Additional conversions since then"),
    amount: allTogether("Additional amount since then"),
    profit: optional(
      described(
        "Value of the additional conversions or, with a margin, of the additional amount, less the cost of the contacts in `contacts_stream`. Absent without " +
          "economics or that stream.",
        figure,
      ),
    ),
    months: Type.Array(
      Type.Object({
        from: described(
          "Begin of the month in UTC. The first month begins when the groups were drawn.",
          instant,
        ),
        until: described("Its end; of the last month that of the data.", instant),
        contact: described("The people to contact.", monthlyArm),
        held_out: described("The people held out.", monthlyArm),
        conversions: allTogether("Additional conversions in the month"),
        amount: allTogether("Additional amount in the month"),
        conversions_so_far: allTogether("Additional conversions through this month"),
        amount_so_far: allTogether("Additional amount through this month"),
      }),
      {
        description:
          "Months since then, oldest first. The first takes all months before the newest 60 with it. Late events count where they belong.",
      },
    ),
  },
  {
    title: "Incrementality",
    description:
      "What contacting these people has brought since the groups were drawn: all contacts of all campaigns, listed or not. Absent where the goal is not of " +
      "dated events.",
  },
);

const decision = Type.Object(
  {
    headline: Type.String({
      description:
        "How to choose people, what that brings and how many to hold out, in plain English, to display.",
      examples: [
        "Choose the people with the highest chance. 500 contacts bring 36 (95 % interval 21 to 51) more conversions; at random 22. Hold out 10 % of " +
          "them, so that the next decision has evidence.",
      ],
    }),
    people: described("People to contact.", count, 500),
    choose: optional(
      oneOf(
        choices,
        "uplift: those with the highest, where a ranking by uplift is proven. chance: the likeliest. Absent: nobody, since each choice loses money at either end of " +
          "its interval.",
      ),
    ),
    outlooks: Type.Array(
      Type.Object({
        by: oneOf(choices, "How people are chosen."),
        conversions: described("Conversions that the contacts bring, all together.", figure),
        profit: optional(
          described("What these are worth, less the cost. Only with value_per_conversion.", figure),
        ),
      }),
      { description: "Each way to choose them. Too few conversions say what contacts at random bring." },
    ),
    hold_out: Type.Number({
      description:
        "Share to hold out of these contacts: 0.1, and 0.4 where a ranking by uplift may pay and evidence would show it.",
      examples: [0.1],
    }),
  },
  {
    title: "ContactDecision",
    description:
      "The next `top` contacts (absent: those to contact by the economics, or a tenth of the people), by what a contact brought in the measured campaigns, among people " +
      "whom the model had not seen. Absent without any.",
  },
);

const ofPolicy = {
  inverse_propensity: described("Without a model.", figure),
  doubly_robust: described("With one; narrower.", figure),
};

const policyOutlook = Type.Object(
  { contacts: described("People who are contacted.", count, 500), ...ofPolicy },
  { title: "PolicyOutlook", description: "Conversions among the people of the list by a rule." },
);

const policyGain = Type.Object(
  {
    ...ofPolicy,
    profit: optional(
      described(
        "What this and the contacts that are not made are worth. Only with value_per_conversion.",
        figure,
      ),
    ),
  },
  { title: "PolicyGain", description: "Conversions of the rule of now, less those of another." },
);

const policy = Type.Object(
  {
    headline: Type.String({
      description: "The rule of now on the last list, in plain English, to display.",
      examples: [
        "On the last list of 1,794 people, contacting the 500 with the highest uplift alone would have brought 9 fewer conversions (95 % interval −12 to 30) than contacting all of them, and 14 more (95 % interval 2 to 26) than contacting its first 500.",
      ],
    }),
    campaign: Type.Integer({
      minimum: 0,
      description: "Place of the list's campaign, the newest that is measured, in the configuration, from 0.",
    }),
    people: described("People on the list who are measured.", count, 1794),
    contact_share: Type.Number({
      description: "Share of them whom chance let contact: the propensity, which is known.",
      examples: [0.9],
    }),
    by: oneOf(
      ["uplift", "chance"],
      "How the decision chooses among them. uplift: of a model that has not seen the person. chance: in the order of the list.",
    ),
    list: policyOutlook,
    now: policyOutlook,
    over_list: policyGain,
    over_order: optional(policyGain),
  },
  {
    title: "PolicyTest",
    description:
      "Off-policy value of the decision on the list of the newest measured campaign, whose contacts chance drew. list: everyone on it is contacted. now: those whom the decision would choose among them. over_list: now less list. over_order: now less as many in the order of the list, absent by chance, which is that order. Absent where the decision contacts nobody or as many as were on " +
      "the list, and where too few converted.",
  },
);

export const scopeHoldout = Type.Object(
  {
    outcome_id: Type.String({ description: "ID of the outcome.", examples: [exampleId] }),
    outcome_name: optional(
      Type.String({ description: "Display name of the outcome.", examples: ["Likelihood to buy again"] }),
    ),
    headline: Type.String({
      description: "Who is held out and the smallest effect that can be seen, in plain English, to display.",
      examples: [
        "10 % of the people with a probability are held out: 180 of 1,794. With 180 held out, the smallest effect that you are likely to " +
          "see is 6.1 percentage points: 99 people more or fewer of 1,614 contacted, where 9.4 % are expected to reach the goal without a campaign.",
      ],
    }),
    share: optional(share),
    by: optional(by),
    horizon_days: optional(
      Type.Number({
        description: "Days from a campaign within which conversions count. Absent: static prediction.",
        examples: [60],
      }),
    ),
    ...calendarFields,
    contact_count: optional(described("Scored people to contact.", count, 1614)),
    held_out_count: optional(described("Scored people held out.", count, 180)),
    account_held_out_count: optional(
      described(
        "People whom the hold-out of all pipelines holds out, who are in neither group. Absent without one.",
        count,
        92,
      ),
    ),
    detectable: optional(
      described("Smallest effect that can be seen with the share. Absent if none can.", detectable),
    ),
    shares: Type.Array(detectable, { description: "The same for other shares, to choose one." }),
    incrementality: optional(incrementality),
    uplift: optional(uplift),
    decision: optional(decision),
    policy: optional(policy),
    campaigns: Type.Array(
      Type.Object(
        {
          ...campaign.properties,
          status: oneOf(
            ["waiting", "measured", "without"],
            "waiting: the horizon is not over. measured: it is. without: there are no scores with groups from before the campaign.",
          ),
          headline: Type.String({
            description: "The result in plain English, to display.",
            examples: [
              "Of 1,614 people to contact, 197 (12 %) reached “Repeat purchasers”; of 180 held out, 17 (9.4 %). That is 45 more (95 % " +
                "interval −8 to 98): no effect can be seen. With 1,794 people, an effect is likely to be seen from 76 on; one of 45 would take about 5,100.",
            ],
          }),
          scored_as_of: optional(
            described("Cutoff of the scores and groups from before the campaign.", instant),
          ),
          horizon_end: optional(described("End of the window in which conversions count.", instant)),
          effect: optional(
            oneOf(
              ["increase", "decrease", "none_seen"],
              "Whether the 95 % interval of the effect on conversions lies above zero, below, or includes it.",
            ),
          ),
          preliminary_until: optional(
            described(
              "Events that come late may still change the figures, until the data reach this moment. Absent from then on.",
              instant,
            ),
          ),
          people_needed: optional(
            described(
              "People, with the same share held out, who would show an effect of the size that was estimated 80 times of 100. Only where none is seen, and " +
                "absent where they would be more than a hundred times as many.",
              count,
              8200,
            ),
          ),
          contact: optional(described("The people to contact, whoever of them really was.", group)),
          held_out: optional(described("The people held out.", group)),
          conversions: optional(effects("Additional conversions of the people to contact.")),
          amount: optional(effects("Additional amount of the people to contact. Absent without values.")),
          profit: optional(
            described(
              "Value of the additional conversions or, with a margin, of the additional amount, less the cost of the contacts. Absent without " +
                "economics.",
              figure,
            ),
          ),
          deciles: optional(
            Type.Array(
              Type.Object({
                decile: Type.Integer({ minimum: 1, maximum: 10, description: "1: the likeliest people." }),
                contact: described("People to contact.", groupCount),
                held_out: described("People held out.", groupCount),
                per_person: optional(described("Difference of the rates.", figure)),
              }),
              { description: "By decile of the score from before the campaign, likeliest first." },
            ),
          ),
        },
        { title: "MeasuredCampaign" },
      ),
      { description: "Campaigns of the holdout, the last of the configuration first." },
    ),
  },
  { title: "ScopeHoldout" },
);
