// Normalised phone numbers, in E.164. A rule on the digits converts nearly all of them in SQL. The rest goes
// through the numbering plans of countries, outside of the engine, each distinct spelling once.

import { sequentialNumbers } from "../../domain/people/identity/contacts.js";
import {
  byNumberingPlan,
  type Country,
  countries,
  defaultCountry,
  fictitiousNumber,
  fromAbroad,
  isNorthAmerican,
  minDigits,
  northAmerican,
  northAmericanAbroad,
  trunkZero,
} from "../../domain/people/identity/phones.js";
import type { Engine } from "../engine.js";
import { hasAny, noRows } from "../rows.js";
import { list, type Relation, type Sql, sql } from "../sql/sql.js";
import { stageCountries } from "./countries.js";
import { withLatinCharacters } from "./text.js";

/**
 * VARCHAR: the last digits of a telephone number as it is written, which are the same with and without a
 * country code; null for fewer than seven.
 */
export const phoneEnding = (phone: Sql): Sql => {
  const digits = sql`regexp_replace(${withLatinCharacters(phone)}, '[^0-9]+', '', 'g')`;
  return sql`case when length(${digits}) >= 7 then right(${digits}, 8) end`;
};

/**
 * One row per identity with a phone number: node, value (E.164; digits only if no numbering plan has the
 * number). Read by the country of the identity, or else by `country`.
 */
export const stagePhones = async (
  engine: Engine,
  written: Relation,
  country: Country = defaultCountry,
): Promise<Relation> => {
  if (!(await hasAny(engine, written, ["phone"])))
    return engine.createTable("phone", noRows(written, ["value"]));
  const known = await stageCountries(engine, "phone_country", written);
  const dialled = await engine.createTable("dialled_phone", dialledPhones(written, known, country));
  const planned = await convertByPlan(engine, dialled);
  const staged = await engine.createTable("phone", phones(dialled, planned));
  await engine.drop(known, dialled, planned);
  return staged;
};

/**
 * One row per identity with a phone number: node, country, dialled (digits without extension and trunk zero,
 * with `+` before a country code), by_rule (E.164; null where the rule does not apply). Materialized, because
 * the engine repeats an expression for each use of its column.
 */
const dialledPhones = (written: Relation, countries: Relation, country: Country): Sql => sql`
  with number as materialized (
    select node, split_part(replace(lower(${withLatinCharacters(sql`phone`)}), '#', 'x'), 'x', 1) as number
    from ${written} where phone is not null
  ), spelled as materialized (
    select node, regexp_replace(
      case when regexp_matches(number, '^[^0-9]*[+]') then '+' else '' end
        || regexp_replace(regexp_replace(number, ${trunkZero}, '\\1'), '[^0-9]+', '', 'g'),
      '^[+]?00', '+') as dialled
    from number
  ), national as materialized (
    select node, dialled, ${nationalDigits(sql`dialled`)} as digits from spelled
  )
  select national.node, coalesce(known.country, ${country}) as country, dialled,
    case when coalesce(known.country, ${country}) in (${list(northAmericanCountries)}) then ${byRule(northAmerican)}
      else ${byRule(northAmericanAbroad)} end as by_rule
  from national
  left join ${countries} as known on known.node = national.node
  where not (${isPlaceholder(sql`digits`)})`;

/** Without a plus sign; of a North American number the last ten. */
function nationalDigits(dialled: Sql): Sql {
  const digits = sql`replace(${dialled}, '+', '')`;
  return sql`case when length(${digits}) = 11 and left(${digits}, 1) = '1' then right(${digits}, 10) else ${digits} end`;
}

/** Too short, one repeated digit, ascending digits, or reserved for fiction. */
function isPlaceholder(digits: Sql): Sql {
  return sql`
    length(${digits}) < ${minDigits} or replace(${digits}, left(${digits}, 1), '') = ''
      or ${digits} in (${list(sequentialNumbers)}) or regexp_matches(${digits}, ${fictitiousNumber})`;
}

const northAmericanCountries = countries.filter(isNorthAmerican);

function byRule(national: string): Sql {
  return sql`
    case when regexp_matches(dialled, ${national}) then '+1' || right(dialled, 10)
      when regexp_matches(dialled, ${fromAbroad}) then dialled end`;
}

const spellingsPerBatch = 100_000;

/** One row per spelling and country that the rule does not convert: dialled, country, value. */
const convertByPlan = async (engine: Engine, dialled: Relation): Promise<Relation> => {
  const left = await engine.createTable("left_phone", unconvertedPhones(dialled));
  const count = await engine.count(left);
  const planned = await engine.createTableOf("planned_phone", { dialled: [], country: [], value: [] });
  for (let from = 0; from < count; from += spellingsPerBatch) {
    const rows = await engine.rows<{ dialled: string; country: Country }>(sql`
      select dialled, country from ${left} where position >= ${from} and position < ${from + spellingsPerBatch} order by position`);
    await engine.appendColumns("planned_phone", {
      dialled: rows.map((row) => row.dialled),
      country: rows.map((row) => row.country),
      value: rows.map((row) => byNumberingPlan(row.dialled, row.country)),
    });
  }
  await engine.drop(left);
  return planned;
};

/** One row per such spelling: dialled, country, and its position from 0. */
const unconvertedPhones = (dialled: Relation): Sql => sql`
  select dialled, country, row_number() over (order by dialled, country) - 1 as position
  from (select distinct dialled, country from ${dialled} where by_rule is null)`;

/** One row per identity: node, value. */
const phones = (dialled: Relation, planned: Relation): Sql => sql`
  select dialled.node, coalesce(dialled.by_rule, planned.value) as value
  from ${dialled} as dialled
  left join ${planned} as planned
    on planned.dialled = dialled.dialled and planned.country = dialled.country and dialled.by_rule is null`;
