// Schemas of people: one person, decisions of the owner, and findings of identity resolution.

import { Type } from "@sinclair/typebox";
import { agreements } from "../../domain/people/agreement.js";
import { countries } from "../../domain/people/identity/phones.js";
import { comparisons, resolutionModes } from "../../domain/people/matching.js";
import { matchKinds } from "../../domain/people/people.js";
import { maxShown, reviewOrders, shownFields } from "../../domain/people/person.js";
import { unidentifiedReasons } from "../../domain/people/unidentified.js";
import { resourceStatuses } from "../../domain/resource/resource.js";
import {
  closed,
  count,
  described,
  exampleId,
  instant,
  oneOf,
  optional,
  personal,
} from "../../domain/resource/schema.js";
import { unidentifiedSentences } from "../../words/unidentified.js";

const examplePerson = "1152921504606846976";
const exampleRecord = "4611686018427387904";

const personId = Type.String({
  description:
    "Id of the person, for life. It survives changes of their data; see former ids in docs/people.md.",
  examples: [examplePerson],
});
const recordId = Type.String({ description: "Id of the record.", examples: [exampleRecord] });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description, examples: [0.93] });
const bits = (description: string) => Type.Number({ description, examples: [6.4] });

const mode = oneOf(
  resolutionModes,
  "How certain it must be that two records are one person. exact: equal keys only. strict, standard, loose: equal keys, or a " +
    "probability of at least 0.95, 0.8 or 0.5. Default: standard.",
);
const defaultCountryOf = oneOf(
  countries,
  "Country of phone numbers without a country code, as an ISO 3166-1 alpha-2 code. Default: US.",
);

export const identityResolutionPost = Type.Object(
  {
    mode: optional(mode),
    most_merged: optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          "Share of people that a build may merge into others. A build that would merge more is held until you accept it. Default: 0.05.",
        examples: [0.05],
      }),
    ),
    default_country: optional(defaultCountryOf),
  },
  {
    additionalProperties: false,
    description: "How records become people. A change rebuilds people and everything that depends on them.",
    title: "IdentityResolutionPost",
  },
);

export const identityResolution = Type.Object(
  { ...identityResolutionPost.properties, mode, default_country: defaultCountryOf },
  { additionalProperties: false, description: "How records become people.", title: "IdentityResolution" },
);

const fields = personal(
  Type.Object(
    Object.fromEntries(
      shownFields.map((field) => [field, optional(Type.String({ description: "As written." }))]),
    ),
    {
      title: "PersonFields",
      description: "Identity fields with a value. For a person, the newest value of each.",
      examples: [{ person_first_name: "Ada", person_last_name: "Lovelace", email: "ada@example.com" }],
    },
  ),
);

const summary = {
  id: personId,
  fields,
  record_count: described("Distinct records of the person.", count),
};

export const personSummary = Type.Object(summary, { title: "PersonSummary" });

const personRecord = Type.Object(
  {
    id: recordId,
    fields,
    dataset_ids: Type.Array(Type.String({ description: "Id of a dataset." }), {
      description: "Datasets with this record.",
    }),
    row_count: described("Rows with exactly these values.", count),
    first_seen_at: described("When the first file with this record arrived.", instant),
  },
  { title: "PersonRecord" },
);

const comparison = Type.Object(
  {
    field: oneOf(
      comparisons.map(({ name }) => name),
      "Compared field.",
    ),
    level: Type.String({ description: "How similar the values are.", examples: ["differs by a typo"] }),
    bits: bits("Evidence for one person against the rival. Each bit doubles the odds."),
  },
  { title: "PersonComparison" },
);

export const reviewQuery = closed({
  order: Type.Unsafe<(typeof reviewOrders)[number]>({
    type: "string",
    enum: reviewOrders,
    default: "cost",
    description:
      "cost: the costliest mistakes first. random: a draw, matches and pairs of two people in turn, to measure quality.",
  }),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of pairs." }),
  offset: Type.Integer({ minimum: 0, default: 0, description: "Pairs to skip." }),
});

export const unidentifiedQuery = closed({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of records." }),
  offset: Type.Integer({ minimum: 0, default: 0, description: "Records to skip." }),
});

const linkedRecords = Type.Array(recordId, {
  minItems: 2,
  maxItems: 2,
  description: "The two records.",
  examples: [[examplePerson, exampleRecord]],
});

const link = Type.Object(
  {
    record_ids: linkedRecords,
    kind: oneOf(
      matchKinds,
      "Reason for the link. key: an identifying value is equal. row: both are in one row of a file, and their names do not " +
        "differ. match: the records are similar enough. owner: you merged them.",
    ),
    made_at: described("When a build first made the link.", instant),
    agrees_on: Type.Array(oneOf(agreements), { description: "Fields with equal values, in any spelling." }),
    probability: optional(share("Probability of one person. Only for kind match, as are the fields below.")),
    bits: optional(bits("The same as log-odds in bits.")),
    same_person: optional(
      oneOf(["stayed", "moved"], "Likelier case of one person: at one address, or after a move."),
    ),
    rival: optional(
      oneOf(
        ["household", "relative", "unrelated"],
        "Likeliest case of two people: members of a household, relatives who live apart, or strangers.",
      ),
    ),
    rival_bits: optional(
      bits(
        "Evidence for one person against the rival: the sum of prior_bits and the bits of all comparisons.",
      ),
    ),
    prior_bits: optional(bits("Evidence before any comparison.")),
    comparisons: optional(
      Type.Array(comparison, { description: "Comparisons of fields that both records have." }),
    ),
    explanation: Type.String({
      description: "The reason as a sentence.",
      examples: [
        "One person rather than another member of the household: the first name is the same (+6.4).",
      ],
    }),
  },
  { title: "PersonLink" },
);

export const decisionRecord = Type.Object(
  {
    id: Type.String({ description: "Id of the decision, to undo it." }),
    kind: oneOf(["split", "merge"], "Kind of decision."),
    record_ids: Type.Array(recordId, {
      description:
        "For a split, the records that were split off; for a merge, the first records of one person. As they were when you decided: GET /people/{id} accepts them also after they have changed.",
    }),
    other_record_ids: Type.Array(recordId, {
      description: "For a split, the remaining records; for a merge, the first records of the other person.",
    }),
    made_at: described("When you decided.", instant),
  },
  { title: "PeopleDecision" },
);

export const personRead = Type.Object(
  {
    ...summary,
    records: Type.Array(personRecord, {
      description: `Source records, earliest first, at most ${maxShown}.`,
    }),
    link_count: described("Number of links between the records.", count),
    links: Type.Array(link, { description: `Least certain first, at most ${maxShown}.` }),
    weakest_link: optional(
      Type.Object(
        {
          record_ids: linkedRecords,
          probability: share("Probability of one person."),
        },
        { description: "Least certain link of kind match." },
      ),
    ),
    household_id: optional(
      Type.String({
        description:
          "Id of the household, as in files: equal for all people of one residence. Absent without an address.",
        examples: ["2305843009213693951"],
      }),
    ),
    household: Type.Array(personSummary, { description: "Other people of the same residence." }),
    pending: optional(
      Type.Literal(true, {
        description:
          "A split or merge has changed the person since the last build. Events, predictions and files follow with the next build.",
      }),
    ),
    decisions: Type.Array(decisionRecord, { description: "Your decisions about these records." }),
  },
  { title: "Person" },
);

const pairSide = Type.Object(
  { person_id: personId, record: personRecord },
  { title: "PairSide", description: "One of the two: the record that is compared, and its person." },
);

export const pairQuery = closed({
  left: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "ID of a record or person.",
    examples: [examplePerson],
  }),
  right: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "ID of another.",
    examples: [exampleRecord],
  }),
  records: optional(
    Type.Boolean({
      description:
        "Whether both are IDs of records. Needed after a split only, when a person may have the ID of a record that is no longer theirs.",
    }),
  ),
});

export const pairRead = Type.Object(
  {
    same_person: Type.Boolean({ description: "Whether the two are one person." }),
    explanation: Type.String({
      description: "The reason as a sentence.",
      examples: [
        "Two members of a household rather than one person: first name differs (−5.1). One person with a probability of 2.1%; mode standard asks for 80%.",
      ],
    }),
    left: pairSide,
    right: pairSide,
    mode,
    min_probability: optional(
      share("Probability from which two records are one person. Absent in mode exact."),
    ),
    agrees_on: Type.Array(oneOf(agreements), { description: "Fields with equal values, in any spelling." }),
    comparison: optional(
      Type.Object(
        {
          probability: share("Probability of one person, from the two records alone."),
          bits: bits("The same as log-odds in bits."),
          same_person: oneOf(
            ["stayed", "moved"],
            "Likelier case of one person: at one address, or after a move.",
          ),
          rival: oneOf(["household", "relative", "unrelated"], "Likeliest case of two people."),
          rival_bits: bits("Evidence for one person against the rival."),
          prior_bits: bits("Evidence before any comparison."),
          comparisons: Type.Array(comparison, {
            description: "Comparisons of fields that both records have.",
          }),
        },
        {
          title: "PairComparison",
          description: "Absent where the two cannot be compared, as in mode exact.",
        },
      ),
    ),
    links: Type.Array(link, {
      description: "The chain of links from one record to the other. Empty for two people.",
    }),
    decision_id: optional(Type.String({ description: "Your decision that keeps them apart." })),
  },
  { title: "PairReason" },
);

/** Without the NUL character, which no file contains. */
const searched = (description: string, example: string) =>
  optional(Type.String({ minLength: 1, pattern: "^[^\\u0000]*$", description, examples: [example] }));

export const peopleSearch = closed({
  email: searched("E-mail address.", "ada@example.com"),
  phone: searched("Phone number, in any format.", "802-555-0182"),
  customer_id: searched("Your customer number.", "1007"),
  name: searched(
    "Full name or family name, or what your files call a guest, such as Visitor.",
    "Ada Lovelace",
  ),
  address: searched(
    "Words of an address, such as house number and street, with or without a postcode.",
    "12 Oak Street",
  ),
});

export const personParams = Type.Object({ id: personId });

export const splitPost = closed(
  {
    records: Type.Array(recordId, {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: "Records of the person that belong to someone else.",
    }),
  },
  "PersonSplit",
);

export const personDeletion = Type.Object(
  {
    dataset_id: Type.String({
      description: "ID of the list of deletion requests, whose receipt says what became of it.",
      examples: [exampleRecord],
    }),
    file: Type.String({ description: "File of the request, in the list.", examples: ["2026-01-31-17.csv"] }),
    contact_count: Type.Integer({ description: "Contacts of the person on the list.", examples: [2] }),
    record_count: Type.Integer({
      description: "Records of the person at the time of the request.",
      examples: [3],
    }),
    requested_at: described("When it was asked for.", instant),
  },
  { title: "PersonDeletion" },
);

export const mergePost = closed(
  {
    with: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Id of the other person.",
      examples: [exampleRecord],
    }),
  },
  "PersonMerge",
);

const datasetAnalysis = Type.Object(
  {
    dataset_id: Type.String({ description: "Id of the dataset." }),
    dataset_name: optional(Type.String({ description: "Name of the dataset.", examples: ["Orders"] })),
    match_rate: optional(share("Share of rows that belong to a person.")),
    overlap: optional(share("Share of people who are also in another dataset.")),
    household_share: optional(share("Share of people who share a residence with other people.")),
  },
  { title: "DatasetResolution" },
);

export const peopleAnalysis = Type.Object(
  {
    status: oneOf(resourceStatuses, "Status of the people build after the last change."),
    people_count: described("Number of people.", count),
    mode: oneOf(resolutionModes, "Mode by which these people were resolved."),
    datasets: Type.Array(datasetAnalysis, { description: "One entry per dataset." }),
    cluster_sizes: Type.Array(
      Type.Object({
        min: described("Smallest number of records.", count),
        max: optional(described("Largest number of records. Absent: no upper bound.", count)),
        people: described("People with this number of records.", count),
      }),
      { description: "People by number of records." },
    ),
    largest: Type.Array(
      Type.Object({
        person_id: personId,
        record_count: described("Distinct records of the person.", count),
        row_count: described("Rows of the person.", count),
      }),
      { description: "People with the most records. Wrongly merged people show up here." },
    ),
    link_probabilities: Type.Array(
      Type.Object({
        min: share("Lowest probability."),
        max: share("Highest probability."),
        links: described("Links in this range.", count),
      }),
      { description: "Links of kind match by probability." },
    ),
    weakest_links: Type.Array(
      Type.Object({
        person_id: personId,
        record_ids: linkedRecords,
        probability: share("Probability of one person."),
      }),
      { description: "Links to review first. GET /people/{id} has the reason for each." },
    ),
    contradictory_customer_ids: optional(
      Type.Object(
        {
          count: described("Customer IDs whose records contradict each other.", count),
          listed: Type.Array(
            Type.Object({
              customer_id: personal(Type.String({ description: "The customer ID.", examples: ["C-1042"] })),
              person_id: personId,
              record_count: described("Records with this customer ID.", count),
              differs_in: Type.Array(oneOf(["name", "birth_date", "national_id", "suffix"]), {
                description:
                  "Name: neither first nor last names agree. Birth dates: twelve years apart or more.",
                examples: [["birth_date"]],
              }),
            }),
            { description: "At most twenty, those with the most records first." },
          ),
        },
        {
          description:
            "Equal customer IDs are one person, whatever else differs. These may have been given to two: correct them in your files.",
        },
      ),
    ),
    match_model: optional(
      Type.Object(
        {
          status: oneOf(
            ["learned", "limited"],
            "Limited: your records would have moved match weights further from their usual values than makes sense.",
          ),
          limited: Type.Array(
            Type.Object({
              among: oneOf(["person", "family"], "Records of one person, or of two of a family."),
              comparison: Type.String({ description: "Compared field.", examples: ["birth_date"] }),
              level: Type.String({ description: "Result of the comparison.", examples: ["differs"] }),
            }),
            {
              description:
                "Comparison levels whose weight is held at its limit. Check the columns that they compare.",
            },
          ),
        },
        { description: "Health of the match weights. Absent in mode exact." },
      ),
    ),
    changes: optional(
      Type.Object(
        {
          merged: described("People who were merged into another person.", count),
          split: described("People who were split off from another person.", count),
          added: described("New people.", count),
          removed: described("People without any record left.", count),
        },
        { description: "Changes since the previous build. Absent for the first." },
      ),
    ),
  },
  { title: "PeopleAnalysis" },
);

export const reviewPost = closed(
  {
    record_ids: Type.Array(recordId, {
      minItems: 2,
      maxItems: 2,
      uniqueItems: true,
      description:
        "The two records, in the order of the list: if they are two people, the first is split off.",
      examples: [[examplePerson, exampleRecord]],
    }),
    same_person: Type.Boolean({ description: "Whether both records are of the same person." }),
    order: optional(
      oneOf(
        reviewOrders,
        "The order in which you read the list. Decisions about random pairs measure quality.",
      ),
    ),
  },
  "PairReview",
);

const estimate = Type.Object(
  {
    value: share("The share."),
    low: share("Lower bound of the 95 % interval."),
    high: share("Upper bound."),
  },
  { description: "A share with its 95 % interval.", title: "MatchEstimate" },
);

export const reviewRead = Type.Object(
  {
    matches: Type.Array(
      Type.Object(
        {
          person_id: personId,
          other_person_id: optional(
            Type.String({
              description: "The person of the second record, if the two are not one person.",
              examples: [exampleRecord],
            }),
          ),
          same_person: Type.Boolean({ description: "Whether the two records are one person at present." }),
          record_ids: linkedRecords,
          probability: share("Probability of one person."),
          row_count: described(
            "Rows of the first record or, of two people, of the one who has fewer.",
            count,
          ),
          expected_wrong_rows: Type.Number({
            description: "Rows to expect in the wrong place: row_count times the probability of a mistake.",
            examples: [2.4],
          }),
        },
        { title: "MatchToReview" },
      ),
      {
        description:
          "Records that no key, row or decision joins to their person, each with its surest match, and the most similar records of " +
          "two people whose probability of being one is just below what the mode asks for.",
      },
    ),
    total: described("Number of all such pairs.", count),
    quality: Type.Object(
      {
        decided: described("Your decisions about these pairs that are in effect.", count),
        drawn_matches: described("Of these, about random pairs that matching made one person.", count),
        drawn_others: described("About random pairs of two people.", count),
        needed: described("Decisions about random pairs of each kind that the figures need.", count),
        precision: optional(estimate),
        recall: optional(estimate),
      },
      {
        description:
          "Quality of matching by your decisions about random pairs. precision: matches by likeness alone that are right. recall: of the listed " +
          "pairs that should be one person, those that are; pairs that are hardly alike are not listed. Each is absent for too few decisions to say.",
        title: "MatchQuality",
      },
    ),
  },
  { title: "Review" },
);

const reasonOfNobody = {
  reason: oneOf(
    unidentifiedReasons,
    "What is missing. guest: the name says only that. name_alone, first_name_alone, last_name_alone: a name without a contact and a place. " +
      "unusable_contact: no name, and a contact that stands for none. no_name: neither a name nor a contact.",
  ),
  explanation: Type.String({
    description: "The reason as a sentence.",
    examples: [unidentifiedSentences.last_name_alone],
  }),
};

export const unidentifiedRead = Type.Object(
  {
    records: Type.Array(
      Type.Object(
        {
          record_id: recordId,
          dataset_ids: Type.Array(Type.String({ examples: [exampleId] }), {
            description: "Datasets that have the record.",
          }),
          row_count: described("Its rows.", count),
          fields,
          ...reasonOfNobody,
        },
        { title: "UnidentifiedRecord" },
      ),
      { description: "Records that are no person's, those with the most rows first." },
    ),
    reasons: Type.Array(
      Type.Object(
        {
          ...reasonOfNobody,
          record_count: described("Records.", count),
          row_count: described("Their rows.", count),
        },
        { title: "UnidentifiedCount" },
      ),
      { description: "Counts by reason, the most rows first." },
    ),
    total: described("Number of all such records.", count),
  },
  { title: "UnidentifiedRecords" },
);
