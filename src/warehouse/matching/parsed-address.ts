// A door is an address taken apart: house number, street without what comes and goes around its name, and unit. Spellings of
// one door differ most in the kind of street, its direction and the unit, so number and name must stand on their own. In
// some countries the number comes first, in others last.

import { streetDirections, streetTypes } from "../../domain/identity/addresses.js";
import type { Engine } from "../engine.js";
import { join, list, type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per identity with a street, or with a whole address that has no parts: node, house_number, street, unit. */
export const stageParsedAddresses = async (engine: Engine, places: Relation): Promise<Relation> => {
  const lines = await engine.createTable("address_line", addressLines(places));
  const apart = await engine.createTable("unit_apart", unitsApart(lines));
  await engine.run(sql`drop table ${lines}`);
  const numbered = await engine.createTable("number_apart", numbersApart(apart));
  await engine.run(sql`drop table ${apart}`);
  const doors = await engine.createTable("door", namedStreets(numbered));
  await engine.run(sql`drop table ${numbered}`);
  return doors;
};

const kind = `(?:${streetTypes.join("|")})`;
const direction = `(?:${streetDirections.join("|")})`;
const number = "[0-9]+[a-z]?";

/** `Oak House 12 Elm Road` is in Elm Road. */
const houseName = `^[^0-9]+ (${number} [^0-9]+ ${kind}(?: ${direction})?)$`;
/** `No. 12 Elm Road`: the mark of a dwelling is that of the house. */
const numberMark = `^apt (${number} [^0-9]+)$`;

/** What has a number and no name, each in one way. */
const unnamed: readonly (readonly [pattern: string, plain: string])[] = [
  ["^(?:(?:po |post office )?(?:box|bx)|pob) (?:apt )?", "box "],
  ["^(?:rr|r r|rural|rural rte|rd) ([0-9]+) (?:box|bx) (?:apt )?", "rr \\1 box "],
  ["^(?:hc|hwy contract) ([0-9]+) (?:box|bx) (?:apt )?", "hc \\1 box "],
  ["(^| )(?:state|st) (?:hwy|rte|rd) ([0-9])", "\\1sr \\2"],
  ["(^| )(?:county|cnty|co) (?:hwy|rte|rd) ([0-9])", "\\1cr \\2"],
  ["(^| )(?:us|u s) (?:hwy|rte) ([0-9])", "\\1us \\2"],
];
const isUnnamed = "(?:box|bx|pob|hwy|rte|rd|r) (?:apt )?[0-9]";

/** One row per address: node, line, in shortened words from the house number on, where that comes first. */
const addressLines = (places: Relation): Sql => sql`
  select node, case when left(line, 1) between '0' and '9' then line
    else regexp_replace(regexp_replace(line, ${houseName}, '\\1'), ${numberMark}, '\\1') end as line
  from (
    select node, case when regexp_matches(line, ${isUnnamed}) then ${plainly(sql`line`)} else line end as line
    from (
      select node, replace(coalesce(street, freeform), 'strasse', 'str') as line
      from ${places}
      where coalesce(street, freeform) is not null
    )
  )`;

function plainly(line: Sql): Sql {
  return unnamed.reduce((text, [pattern, plain]) => sql`regexp_replace(${text}, ${pattern}, ${plain})`, line);
}

const unit = "(?:apt|bldg|fl|lot|spc|trlr|dept|pmb)";
/** `12 elm ave apt 4 b`, `12 elm ave bldg 2 apt 12`, `12 elm ave 2nd fl`. */
const unitsLast = `((?: ${unit} (?:[0-9]+ [a-z]|[a-z0-9]+)| [0-9]+(?:st|nd|rd|th) fl)+)$`;
/** `apt 4 12 elm ave`. */
const unitsFirst = `^((?:${unit} [a-z0-9]+ )+)${number} [^0-9]`;
/** `12 elm ave 4`, but neither `county rd 4` nor `ave 4`. */
const unitUnmarked = `^${number} .+ (?:st|ave|dr|ln|ct|blvd|pl|cir|ter|pkwy|way)( ${number})$`;

/** One row per address: node, units (in words, empty without), and the line without them. */
const unitsApart = (lines: Relation): Sql => sql`
  select node, first_units || last_units as units,
    substr(line, length(first_units) + 1, length(line) - length(first_units) - length(last_units)) as line
  from (
    select node, line,
      case when left(line, 1) between '0' and '9' then '' else regexp_extract(line, ${unitsFirst}, 1) end as first_units,
      coalesce(nullif(regexp_extract(line, ${unitsLast}, 1), ''), regexp_extract(line, ${unitUnmarked}, 1)) as last_units
    from ${lines}
  )`;

const box = "^box ([a-z0-9]+)";
const ruralBox = "^((?:rr|hc) [0-9]+) box ([a-z0-9]+)";
/** `12 14 elm ave` has a range, `12 5th ave` and `12 5 ave` have a number for a name. */
const numberFirst = `^(${number}(?: ${number})*?) ([^0-9].*|[0-9]+(?:st|nd|rd|th) .+|[0-9]+ ${kind})$`;
const numberLast = `^([^0-9].*?) (${number}(?: [a-z])?(?: ${number})?)$`;
const numberedRoad = `(?:^| )(?:hwy|rte|rd|us|sr|cr|fm|hc|rr) ${number}$`;

/** One row per address: node, units, house_number, and street with all that is around its name; empty where absent. */
const numbersApart = (unitsApart: Relation): Sql => sql`
  select node, units, struct_extract(part, 'number') as house_number,
    case when struct_extract(part, 'street') <> '' then struct_extract(part, 'street') else line end as street
  from (
    select node, units, line, case
      when left(line, 1) between '0' and '9' then ${found(numberFirst, ["number", "street"])}
      when regexp_matches(line, ${box}) then struct_pack(number := regexp_extract(line, ${box}, 1), street := 'pobox')
      when regexp_matches(line, ${ruralBox}) then ${found(ruralBox, ["street", "number"])}
      when regexp_matches(line, ${numberedRoad}) then struct_pack(number := '', street := line)
      else ${found(numberLast, ["street", "number"])} end as part
    from ${unitsApart}
  )`;

function found(pattern: string, [one, other]: readonly [string, string]): Sql {
  const part = (name: string) =>
    sql`struct_extract(regexp_extract(line, ${pattern}, [${one}, ${other}]), ${name})`;
  return sql`struct_pack(number := ${part("number")}, street := ${part("street")})`;
}

const aroundName = `^(.+?)(?: ${kind})?(?: ${direction})?$`;
/** `elm st acme inc`: after these there can be a firm, a hamlet or a name to care of, but no more of the street. */
const beforeKind = "^(.+) (?:st|ave|rd|dr|ln|ct|blvd|pl|cir|ter|pkwy|cres|cl)(?: [^0-9].*)?$";
/** What is left of `rue st denis` or `avenue n` when that is taken for a kind at the end. */
const kindsAlone = [...streetTypes, "rue", "chemin", "calle", "avenida", "rua", "via"];

/** One row per address: node, house_number, street, unit, each null where absent. */
const namedStreets = (numbersApart: Relation): Sql => sql`
  select node,
    nullif(replace(regexp_replace(house_number, '([0-9]) ([a-z])$', '\\1\\2'), ' ', '-'), '') as house_number,
    nullif(${inDigits(sql`regexp_replace(name, ${`^${direction} (.+)$`}, '\\1')`)}, '') as street,
    nullif(${withoutMarks(sql`units`)}, '') as unit
  from (
    select node, units, house_number, case when bare in (${list(kindsAlone)}) then street else bare end as name
    from (
      select *, coalesce(nullif(regexp_extract(street, ${beforeKind}, 1), ''), regexp_extract(street, ${aroundName}, 1)) as bare
      from ${numbersApart}
    )
  )`;

const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

/** `5th` and `fifth` are `5`. */
function inDigits(name: Sql): Sql {
  const cases = ordinals.map((ordinal, i) => sql`when ${ordinal} then ${String(i + 1)}`);
  return sql`case ${name} ${join(cases, " ")} else regexp_replace(${name}, '^([0-9]+)(?:st|nd|rd|th)$', '\\1') end`;
}

/** ` bldg 2 apt 04 b` → `2-4b`. */
function withoutMarks(units: Sql): Sql {
  const values = sql`trim(regexp_replace(${units} || ' ', ${` ?${unit} `}, ' ', 'g'))`;
  const plain = sql`regexp_replace(regexp_replace(${values}, '\\b0+([0-9])', '\\1', 'g'), '([0-9]) ([a-z])$', '\\1\\2')`;
  return sql`case when ${units} <> '' then replace(regexp_replace(${plain}, '([0-9])(?:st|nd|rd|th)$', '\\1'), ' ', '-') end`;
}
