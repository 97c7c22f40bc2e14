// Countries of records, by which their telephone numbers, postcodes and streets are read.
// `domain/people/identity/countries.ts` does the same in TypeScript.

import { countryNames } from "../../domain/people/identity/countries.js";
import {
  countryPrefix,
  localCountries,
  postcodeDigits,
  streetRewrites,
} from "../../domain/people/identity/local-addresses.js";
import type { Country } from "../../domain/people/identity/phones.js";
import type { Engine } from "../engine.js";
import { hasAny, noRows } from "../rows.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { words } from "./text.js";

/** Stages one row per identity whose country we know as table `name`: node, country (ISO 3166-1 alpha-2). */
export const stageCountries = async (engine: Engine, name: string, written: Relation): Promise<Relation> => {
  if (!(await hasAny(engine, written, ["country"])))
    return engine.createTable(name, noRows(written, ["country"]));
  const spelled = await engine.createTable("country_spelling", countrySpellings(written));
  const named = join(countryNames.map(([name, country]) => sql`(${name}, ${country})`));
  const staged = await engine.createTable(
    name,
    sql`
      select spelled.node, named.country
      from ${spelled} as spelled
      join (values ${named}) as named(name, country) on named.name = spelled.name`,
  );
  await engine.drop(spelled);
  return staged;
};

const countrySpellings = (written: Relation): Sql => sql`
  select node, ${words(sql`country`)} as name from ${written} where country is not null`;

/** The `addresses` with streets and postcodes as written in their country. */
export const localAddresses = (addresses: Relation, countries: Relation): Sql => sql`
  select own.* replace (${localStreet} as street, ${localPostcode} as postcode)
  from ${addresses} as own
  left join ${countries} as known on known.node = own.node`;

const localStreet = sql`case known.country ${join(
  localCountries.map((country) => sql`when ${country} then ${rewritten(country)}`),
  " ",
)} else own.street end`;

function rewritten(country: Country): Sql {
  return streetRewrites(country).reduce(
    (text, [pattern, replacement]) =>
      sql`regexp_replace(${text}, ${pattern}, ${replacement.replaceAll("$", "\\")})`,
    sql`own.street`,
  );
}

const barePostcode = sql`regexp_replace(own.postcode, ${countryPrefix}, '\\1')`;
const digits = sql`case known.country ${join(
  Object.entries(postcodeDigits).map(([country, count]) => sql`when ${country} then ${count}`),
  " ",
)} end`;
const localPostcode = sql`
  case when known.country is null then own.postcode
    when regexp_full_match(${barePostcode}, '[0-9]+') and length(${barePostcode}) = ${digits} - 1 then '0' || ${barePostcode}
    else ${barePostcode} end`;
