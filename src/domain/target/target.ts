// Targets, called deployments in the console: which people of a scope to deliver, with which columns, and
// where to. A target is a CSV file that the service hosts, and that it may write to a bucket as well, a table
// behind a connection, a list of a marketing program, or an address that answers for one person at a time.

import { type Static, Type } from "@sinclair/typebox";
import { arms } from "../campaign/holdout.js";
import { csvLocales } from "../campaign/list.js";
import {
  isBucket,
  isDatabase,
  isProgram,
  type ProgramType,
  programTypes,
  type WrittenBucketType,
  type WrittenDatabaseType,
  writtenBucketTypes,
  writtenDatabaseTypes,
} from "../data/connections/registry.js";
import type { TraitBin } from "../data/trait.js";
import { comparisons } from "../resource/condition.js";
import { limits } from "../resource/limits.js";
import { closed, described, id, name, nameOf, oneOf, optional } from "../resource/schema.js";
import type { FileManifest } from "./file-manifest.js";
import { isListPreset, type ListPreset, listPresets } from "./list-columns.js";
import { type Preset, presets } from "./target-presets.js";
import { maxFormerBuilds, type TrackedBuilds } from "./tracked-build.js";

export const areas = ["postcode", "state"] as const;
export type Area = (typeof areas)[number];

/** Smaller areas are left out, so that no row describes one particular person. */
export const minPeoplePerArea = 10;

const reference = closed(
  {
    dataset_id: id("the dataset with the key"),
    column_name: Type.String({
      description: "One of the dataset's reference_key_columns.",
      examples: ["customer_id"],
    }),
  },
  "Reference",
);
export type Reference = Static<typeof reference>;

const representation = closed({
  mode: oneOf(
    ["identified", "hashed", "referenced", "aggregated"],
    "`identified`: one row per person, with names and addresses in clear text. `hashed`: one row per spelling of a person, with SHA-256 " +
      "hashes of normalized fields, in the order of the hashes; without probabilities, traits and explanations, and with the first " +
      "recommendation only. `referenced`: one row per person, identified by a key of yours (the earliest if there are several); " +
      "people without a key are left out. `aggregated`: one row per area with its number of people and their means; areas with fewer " +
      `than ${minPeoplePerArea} people are left out.`,
  ),
  aggregate: optional(
    oneOf(
      ["person", "residence", "record", ...areas],
      "For mode identified: person (default); residence, one row per normalized address, shown as its most likely member with the " +
        "highest probability and percentile of any member, without people who have no address; or record, a crosswalk with one row per " +
        "record and key: dataset, key, person_id, household_id and match_probability. For mode aggregated: postcode or state.",
    ),
  ),
  reference: optional(described("For mode referenced: the key that identifies people.", reference)),
  transform_preset: optional(
    oneOf(
      ["default", ...presets, ...listPresets],
      "For mode hashed: the upload form of an ad platform, with its columns and spellings and without the payload. facebook: customer " +
        "list of Meta. google_ads: Customer Match. The country is that of the account. For mode identified with aggregate person: a " +
        "list of the people with a probability, likeliest first, for one outcome: that of the limit, or the first. spreadsheet: readable " +
        "columns with reasons, safe to open in Excel. klaviyo, mailchimp: the columns that their import maps by itself. default, for " +
        "every mode: our own form.",
    ),
  ),
});

export type WrittenRepresentation = Static<typeof representation>;

/** The fields that belong to each mode. */
export type Representation =
  | { mode: "identified"; aggregate: "person" | "residence" | "record"; transform_preset?: ListPreset }
  | { mode: "hashed"; transform_preset?: Preset }
  | { mode: "referenced"; reference: Reference }
  | { mode: "aggregated"; aggregate: Area };

/** Formats whose tables are replaced in one step. */
export const tableFormats = ["delta", "iceberg"] as const;
export type TableFormat = (typeof tableFormats)[number];

/** Formats of a hosted file. */
export const fileFormats = ["csv", "parquet"] as const;

/** Options of a CSV file alone. */
export const csvFields = ["delimiter", "gzip", "quote_all", "escape_formulas", "locale"] as const;

/** Options of a file: its format, and where the service has it. */
const fileOptions = closed({
  format: optional(
    oneOf(
      fileFormats,
      "Format of the hosted file. csv, the default. parquet: columns with types, compressed, for programs and data warehouses; without a " +
        "transform_preset, and without delimiter, gzip, quote_all, escape_formulas and locale.",
    ),
  ),
  delimiter: optional(
    Type.String({
      minLength: 1,
      maxLength: 1,
      description: "Delimiter between values. Default: a comma.",
      examples: [","],
    }),
  ),
  gzip: optional(Type.Boolean({ description: "true: compress the file." })),
  quote_all: optional(
    Type.Boolean({ description: "true: quote all values, even those that need no quotes." }),
  ),
  escape_formulas: optional(
    Type.Boolean({
      description:
        "true: texts that a spreadsheet would execute, such as =1+1, start with an apostrophe. Numbers and telephone numbers stay as they " +
        "are. Default: the value of human_readable; true for lists.",
    }),
  ),
  locale: optional(
    oneOf(
      csvLocales,
      "Language of the spreadsheet that opens the file. en, the default: decimal points. All others: decimal commas, and semicolons between " +
        "values unless delimiter is given.",
    ),
  ),
  track_changes: optional(
    Type.Boolean({
      description:
        "true: GET /targets/{id}/changes.csv has the rows that were added, changed or removed since any of the last " +
        `${maxFormerBuilds} files. For representations with one row per person: identified with aggregate person, and referenced. The file is the ` +
        "same without it; its rows take about twice the space.",
    }),
  ),
  standing_link: optional(
    Type.Boolean({
      description:
        "true: output_url works without a key until it is revoked, for jobs that fetch the file on a schedule. false, the default: each " +
        "read of the target gives a link that ends after some days (BELLWETHER_LINK_DAYS).",
    }),
  ),
});
type FileOptions = Static<typeof fileOptions>;
export const fileFields = Object.keys(fileOptions.properties);

const options = closed({
  table_name: optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description:
        "For databases: a table of its own in the connection's schema, database or dataset. Each build replaces it completely, in one transaction or step. postgres: of 63 " +
        "characters at most; column names are cut to 63 bytes. mysql: of 64 characters at most, to which column names are cut too. " +
        "redshift: of 127 characters at most; names are in lower case. For type spark_table: a table of its own in the lake, with dots between the parts of its name, which the account may write. Each build " +
        "replaces it completely.",
      examples: ["scores"],
    }),
  ),
  merge_by: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: limits.columnCharacters.is }), {
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description:
        "For databases: columns of the output whose values make a row unique, such as person_id. With them, only rows that are new, changed or gone are " +
        "written, in one step for readers; in PostgreSQL they are the table's primary key. Absent: all rows are replaced.",
      examples: [["person_id"]],
    }),
  ),
  type: oneOf(
    [
      "hosted_csv",
      "lookup_api",
      ...writtenDatabaseTypes,
      ...writtenBucketTypes,
      ...programTypes,
      "spark_table",
    ],
    "hosted_csv: a file that is kept up to date. lookup_api: an address that answers for one person. A type of database: a table behind a " +
      "connection of that type. s3, sftp: the same file as hosted_csv, which is also written to the bucket or the server of a connection. " +
      `${programTypes.join(", ")}: a list of that program, with predictions as properties of its contacts; each build sends what changed. ` +
      "spark_table: a table of a lake, written by the service's cluster.",
  ),
  key: optional(
    Type.String({
      maxLength: 700,
      pattern: "^(?![/])([^{}]|\\{date\\})+(?<![/])$",
      description:
        "For types s3, azure_blobs and sftp: the file that is written, below the directory of the connection. {date} stands for the day of the build in UTC, such as 2026-03-01, so " +
        "that each day has a file of its own. It is written again when its bytes change; readers see the old file or the new one.",
      examples: ["exports/scores.csv"],
    }),
  ),
  list_name: optional(
    Type.String({
      pattern: '^[^"\\\\<>\\s][^"\\\\<>]{0,99}$',
      description:
        "For a program: the list that the people are added to, made where there is none of this name. Whoever leaves the target is taken off " +
        "it; whoever others added stays. In Mailchimp a tag.",
      examples: ["Likely to buy again"],
    }),
  ),
  live: optional(
    Type.Boolean({
      description:
        "For type lookup_api: true adds `live` to the answer, the person's scores as of this moment. Default: false.",
    }),
  ),
  dry_run: optional(
    Type.Boolean({
      description:
        "For a program: true sends nothing. `delivery` of the target says what would be sent. Default: false.",
    }),
  ),
  withdrawn: optional(
    Type.Boolean({
      description:
        "For a program: true takes everything back. The people are taken off the list, and their properties are emptied. Default: false.",
    }),
  ),
  template: optional(
    Type.String({
      minLength: 2,
      maxLength: limits.valueCharacters.is,
      description:
        "For type endpoint: JSON of an object that is sent for each person, with names in braces: {email}, {first_name}, {last_name}, {phone}, {list}, " +
        "{in_list} and the properties. Absent: all of them.",
      examples: [
        '{"contact": "{email}", "on": "{in_list}", "traits": {"chance": "{chance_to_buy_again_pct}"}}',
      ],
    }),
  ),
  table_format: optional(
    oneOf(tableFormats, "For type spark_table: the format of the table. Default: delta."),
  ),
  ...fileOptions.properties,
});

/** The preset of a list for people or a mail program; undefined for other files. */
export const listPresetOf = ({
  representation,
}: Pick<TargetConfig, "representation">): ListPreset | undefined =>
  representation.mode === "identified" && isListPreset(representation.transform_preset)
    ? representation.transform_preset
    : undefined;

/** The form of another program, or of a list for people; undefined for our own. */
export const presetOf = ({ representation }: Pick<TargetConfig, "representation">): string | undefined =>
  "transform_preset" in representation ? representation.transform_preset : undefined;

/** Whether the rows of a file have one person each, so that two files can be compared by person. */
export const isByPerson = ({ representation }: Pick<TargetConfig, "representation">): boolean =>
  representation.mode === "referenced" ||
  (representation.mode === "identified" && representation.aggregate === "person");

export const tracksChanges = ({ options }: Pick<TargetConfig, "options">): boolean =>
  fileOf(options)?.track_changes === true;

/** Whether the file is Parquet. */
export const isParquetFile = ({ options }: Pick<TargetConfig, "options">): boolean =>
  fileOf(options)?.format === "parquet";

/** Whether a file says which record is which person. */
export const isCrosswalk = ({ representation }: Pick<TargetConfig, "representation">): boolean =>
  representation.mode === "identified" && representation.aggregate === "record";

/** Whether texts that a spreadsheet would execute are made harmless: by default in lists for people. */
export const escapesFormulas = ({
  representation,
  options,
  human_readable,
}: Pick<TargetConfig, "representation" | "options" | "human_readable">): boolean =>
  isFile(options) &&
  !isParquetFile({ options }) &&
  (options.escape_formulas ?? human_readable ?? listPresetOf({ representation }) !== undefined);

type WrittenOptions = Static<typeof options>;
type HostedCsv = FileOptions & { type: "hosted_csv" };
/** The file that is hosted, and written to a storage of the owner as well. */
export type ObjectOptions = FileOptions & Required<Pick<WrittenOptions, "key">> & { type: WrittenBucketType };
type Named = Required<Pick<WrittenOptions, "table_name">>;
/** A table of a database. */
export type TableOptions = Named & Pick<WrittenOptions, "merge_by"> & { type: WrittenDatabaseType };
/** A list of a program. */
export type ProgramList = Required<Pick<WrittenOptions, "list_name">> &
  Pick<WrittenOptions, "dry_run" | "withdrawn" | "template"> & { type: ProgramType };
type SparkTable = Named & Pick<WrittenOptions, "table_format"> & { type: "spark_table" };

/** The fields that belong to each type. */
export type TargetOptions =
  | HostedCsv
  | ObjectOptions
  | { type: "lookup_api"; live?: boolean }
  | TableOptions
  | ProgramList
  | SparkTable;

export const isObject = (options: TargetOptions): options is ObjectOptions => isBucket(options.type);

export const isFile = (options: TargetOptions): options is HostedCsv | ObjectOptions =>
  options.type === "hosted_csv" || isObject(options);

/** Undefined for a target that is no file. */
export const fileOf = (options: TargetOptions): FileOptions | undefined =>
  isFile(options) ? options : undefined;

/** Comment of a table that a target writes, which says whose it is. */
export const tableComment = (targetId: string): string =>
  `Written by Bellwether for target ${targetId}, and replaced by each of its builds.`;

export const isTable = (options: TargetOptions): options is TableOptions => isDatabase(options.type);

export const isProgramList = (options: TargetOptions): options is ProgramList => isProgram(options.type);

/** Whether the output is sent to a server of the owner. */
export const isSent = (options: TargetOptions): options is ObjectOptions | TableOptions | ProgramList =>
  isObject(options) || isTable(options) || isProgramList(options);

const { _null, _nnull, _in, _nin, _eq, _neq, _gt, _gte, _lt, _lte, _matches } = comparisons;
const figure = (description: string) => optional(Type.Number({ description }));
const outcomeBounds = closed(
  {
    outcome_id: id("an outcome of the pipeline"),
    _eq: figure("Equals this value."),
    _gt: figure("Greater than this value."),
    _gte: figure("Greater than or equal to this value."),
    _lt: figure("Less than this value."),
    _lte: figure("Less than or equal to this value."),
    _null,
    _nnull,
  },
  "OutcomeBounds",
);
export type OutcomeBounds = Static<typeof outcomeBounds>;
/** Bounds of a number. People without one match only `_null`. */
export type Bounds = Omit<OutcomeBounds, "outcome_id">;

const personaCondition = closed({
  persona_set_id: id("a persona set, which need not be in the payload"),
  persona_id: id("one of its personas"),
  _eq: Type.Boolean({
    description: "true: people in the persona. false: people in other personas or in none.",
  }),
});
export type PersonaCondition = Static<typeof personaCondition>;

/** The days up to the newest event that the scores know, in which a contact counts as recent. */
export const recentDays = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 3650, description, examples: [14] });

const contactedCondition = closed(
  {
    stream_name: optional(
      nameOf(
        "Stream with an event for each contact, such as a sent mail. Absent: contacts_stream of the pipeline's holdout.",
        "mail_sent",
      ),
    ),
    days: recentDays("Days before data_through of the scores in which a contact counts."),
    _eq: Type.Boolean({ description: "true: people with a contact in these days. false: everyone else." }),
  },
  "ContactedFilter",
);

const rankBounds = described(
  "Bounds of the delivered ranks. Columns of other ranks are not in the file, and people without a recommendation in these ranks are " +
    "left out.",
  closed({
    recommender_id: id("a recommender of the pipeline"),
    _eq: figure("This rank, from 1 to 10."),
    _gt: figure("Ranks after this one."),
    _gte: figure("This rank and later ones."),
    _lt: figure("Ranks before this one."),
    _lte: figure("This rank and earlier ones."),
    _null: optional(Type.Boolean({ description: "true: people without any of the ranks." })),
    _nnull: optional(Type.Boolean({ description: "true (default): people with any of the ranks." })),
  }),
);
export type RankBounds = Static<typeof rankBounds>;

const outcomeBoundsList = Type.Array(outcomeBounds, {
  maxItems: limits.conditions.is,
  description: "Bounds, all of which must hold.",
});

/** Filters of the published interface that say nothing here, with what to use in their place. */
export const unavailableFilters = {
  recommender_uncalibrated_probability: {
    cause: "recommendations have ranks, not probabilities",
    instead: "recommender_rank",
  },
  outcome_score: {
    cause: "every score is a calibrated probability",
    instead: "outcome_probability or outcome_percentile",
  },
} as const;

/** Traits, cohorts and persona sets need not be in the payload; outcomes and recommenders must be. */
const filter = closed({
  outcome_probability: optional(described("Bounds of the probability.", outcomeBoundsList)),
  outcome_percentile: optional(described("Bounds of the percentile.", outcomeBoundsList)),
  cohort_membership: optional(
    Type.Array(
      closed(
        {
          cohort_id: id("a cohort"),
          _eq: Type.Boolean({ description: "true: members. false: everyone else." }),
        },
        "CohortMembershipFilter",
      ),
      { maxItems: limits.conditions.is, description: "Conditions on membership in cohorts." },
    ),
  ),
  recommender_rank: optional(
    Type.Array(rankBounds, {
      maxItems: limits.conditions.is,
      description: "Ranks of recommenders to deliver.",
    }),
  ),
  persona: optional(
    Type.Array(personaCondition, { maxItems: limits.conditions.is, description: "Conditions on personas." }),
  ),
  contact: optional(
    Type.Array(
      closed(
        { _eq: Type.Boolean({ description: "true: people to contact. false: everyone else." }) },
        "ContactFilter",
      ),
      {
        maxItems: limits.conditions.is,
        description: "Conditions on whom to contact by the pipeline's economics.",
      },
    ),
  ),
  contacted: optional(
    Type.Array(contactedCondition, {
      maxItems: limits.conditions.is,
      description:
        "Conditions on contacts in the last days. _eq false keeps whoever had a mail lately out of the next one; contacted_count says how many that are.",
    }),
  ),
  holdout: optional(
    Type.Array(
      closed(
        { _eq: oneOf(arms, "contact: people to contact. held_out: people who are held out.") },
        "HoldoutFilter",
      ),
      {
        maxItems: limits.conditions.is,
        description:
          "Conditions on the group of the pipeline's holdout. Absent: both groups, but lists for people, mail programs and ad platforms leave out " +
          "who is held out.",
      },
    ),
  ),
  trait: optional(
    Type.Array(
      closed(
        {
          name: nameOf("Name of a trait, which need not be in the payload.", "plan"),
          _eq,
          _neq,
          _gt,
          _gte,
          _lt,
          _lte,
          _in,
          _nin,
          _null,
          _nnull,
          _matches,
        },
        "TraitFilter",
      ),
      { maxItems: limits.conditions.is, description: "Conditions on traits." },
    ),
  ),
});

const percentile = (description: string) => optional(Type.Integer({ minimum: 0, maximum: 100, description }));
const limit = closed(
  {
    method: oneOf(
      ["row_count", "percentile"],
      "row_count: a maximum number of rows. percentile: a range of percentiles.",
    ),
    threshold: optional(Type.Integer({ minimum: 1, description: "For row_count: maximum number of rows." })),
    outcome_id: optional(id("the outcome that orders the rows. Absent: the first outcome of the payload")),
    direction: optional(oneOf(["ascending", "descending"], "For row_count. Default: descending.")),
    percentile_min: percentile("For percentile: lowest percentile to deliver."),
    percentile_max: percentile("For percentile: highest percentile to deliver."),
  },
  "TargetLimit",
);
export type WrittenLimit = Static<typeof limit>;

/** The fields that belong to each method. `row_count` counts rows of the file. */
export type TargetLimit =
  | { method: "row_count"; threshold: number; outcome_id?: string; direction?: "ascending" | "descending" }
  | { method: "percentile"; outcome_id: string; percentile_min: number; percentile_max: number };

export const aggregations = ["avg", "count"] as const;
export type Aggregation = (typeof aggregations)[number];

export const structureColumn = closed(
  {
    scope_col: Type.String({
      maxLength: limits.columnCharacters.is,
      description:
        "Column of the scope, by its machine name or its display name. Files of people and records can have person_id and household_id.",
      examples: ["person_first_name"],
    }),
    output_col: Type.String({
      minLength: 1,
      maxLength: limits.columnCharacters.is,
      description: "Name of the column in the file.",
      examples: ["first_name"],
    }),
    is_identity_col: optional(Type.Boolean({ description: "true: the column identifies the person." })),
    aggregation: optional(
      oneOf(aggregations, "For areas: the mean, or the number of people with a value or of members."),
    ),
  },
  "StructureColumn",
);
export type StructureColumn = Static<typeof structureColumn>;

/**
 * A target as requests write it, before the fields are checked against the mode, type and method that they
 * belong to.
 */
/** Each is a pass over the values of all people with a row. */
const mostAnalysedTraits = 50;

export const writtenTarget = closed({
  name,
  scope_id: id("the scope (pipeline) to deploy"),
  connection_id: optional(id("the connection to write to, for a table of a database")),
  representation: described("Form of a row.", representation),
  options: described("Type of the target and its format.", options),
  filter: optional(described("Conditions on the people to deliver, all of which must hold.", filter)),
  limit: optional(described("Limit on the number of rows.", limit)),
  custom_structure: optional(
    Type.Array(structureColumn, {
      minItems: 1,
      maxItems: limits.datasetFields.is,
      description: "Columns of the file, in order. Absent: all available columns.",
    }),
  ),
  human_readable: optional(
    Type.Boolean({ description: "true: name columns by display names instead of IDs." }),
  ),
  analysis_config: optional(
    described(
      "What the analysis counts of the people who have a row, besides the columns of the file.",
      closed(
        {
          geographies: optional(
            Type.Array(oneOf(areas), {
              uniqueItems: true,
              maxItems: areas.length,
              description: `Counts by area, by the people's own addresses. Areas with fewer than ${minPeoplePerArea} people are left out.`,
            }),
          ),
          traits: optional(
            Type.Array(nameOf("Name of a trait.", "plan"), {
              maxItems: mostAnalysedTraits,
              description: "Traits whose values are counted.",
            }),
          ),
          attributes: optional(
            Type.Array(nameOf("Name of a trait.", "fig/age"), {
              maxItems: mostAnalysedTraits,
              description:
                "Further traits. A prefix `fig/` is ignored. A name that nobody has a value of has no bins.",
            }),
          ),
        },
        "TargetAnalysisConfig",
      ),
    ),
  ),
});

export type TargetConfig = Omit<
  Static<typeof writtenTarget>,
  "name" | "representation" | "options" | "limit"
> & {
  representation: Representation;
  options: TargetOptions;
  limit?: TargetLimit;
};

/** Statistics of one column of the file. */
export interface ColumnAnalysis {
  name: string;
  /** Share of rows with a value, 0 to 1. */
  fill_rate: number;
  /** Only for a column of numbers. */
  range?: { min: number; mean: number; max: number };
  /** Only for a column with few distinct values, the most frequent first. */
  values?: { value: string; count: number }[];
}

/** Counts of the people who have a row, where `analysis_config` asks for them. */
export interface PeopleAnalysis {
  /** The largest first. */
  geographies: Partial<Record<Area, { id: string; count: number }[]>>;
  /** In the order of the configuration; without bins where nobody has a value. */
  traits: { name: string; bins: TraitBin[] }[];
  attributes: { name: string; bins: TraitBin[] }[];
}

/** Contacts that a build sent to a program, and the state of the list since. */
export interface SentContacts extends ContactCounts {
  connection_id: string;
  /** Null before anything is sent. */
  list: { id: string; name: string } | null;
  /** Properties that contacts have values of. */
  properties: string[];
  is_dry_run: boolean;
  /** Why contacts were refused, the most frequent reason first; of further reasons `refused` has the count. */
  refusals: { reason: string; count: number }[];
}

/** Contacts of a build by what became of them. */
export interface ContactCounts {
  /** New on the list. */
  added: number;
  /** On it before, with other values. */
  changed: number;
  unchanged: number;
  removed: number;
  /** By the program, this time or before. */
  refused: number;
  /** People who have no valid e-mail address. */
  without_email: number;
  /** People whose address is that of a likelier person, who is sent. */
  shared_email: number;
}

export interface TargetResult {
  rows: number;
  bytes: number;
  /** SHA-256 of the file, the strong ETag of its download. */
  sha256: string;
  columns: string[];
  /** File name inside the relation's directory. */
  file: string;
  structure: StructureColumn[];
  /** People who pass the filter but have no row: without key or address, or in too small an area. */
  left_out_count: number;
  /** People who pass all of the filter but for their contacts; absent for a filter without them. */
  contacted_count?: number;
  analysis: ColumnAnalysis[];
  /** Only with `analysis_config`. */
  people?: PeopleAnalysis;
  /** Absent for a list on demand. */
  manifest?: FileManifest;
  /** Builds of a target that tracks its rows. */
  tracked?: TrackedBuilds;
  /** Contacts that a program was sent. */
  sent?: SentContacts;
}
