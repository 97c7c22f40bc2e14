// Normalised fields are staged in tables of their own: as one chain of subqueries the engine would repeat each expression
// wherever its column is used, at four times the cost.

import type { Engine } from "../engine.js";
import { type Relation, sql } from "../sql/sql.js";
import { customerNumbers, emails, mailboxes, phones } from "./contacts.js";
import { names, nameWords, splitNames } from "./names.js";
import { places, placeWords } from "./places.js";

/** What is known of identities, brought to one spelling; each relation has at most one row per node. */
export interface Normalised {
  names: Relation;
  places: Relation;
  customers: Relation;
  emails: Relation;
  phones: Relation;
}

export const normalise = async (engine: Engine, written: Relation): Promise<Normalised> => {
  const mailbox = await engine.createTable("mailbox", mailboxes(written));
  return {
    names: await stageNames(engine, written),
    places: await stagePlaces(engine, written),
    customers: await engine.createTable("customer", customerNumbers(written)),
    emails: await engine.createTable("email", emails(mailbox, written)),
    phones: await engine.createTable("phone", phones(written)),
  };
};

export const stageNames = async (engine: Engine, written: Relation): Promise<Relation> => {
  const spoken = await engine.createTable("name_words", nameWords(written));
  const split = await engine.createTable("split_name", splitNames(spoken));
  await engine.run(sql`drop table ${spoken}`);
  const staged = await engine.createTable("name", names(split));
  await engine.run(sql`drop table ${split}`);
  return staged;
};

export const stagePlaces = async (engine: Engine, written: Relation): Promise<Relation> => {
  const spelled = await engine.createTable("place_words", placeWords(written));
  const staged = await engine.createTable("place", places(spelled));
  await engine.run(sql`drop table ${spelled}`);
  return staged;
};
