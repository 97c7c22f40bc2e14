// Some questions are answered from what builds have left and not from what is recorded: who one person is, for one. What can
// be asked, and what is answered, by the question's name.

import type { CohortConfig } from "./cohort.js";
import type { OutcomeConfig } from "./outcome.js";
import type {
  Person,
  PersonEvents,
  PersonEventsRequest,
  PersonScores,
  PersonSearch,
  PersonSummary,
} from "./person.js";
import type { CohortPreview, OutcomePreview } from "./preview.js";

export interface Inspections {
  /** One person, by their id or by what was it before they were merged; null for nobody. */
  person: { asked: { id: string }; answer: Person | null };
  /** The records of people, by ids as above: those that are nobody's are left out. */
  records: { asked: { ids: string[] }; answer: Record<string, PersonRecords> };
  /** At most twenty, by id. */
  people: { asked: PersonSearch; answer: PersonSummary[] };
  /** What one person did, the newest first; null for nobody. */
  person_events: { asked: PersonEventsRequest; answer: PersonEvents | null };
  /** What each pipeline that holds one person says of them; null for nobody. */
  person_scores: { asked: { id: string }; answer: PersonScores[] | null };
  /** How many would be in a cohort. Refuses what its build would refuse. */
  cohort_preview: { asked: CohortConfig; answer: CohortPreview };
  /** What an outcome would ask. */
  outcome_preview: { asked: OutcomeConfig; answer: OutcomePreview };
}
export type InspectionName = keyof Inspections;
export type InspectionInput<Q extends InspectionName> = Inspections[Q]["asked"];
export type InspectionResult<Q extends InspectionName> = Inspections[Q]["answer"];

export interface PersonRecords {
  /** Of the person now. */
  id: string;
  records: string[];
}

/** Refuses `result-not-ready`, `inspections-too-many` and `inspection-slow`. */
export type Inspect = <Q extends InspectionName>(
  accountId: string,
  question: Q,
  asked: InspectionInput<Q>,
) => Promise<InspectionResult<Q>>;
