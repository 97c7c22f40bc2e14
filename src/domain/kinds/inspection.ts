// Inspections: requests that are answered from the files of builds and not from the metadata, such as the
// details of a person. Each has a name, an input and a result.

import type { Treatment, TreatmentRequest } from "../campaign/assignment.js";
import type {
  ListFile,
  ListRequest,
  Reach,
  ReachRequest,
  TopPeopleRequest,
  TopPerson,
} from "../campaign/list.js";
import type { CohortConfig } from "../cohort/cohort.js";
import type { NumberedLocation } from "../data/atlas.js";
import type { LeftOutRowsRequest, WrittenRows } from "../data/left-out.js";
import type { PeopleStates } from "../data/people-states.js";
import type { FirstMonth } from "../data/retention.js";
import type { OutcomeConfig } from "../outcome/outcome.js";
import type { Lead } from "../people/decided-records.js";
import type {
  PairReason,
  Person,
  PersonEvents,
  PersonEventsRequest,
  PersonScores,
  PersonSearch,
  PersonSummary,
  Review,
  ReviewRequest,
} from "../people/person.js";
import type { UnidentifiedRecords, UnidentifiedRequest } from "../people/unidentified.js";
import type { Geography } from "../pipeline/geography.js";
import type { Movers, MoversRequest } from "../pipeline/score-change.js";
import type { CountedSuggestion } from "../proposal/suggestion.js";
import type { EpochMs } from "../resource/resource.js";
import type { ArchiveRequest, PersonArchive } from "./person-archive.js";
import type { CohortPreview, OutcomePreview } from "./preview.js";

export interface Inspections {
  /** A person by id, current or from before a merge; null if there is none. */
  person: { input: { id: string }; result: Person | null };
  /** Why two records or people are one, or are not; null if one of them is unknown. `records`: both ids are of records. */
  pair: { input: { left: string; right: string; records?: boolean }; result: PairReason | null };
  /** The records of people by such ids; unknown ids are left out. */
  records: { input: { ids: string[]; areRecords?: boolean }; result: Record<string, PersonRecords> };
  /** At most twenty people, by id. */
  people: { input: PersonSearch; result: PersonSummary[] };
  /** Pairs of the last build, of one person or nearly so, for the owner to decide. */
  review: { input: ReviewRequest; result: Review };
  /** Records of the last build that are nobody, and why. */
  unidentified: { input: UnidentifiedRequest; result: UnidentifiedRecords };
  /** All records with their people, as a file. */
  crosswalk: { input: null; result: ListFile };
  /** The events of a person, the newest first; null for an unknown person. */
  person_events: { input: PersonEventsRequest; result: PersonEvents | null };
  /** The scores of a person in each pipeline; null for an unknown person. */
  person_scores: { input: { id: string }; result: PersonScores[] | null };
  /** All that there is of a person, as a file; null for an unknown person. */
  person_archive: { input: ArchiveRequest; result: PersonArchive | null };
  /** Fault of each regular expression; null for a valid one. */
  patterns: { input: { patterns: string[] }; result: (string | null)[] };
  /** The size that a cohort would have. Refuses what its build would refuse. */
  cohort_preview: { input: CohortConfig; result: CohortPreview };
  /** The counts and warnings that an outcome would have. */
  outcome_preview: { input: OutcomeConfig; result: OutcomePreview };
  /** People by the month of their first event in a stream, and who came again; null for a stream that is not built. */
  retention: { input: { stream: string }; result: FirstMonth[] | null };
  /** States of the people of a stream at the end of each month; null for a stream that is not built. */
  people_states: { input: { stream: string; activeMonths?: number }; result: PeopleStates | null };
  /**
   * Whether chance decided on a stream's contacts, and what they did. Refuses `treatment-stream-unbuilt`,
   * `holdout-undated`, `property-unknown` and `treatment-without-contacts`.
   */
  treatment: { input: TreatmentRequest; result: Treatment };
  /** Where the people of a pipeline live. Refuses `resource-unknown`. */
  geography: { input: { scopeId: string }; result: Geography };
  /** Locations of an atlas after a number, in the order of its files. Refuses `resource-unknown` and `result-not-ready`. */
  locations: {
    input: { atlasId: string; after: number; most: number };
    result: NumberedLocation[];
  };
  /** The predictions that the streams can answer, with counts. */
  suggestions: { input: null; result: CountedSuggestion[] };
  /** The likeliest people of a pipeline as a file. Refuses `outcome-not-in-payload` and `list-without-contacts`. */
  list: { input: ListRequest; result: ListFile };
  /**
   * Rows that a dataset leaves out, as a file. Refuses `ledger-rows-not-uploaded`, `ledger-rows-deleted`,
   * `ledger-rows-changed`, `ledger-rows-too-many`, `ledger-file-unknown` and `stream-unknown`.
   */
  left_out_rows: { input: LeftOutRowsRequest; result: ListFile & WrittenRows };
  /** The rows of a target's file that changed. Refuses `changes-untracked` and `changes-since-unknown`. */
  changes: { input: ChangesRequest; result: ListFile & { build: string } };
  /** The likeliest people of a pipeline with reasons. Refuses `outcome-not-in-payload`. */
  top_people: { input: TopPeopleRequest; result: TopPerson[] };
  /** Expectations for the first people of a list. Refuses `outcome-not-in-payload`. */
  reach: { input: ReachRequest; result: Reach };
  /**
   * The people of a pipeline whose probability changed most since an earlier build. Refuses `scores-outdated`,
   * `scores-since-unknown`, `scores-not-explained` and `outcome-not-in-payload`.
   */
  movers: { input: MoversRequest; result: Movers };
}
export interface ChangesRequest {
  targetId: string;
  /** A build or the hash of its file; absent: everyone is added. */
  since?: string | undefined;
}

export type InspectionName = keyof Inspections;
export type InspectionInput<Q extends InspectionName> = Inspections[Q]["input"];
export type InspectionResult<Q extends InspectionName> = Inspections[Q]["result"];

export interface PersonRecords {
  /** The person's current id. */
  id: string;
  records: string[];
  /** From names in the owner's decisions to these records. */
  leads: Lead[];
  /** Moment until which a decision about these records follows their heirs: see `Decision`. Null for none. */
  heirsUntil: EpochMs | null;
}

/** Refuses `result-not-ready`, `inspections-too-many` and `inspection-slow`. */
export type Inspect = <Q extends InspectionName>(
  accountId: string,
  name: Q,
  input: InspectionInput<Q>,
) => Promise<InspectionResult<Q>>;
