// People: how one is read, what their owner decides of them, and how well records became people.

import { Type } from "@sinclair/typebox";
import { agreements } from "../../domain/agreement.js";
import { countries } from "../../domain/identity/phones.js";
import { comparisons, resolutionModes } from "../../domain/matching.js";
import { matchKinds } from "../../domain/people.js";
import { maxShown, shownFields } from "../../domain/person.js";
import { resourceStatuses } from "../../domain/resource.js";
import { closed, count, described, instant, oneOf, optional } from "../../domain/schema.js";

const examplePerson = "1152921504606846976";
const exampleRecord = "4611686018427387904";

const personId = Type.String({
  description: "Of the person: the id of their earliest record, for as long as that stays.",
  examples: [examplePerson],
});
const recordId = Type.String({ description: "Of the record.", examples: [exampleRecord] });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description, examples: [0.93] });
const bits = (description: string) => Type.Number({ description, examples: [6.4] });

const mode = oneOf(
  resolutionModes,
  "How sure it must be that two records are one person. exact: equal keys alone. strict, standard, loose: equal keys, or a " +
    "probability of 0.95, 0.8 or 0.5. Absent: standard.",
);
const defaultCountryOf = oneOf(
  countries,
  "The country in which a telephone number is dialled that does not begin with the code of one, as in ISO 3166-1 alpha-2. " +
    "Absent: US.",
);

export const identityResolutionPost = Type.Object(
  {
    mode: optional(mode),
    most_merged: optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          "Of all people, how many a build may turn into records of others. One that would do more is held back. Absent: 0.05.",
        examples: [0.05],
      }),
    ),
    default_country: optional(defaultCountryOf),
  },
  {
    additionalProperties: false,
    description: "How records become people. A change builds everything that depends on it again.",
    title: "IdentityResolutionPost",
  },
);

export const identityResolution = Type.Object(
  { ...identityResolutionPost.properties, mode, default_country: defaultCountryOf },
  { additionalProperties: false, description: "How records become people.", title: "IdentityResolution" },
);

const fields = Type.Object(
  Object.fromEntries(
    shownFields.map((field) => [field, optional(Type.String({ description: "As it was written." }))]),
  ),
  {
    title: "PersonFields",
    description: "Identity fields that have a value; of a person, of each the newest.",
    examples: [{ person_first_name: "Ada", person_last_name: "Lovelace", email: "ada@example.com" }],
  },
);

const summary = {
  id: personId,
  fields,
  record_count: described("Distinct records of theirs.", count),
};

export const personSummary = Type.Object(summary, { title: "PersonSummary" });

const personRecord = Type.Object(
  {
    id: recordId,
    fields,
    dataset_ids: Type.Array(Type.String({ description: "Id of a dataset." }), {
      description: "The datasets that hold it.",
    }),
    row_count: described("Rows that say just this.", count),
    first_seen_at: described("When the first file that holds it arrived.", instant),
  },
  { title: "PersonRecord" },
);

const comparison = Type.Object(
  {
    field: oneOf(
      comparisons.map(({ name }) => name),
      "What was compared.",
    ),
    level: Type.String({ description: "How alike the values are.", examples: ["is a typo away"] }),
    bits: bits("What that says for one person, against the rival. Each bit doubles the odds."),
  },
  { title: "PersonComparison" },
);

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
      "Why they are held together. key: what identifies a person is equal. row: they stand in one row of a file, and their names " +
        "do not differ. match: they are alike. owner: you said so.",
    ),
    made_at: described("When a build first made the link.", instant),
    agrees_on: Type.Array(oneOf(agreements), { description: "What is equal, in any spelling." }),
    probability: optional(share("That the two are one person; of kind match, as is all below.")),
    bits: optional(bits("The same in bits: log-odds, to base 2.")),
    same_person: optional(
      oneOf(["stayed", "moved"], "The likeliest way of being one person: at one address, or after a move."),
    ),
    rival: optional(
      oneOf(
        ["household", "relative", "unrelated"],
        "The likeliest way of being two: members of a household, relatives who live apart, or strangers.",
      ),
    ),
    rival_bits: optional(
      bits("For one person, against the rival: the sum of prior_bits and the bits of all comparisons."),
    ),
    prior_bits: optional(bits("The part of it before anything is compared.")),
    comparisons: optional(Type.Array(comparison, { description: "Of what both records tell." })),
    explanation: Type.String({
      description: "The same in words.",
      examples: [
        "One person rather than another member of the household: the first name is the same (+6.4).",
      ],
    }),
  },
  { title: "PersonLink" },
);

export const decisionRecord = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "Of the decision, to undo it by." }),
    kind: oneOf(["split", "merge"], "What was decided."),
    record_ids: Type.Array(recordId, {
      description: "Of a split, the records that were parted; of a merge, the first record of one person.",
    }),
    other_record_ids: Type.Array(recordId, {
      description:
        "Of a split, the records they were parted from; of a merge, the first record of the other.",
    }),
    made_at: described("When it was decided.", instant),
  },
  { title: "PeopleDecision" },
);

export const personRead = Type.Object(
  {
    ...summary,
    records: Type.Array(personRecord, {
      description: `What was written of them, the earliest first, at most ${maxShown}.`,
    }),
    link_count: described("Links that hold the records together.", count),
    links: Type.Array(link, { description: `The least sure first, at most ${maxShown}.` }),
    weakest_link: optional(
      Type.Object(
        {
          record_ids: linkedRecords,
          probability: share("That the two are one person."),
        },
        { description: "The least sure link of those that rest on likeness." },
      ),
    ),
    household: Type.Array(personSummary, { description: "Other people of the same residence." }),
    decisions: Type.Array(decisionRecord, { description: "What you have decided of these records." }),
  },
  { title: "Person" },
);

/** Without the character NUL, which is in no file that is read. */
const searched = (description: string, example: string) =>
  optional(Type.String({ minLength: 1, pattern: "^[^\\u0000]*$", description, examples: [example] }));

export const peopleSearch = closed({
  email: searched("An address.", "ada@example.com"),
  phone: searched("A number, in any form.", "802-555-0182"),
  customer_id: searched("Your own number.", "1007"),
  name: searched("A whole name, or a family name.", "Ada Lovelace"),
  address: searched("Words of an address: a house and a street, or a postcode as well.", "12 Oak Street"),
});

export const personParams = Type.Object({ id: personId });

export const splitPost = closed(
  {
    records: Type.Array(recordId, {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: "Records of the person that are somebody else's.",
    }),
  },
  "PersonSplit",
);

export const mergePost = closed(
  { with: Type.String({ minLength: 1, description: "Id of the other person.", examples: [exampleRecord] }) },
  "PersonMerge",
);

const datasetAnalysis = Type.Object(
  {
    dataset_id: Type.String({ format: "uuid", description: "Of the dataset." }),
    dataset_name: optional(Type.String({ description: "What it is called.", examples: ["Orders"] })),
    match_rate: optional(share("Of its rows, how many are somebody's.")),
    known_elsewhere: optional(share("Of its people, how many another dataset knows too.")),
    household_share: optional(share("Of its people, how many share a residence with other people.")),
  },
  { title: "DatasetResolution" },
);

export const peopleAnalysis = Type.Object(
  {
    status: oneOf(resourceStatuses, "How far the build of the people is that follows the last change."),
    people_count: described("People known.", count),
    mode: oneOf(resolutionModes, "What these people were resolved by."),
    datasets: Type.Array(datasetAnalysis, { description: "Dataset by dataset." }),
    cluster_sizes: Type.Array(
      Type.Object({
        min: described("The fewest records.", count),
        max: optional(described("The most records; absent: and more.", count)),
        people: described("So many people have so many records.", count),
      }),
      { description: "How many records people have." },
    ),
    largest: Type.Array(
      Type.Object({
        person_id: personId,
        record_count: described("Distinct records of theirs.", count),
        row_count: described("Rows that belong to them.", count),
      }),
      { description: "The people with the most records: where too many were taken for one, they are here." },
    ),
    link_probabilities: Type.Array(
      Type.Object({
        min: share("The lowest probability."),
        max: share("The highest."),
        links: described("Links with such a probability.", count),
      }),
      { description: "How sure links are that rest on likeness." },
    ),
    least_sure: Type.Array(
      Type.Object({
        person_id: personId,
        record_ids: linkedRecords,
        probability: share("That they are one person."),
      }),
      { description: "Links to look at first: GET /people/{id} says what each rests on." },
    ),
    changes: optional(
      Type.Object(
        {
          merged: described("People who turned out to be somebody who was known.", count),
          split: described("People who were taken for somebody else before.", count),
          added: described("People who were not known.", count),
          gone: described("People of whom nothing is left.", count),
        },
        { description: "Since the build before; absent of the first." },
      ),
    ),
  },
  { title: "PeopleAnalysis" },
);
