// Some questions are answered from what builds have left and not from what is recorded: who one person is, for one. What can
// be asked, and what is answered, by the question's name.

import type { Person, PersonSearch, PersonSummary } from "./person.js";

export interface Inspections {
  /** One person, by their id or by what was it before they were merged; null for nobody. */
  person: { asked: { id: string }; answer: Person | null };
  /** The records of people, by ids as above: those that are nobody's are left out. */
  records: { asked: { ids: string[] }; answer: Record<string, PersonRecords> };
  /** At most twenty, by id. */
  people: { asked: PersonSearch; answer: PersonSummary[] };
}
export type Question = keyof Inspections;
export type Asked<Q extends Question> = Inspections[Q]["asked"];
export type AnswerTo<Q extends Question> = Inspections[Q]["answer"];

export interface PersonRecords {
  /** Of the person now. */
  id: string;
  records: string[];
}

/** Refuses `result-not-ready`, `inspections-too-many` and `inspection-slow`. */
export type Inspect = <Q extends Question>(
  accountId: string,
  question: Q,
  asked: Asked<Q>,
) => Promise<AnswerTo<Q>>;
