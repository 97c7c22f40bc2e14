// Normalised fields are staged in tables of their own: as one chain of subqueries the engine would repeat each expression
// wherever its column is used, at four times the cost.

import type { Country } from "../../domain/identity/phones.js";
import type { Engine } from "../engine.js";
import { type Relation, sql } from "../sql/sql.js";
import { birthDates, birthOrders, birthParts, birthSigns } from "./births.js";
import { customerNumbers, emails, mailboxes, mailboxParts, nationalIds } from "./contacts.js";
import { nameParts, names, nameWords, splitNames } from "./names.js";
import { stagePhones } from "./phones.js";
import { places, placeWords, statedPlaces } from "./places.js";

/** What is known of identities, brought to one spelling; each relation has at most one row per node. */
export interface Normalised {
  names: Relation;
  places: Relation;
  customers: Relation;
  emails: Relation;
  phones: Relation;
  nationalIds: Relation;
  birthDates: Relation;
  /** See `birthSigns`: what told how days of birth are to be read. */
  birthSigns: Relation;
}

interface Manner {
  /** Where numbers without the code of a country are dialled; absent: `defaultCountry`. */
  country?: Country;
  /** Of identities that are not among those written. */
  earlierSigns?: Relation;
}

export const normalise = async (
  engine: Engine,
  written: Relation,
  { country, earlierSigns }: Manner = {},
): Promise<Normalised> => {
  const mailbox = await stageMailboxes(engine, written);
  return {
    names: await stageNames(engine, written),
    places: await stagePlaces(engine, written),
    customers: await engine.createTable("customer", customerNumbers(written)),
    emails: await engine.createTable("email", emails(mailbox, written)),
    phones: await stagePhones(engine, written, country),
    nationalIds: await engine.createTable("national_id", nationalIds(written)),
    ...(await stageBirthDates(engine, written, earlierSigns)),
  };
};

export const stageMailboxes = async (engine: Engine, written: Relation): Promise<Relation> => {
  const parts = await engine.createTable("mailbox_part", mailboxParts(written));
  const staged = await engine.createTable("mailbox", mailboxes(parts));
  await engine.run(sql`drop table ${parts}`);
  return staged;
};

export const stageNames = async (engine: Engine, written: Relation): Promise<Relation> => {
  const spoken = await engine.createTable("name_words", nameWords(written));
  const split = await engine.createTable("split_name", splitNames(spoken));
  await engine.run(sql`drop table ${spoken}`);
  const parted = await engine.createTable("name_part", nameParts(split));
  await engine.run(sql`drop table ${split}`);
  const staged = await engine.createTable("name", names(parted));
  await engine.run(sql`drop table ${parted}`);
  return staged;
};

export const stagePlaces = async (engine: Engine, written: Relation): Promise<Relation> => {
  const stated = await engine.createTable("stated_place", statedPlaces(written));
  const spelled = await engine.createTable("place_words", placeWords(stated));
  await engine.run(sql`drop table ${stated}`);
  const staged = await engine.createTable("place", places(spelled));
  await engine.run(sql`drop table ${spelled}`);
  return staged;
};

export const stageBirthDates = async (
  engine: Engine,
  written: Relation,
  earlierSigns: Relation | null = null,
): Promise<Pick<Normalised, "birthDates" | "birthSigns">> => {
  const parted = await engine.createTable("birth_part", birthParts(written));
  const signs = await engine.createTable("birth_sign", birthSigns(parted));
  if (earlierSigns) await engine.run(sql`insert into ${signs} select * from ${earlierSigns}`);
  const orders = await engine.createTable("birth_order", birthOrders(signs));
  return {
    birthDates: await engine.createTable("birth_date", birthDates(parted, orders)),
    birthSigns: signs,
  };
};
