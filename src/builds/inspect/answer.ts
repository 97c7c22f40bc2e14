// What is answered to each question, from the files of the account's results alone.

import type { AnswerTo, Asked, Question } from "../../domain/inspection.js";
import type { Engine } from "../../warehouse/engine.js";
import { searchPeople } from "../../warehouse/persons/search.js";
import { findPerson, findRecords, type PeopleTools, peopleTools, summarise } from "./person.js";
import type { Sources } from "./sources.js";

export const answerQuestion = <Q extends Question>(
  question: Q,
  asked: Asked<Q>,
  engine: Engine,
  sources: Sources,
): Promise<AnswerTo<Q>> => answers[question](asked, peopleTools(engine, sources));

const mostFound = 20;

const answers: { [Q in Question]: (asked: Asked<Q>, tools: PeopleTools) => Promise<AnswerTo<Q>> } = {
  person: ({ id }, tools) => findPerson(id, tools),
  records: ({ ids }, tools) => findRecords(ids, tools),
  people: async (search, tools) => {
    const { engine, identities, persons } = tools;
    const ids = await searchPeople(engine, identities, persons, search, mostFound);
    return summarise(ids, tools);
  },
};
