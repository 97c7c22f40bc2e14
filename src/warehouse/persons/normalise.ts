// Normalised fields are staged in tables of their own: as one chain of subqueries the engine would repeat each expression
// wherever its column is used, at four times the cost.

import type { Country } from "../../domain/identity/phones.js";
import type { Engine } from "../engine.js";
import { type Relation, sql } from "../sql/sql.js";
import { birthDateParts, birthDates, dateOrderCounts, dateOrders } from "./births.js";
import { customerNumbers, emails, mailboxes, mailboxParts, nationalIds } from "./contacts.js";
import { nameParts, names, nameWords, splitNames } from "./names.js";
import { stagePhones } from "./phones.js";
import { addresses, addressWords, statedAddresses } from "./places.js";

/** What is known of identities, brought to one spelling; each relation has at most one row per node. */
export interface Normalised {
  names: Relation;
  addresses: Relation;
  customers: Relation;
  emails: Relation;
  phones: Relation;
  nationalIds: Relation;
  birthDates: Relation;
  /** See `birthSigns`: what told how days of birth are to be read. */
  dateOrderCounts: Relation;
}

interface NormaliseOptions {
  /** Where numbers without the code of a country are dialled; absent: `defaultCountry`. */
  country?: Country;
  /** Of identities that are not among those written. */
  previousDateOrderCounts?: Relation;
}

export const normalise = async (
  engine: Engine,
  written: Relation,
  { country, previousDateOrderCounts: earlierSigns }: NormaliseOptions = {},
): Promise<Normalised> => {
  const mailbox = await stageMailboxes(engine, written);
  return {
    names: await stageNames(engine, written),
    addresses: await stageAddresses(engine, written),
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

export const stageAddresses = async (engine: Engine, written: Relation): Promise<Relation> => {
  const stated = await engine.createTable("stated_place", statedAddresses(written));
  const spelled = await engine.createTable("place_words", addressWords(stated));
  await engine.run(sql`drop table ${stated}`);
  const staged = await engine.createTable("place", addresses(spelled));
  await engine.run(sql`drop table ${spelled}`);
  return staged;
};

export const stageBirthDates = async (
  engine: Engine,
  written: Relation,
  earlierSigns: Relation | null = null,
): Promise<Pick<Normalised, "birthDates" | "dateOrderCounts">> => {
  const parted = await engine.createTable("birth_part", birthDateParts(written));
  const signs = await engine.createTable("birth_sign", dateOrderCounts(parted));
  if (earlierSigns) await engine.run(sql`insert into ${signs} select * from ${earlierSigns}`);
  const orders = await engine.createTable("birth_order", dateOrders(signs));
  return {
    birthDates: await engine.createTable("birth_date", birthDates(parted, orders)),
    dateOrderCounts: signs,
  };
};
