// Normalisation: the identity fields of all records in one spelling, so that equal values compare equal. Each
// step is staged as a table: in one chain of subqueries the engine repeats an expression for each use of its
// column, at four times the cost. What no record has is not looked for: the engine takes up to a fifth of a
// second to plan a statement of many patterns, also for no rows.

import type { Country } from "../../domain/people/identity/phones.js";
import type { Engine } from "../engine.js";
import { allRows, hasAny, noRows } from "../rows.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { addressColumns, addresses, addressFields, addressParts, addressWords } from "./addresses.js";
import {
  birthDatePartColumns,
  birthDateParts,
  birthDates,
  birthDateTexts,
  dateOrderCounts,
  dateOrders,
} from "./birth-dates.js";
import { customerNumbers, emails, mailboxes, mailboxParts, nationalIds } from "./contacts.js";
import { localAddresses, stageCountries } from "./countries.js";
import { nameColumns, nameFields, nameParts, names, nameWords, splitNames } from "./names.js";
import { stagePhones } from "./phones.js";

/** Each relation has at most one row per node. */
export interface Normalised {
  names: Relation;
  addresses: Relation;
  /** See `stageCountries`. */
  countries: Relation;
  customers: Relation;
  emails: Relation;
  phones: Relation;
  nationalIds: Relation;
  birthDates: Relation;
  /**
   * Number of birth dates in which day or month came first, among those that leave no doubt: see
   * `dateOrderCounts`.
   */
  dateOrderCounts: Relation;
}

interface NormaliseOptions {
  /** Country of phone numbers without a country code; absent: `defaultCountry`. */
  country?: Country;
  /** Counts of identities that are not among these. */
  previousDateOrderCounts?: Relation;
}

export const normalise = async (
  engine: Engine,
  written: Relation,
  { country, previousDateOrderCounts }: NormaliseOptions = {},
): Promise<Normalised> => {
  const mailbox = await stageMailboxes(engine, written);
  return {
    names: await stageNames(engine, written),
    addresses: await stageAddresses(engine, written),
    countries: await stageCountries(engine, "country", written),
    customers: await engine.createTable("customer", customerNumbers(written)),
    emails: await engine.createTable("email", emails(mailbox, written)),
    phones: await stagePhones(engine, written, country),
    nationalIds: await engine.createTable("national_id", nationalIds(written)),
    ...(await stageBirthDates(engine, written, previousDateOrderCounts)),
  };
};

export const stageMailboxes = async (engine: Engine, written: Relation): Promise<Relation> => {
  const parts = await engine.createTable("mailbox_part", mailboxParts(written));
  const staged = await engine.createTable("mailbox", mailboxes(parts));
  await engine.drop(parts);
  return staged;
};

export const stageNames = async (engine: Engine, written: Relation): Promise<Relation> => {
  if (!(await hasAny(engine, written, nameFields)))
    return engine.createTable("name", noRows(written, nameColumns));
  const words = await engine.createTable("name_words", nameWords(written));
  const split = await engine.createTable("split_name", splitNames(words));
  await engine.drop(words);
  const parts = await engine.createTable("name_part", nameParts(split));
  await engine.drop(split);
  const staged = await engine.createTable("name", names(parts));
  await engine.drop(parts);
  return staged;
};

export const stageAddresses = async (engine: Engine, written: Relation): Promise<Relation> => {
  if (!(await hasAny(engine, written, addressFields)))
    return engine.createTable("address", noRows(written, addressColumns));
  const parts = await engine.createTable("address_part", addressParts(written));
  const words = await engine.createTable("address_words", addressWords(parts));
  await engine.drop(parts);
  const common = await engine.createTable("common_address", addresses(words));
  const countries = await stageCountries(engine, "address_country", written);
  const staged = await engine.createTable("address", localAddresses(common, countries));
  await engine.drop(words, common, countries);
  return staged;
};

export const stageBirthDates = async (
  engine: Engine,
  written: Relation,
  previousCounts: Relation | null = null,
): Promise<Pick<Normalised, "birthDates" | "dateOrderCounts">> => {
  const parts = await stageBirthDateParts(engine, written);
  const counts = await engine.createTable("date_order_count", dateOrderCounts(parts));
  if (previousCounts) await engine.insert(counts, allRows(previousCounts));
  const orders = await engine.createTable("date_order", dateOrders(counts));
  return {
    birthDates: await engine.createTable("birth_date", birthDates(parts, orders)),
    dateOrderCounts: counts,
  };
};

const stageBirthDateParts = async (engine: Engine, written: Relation): Promise<Relation> => {
  if (!(await hasAny(engine, written, ["birth_date"])))
    return engine.createTable("birth_date_part", noRows(written, birthDatePartColumns));
  const texts = await engine.createTable("birth_date_text", birthDateTexts(written));
  const parts = await engine.createTable("birth_date_part", birthDateParts(texts));
  await engine.drop(texts);
  return parts;
};

/**
 * Normalised fields as stored for the next build. One row per identity: node, given, first_name, last_name,
 * suffix, customer, email, phone, national_id, birth_date VARCHAR; null where absent.
 */
export const normalisedIdentities = (
  numbered: Relation,
  { names, customers, emails, phones, nationalIds, birthDates }: Normalised,
): Sql => sql`
  select numbered.node, name.given, name.first_name, name.last_name, name.suffix, customer.value as customer, email.value as email,
    phone.value as phone, id.value as national_id, birth.value as birth_date
  from ${numbered} as numbered
  left join ${names} as name on name.node = numbered.node
  left join ${customers} as customer on customer.node = numbered.node
  left join ${emails} as email on email.node = numbered.node
  left join ${phones} as phone on phone.node = numbered.node
  left join ${nationalIds} as id on id.node = numbered.node
  left join ${birthDates} as birth on birth.node = numbered.node`;
