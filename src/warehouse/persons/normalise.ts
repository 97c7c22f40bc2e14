// Normalised fields are staged in tables of their own: as one chain of subqueries the engine would repeat each expression
// wherever its column is used, at four times the cost.

import type { Country } from "../../domain/identity/phones.js";
import type { Engine } from "../engine.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { addresses, addressWords, statedAddresses } from "./addresses.js";
import { birthDateParts, birthDates, dateOrderCounts, dateOrders } from "./birth-dates.js";
import { customerNumbers, emails, mailboxes, mailboxParts, nationalIds } from "./contacts.js";
import { nameParts, names, nameWords, splitNames } from "./names.js";
import { stagePhones } from "./phones.js";

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

// What the next build has to know of an identity, so that it need not be read and spelled again.

/**
 * One row per identity: node, first_name, last_name, suffix, customer, email, phone, national_id, birth_date VARCHAR; null
 * where absent.
 */
export const normalisedIdentities = (
  numbered: Relation,
  { names, customers, emails, phones, nationalIds, birthDates }: Normalised,
): Sql => sql`
  select numbered.node, name.first_name, name.last_name, name.suffix, customer.value as customer, email.value as email,
    phone.value as phone, id.value as national_id, birth.value as birth_date
  from ${numbered} as numbered
  left join ${names} as name on name.node = numbered.node
  left join ${customers} as customer on customer.node = numbered.node
  left join ${emails} as email on email.node = numbered.node
  left join ${phones} as phone on phone.node = numbered.node
  left join ${nationalIds} as id on id.node = numbered.node
  left join ${birthDates} as birth on birth.node = numbered.node`;
