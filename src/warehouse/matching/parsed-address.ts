// Parsed addresses: house number, name of the street, and unit. Spellings of one address differ most in
// street type, direction and unit, so the name is taken without them. In some countries the number comes
// first, in others last.

import { streetDirections, streetTypes } from "../../domain/people/identity/addresses.js";
import type { Engine } from "../engine.js";
import { join, list, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per identity with a street, or with a freeform address that has no parts: node, house_number,
 * street, unit.
 */
export const stageParsedAddresses = async (engine: Engine, addresses: Relation): Promise<Relation> => {
  const lines = await engine.createTable("address_line", addressLines(addresses));
  const units = await engine.createTable("address_unit", splitUnits(lines));
  await engine.drop(lines);
  const numbered = await engine.createTable("address_number", splitHouseNumbers(units));
  await engine.drop(units);
  const parsed = await engine.createTable("parsed_address", streetNames(numbered));
  await engine.drop(numbered);
  return parsed;
};

const streetType = `(?:${streetTypes.join("|")})`;
const direction = `(?:${streetDirections.join("|")})`;
const number = "[0-9]+[a-z]?";

/** `Oak House 12 Elm Road` is in Elm Road. */
const houseName = `^[^0-9]+ (${number} [^0-9]+ ${streetType}(?: ${direction})?)$`;
/** `No. 12 Elm Road`: `no`, abbreviated as `apt`, marks the house number. */
const numberMark = `^apt (${number} [^0-9]+)$`;

/** Boxes and numbered roads, each in one spelling. */
const plainSpellings: readonly (readonly [pattern: string, plain: string])[] = [
  ["^(?:(?:po |post office )?(?:box|bx)|pob) (?:apt )?", "box "],
  ["^(?:rr|r r|rural|rural rte|rd) ([0-9]+) (?:box|bx) (?:apt )?", "rr \\1 box "],
  ["^(?:hc|hwy contract) ([0-9]+) (?:box|bx) (?:apt )?", "hc \\1 box "],
  ["(^| )(?:state|st) (?:hwy|rte|rd) ([0-9])", "\\1sr \\2"],
  ["(^| )(?:county|cnty|co) (?:hwy|rte|rd) ([0-9])", "\\1cr \\2"],
  ["(^| )(?:us|u s) (?:hwy|rte) ([0-9])", "\\1us \\2"],
];
const isBoxOrNumberedRoad = "(?:box|bx|pob|hwy|rte|rd|r) (?:apt )?[0-9]";

/** `和平路75号`: the number follows the street without a space. */
const numberOfRoad = "(\\p{Han})([0-9]+)号?( |$)";

/** One row per address: node, line, in abbreviated words, from the house number on if that comes first. */
const addressLines = (addresses: Relation): Sql => sql`
  select node, case when left(line, 1) between '0' and '9' then line
    else regexp_replace(regexp_replace(line, ${houseName}, '\\1'), ${numberMark}, '\\1') end as line
  from (
    select node, case when regexp_matches(line, ${isBoxOrNumberedRoad}) then ${inPlainSpelling(sql`line`)} else line end as line
    from (
      select node, regexp_replace(replace(coalesce(street, freeform), 'strasse', 'str'), ${numberOfRoad}, '\\1 \\2\\3') as line
      from ${addresses}
      where coalesce(street, freeform) is not null
    )
  )`;

function inPlainSpelling(line: Sql): Sql {
  return plainSpellings.reduce(
    (text, [pattern, plain]) => sql`regexp_replace(${text}, ${pattern}, ${plain})`,
    line,
  );
}

const unit = "(?:apt|bldg|fl|lot|spc|trlr|dept|pmb)";
/** `12 elm ave apt 4 b`, `12 elm ave bldg 2 apt 12`, `12 elm ave 2nd fl`. */
const unitsLast = `((?: ${unit} (?:[0-9]+ [a-z]|[a-z0-9]+)| [0-9]+(?:st|nd|rd|th) fl)+)$`;
/** `apt 4 12 elm ave`. */
const unitsFirst = `^((?:${unit} [a-z0-9]+ )+)${number} [^0-9]`;
/** `12 elm ave 4`, but neither `county rd 4` nor `ave 4`. */
const unitUnmarked = `^${number} .+ (?:st|ave|dr|ln|ct|blvd|pl|cir|ter|pkwy|way)( ${number})$`;

/** One row per address: node, units (in words, empty without), and the line without them. */
const splitUnits = (lines: Relation): Sql => sql`
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
/** `12 14 elm ave` has a range; in `12 5th ave` and `12 5 ave` the name is a number. */
const numberFirst = `^(${number}(?: ${number})*?) ([^0-9].*|[0-9]+(?:st|nd|rd|th) .+|[0-9]+ ${streetType})$`;
const numberLast = `^([^0-9].*?) (${number}(?: [a-z])?(?: ${number})?)$`;
const numberedRoad = `(?:^| )(?:hwy|rte|rd|us|sr|cr|fm|hc|rr) ${number}$`;

/** One row per address: node, units, house_number, and street with type and direction; empty where absent. */
const splitHouseNumbers = (units: Relation): Sql => sql`
  select node, units, struct_extract(part, 'number') as house_number,
    case when struct_extract(part, 'street') <> '' then struct_extract(part, 'street') else line end as street
  from (
    select node, units, line, case
      when left(line, 1) between '0' and '9' then ${found(numberFirst, ["number", "street"])}
      when regexp_matches(line, ${box}) then struct_pack(number := regexp_extract(line, ${box}, 1), street := 'pobox')
      when regexp_matches(line, ${ruralBox}) then ${found(ruralBox, ["street", "number"])}
      when regexp_matches(line, ${numberedRoad}) then struct_pack(number := '', street := line)
      else ${found(numberLast, ["street", "number"])} end as part
    from ${units}
  )`;

function found(pattern: string, [one, other]: readonly [string, string]): Sql {
  const part = (name: string) =>
    sql`struct_extract(regexp_extract(line, ${pattern}, [${one}, ${other}]), ${name})`;
  return sql`struct_pack(number := ${part("number")}, street := ${part("street")})`;
}

const nameWithType = `^(.+?)(?: ${streetType})?(?: ${direction})?$`;
/** `elm st acme inc`: a company, a hamlet or a c/o name can follow these types, but no more of the street. */
const nameBeforeType = "^(.+) (?:st|ave|rd|dr|ln|ct|blvd|pl|cir|ter|pkwy|cres|cl)(?: [^0-9].*)?$";
/**
 * A name that is only a street type, left over from `rue st denis` or `avenue n`: then the whole street is
 * the name.
 */
const typesOnly = [...streetTypes, "rue", "chemin", "calle", "avenida", "rua", "via"];

/** One row per address: node, house_number, street, unit, each null where absent. */
const streetNames = (numbered: Relation): Sql => sql`
  select node,
    nullif(replace(regexp_replace(house_number, '([0-9]) ([a-z])$', '\\1\\2'), ' ', '-'), '') as house_number,
    nullif(${ordinalAsDigits(sql`regexp_replace(name, ${`^${direction} (.+)$`}, '\\1')`)}, '') as street,
    nullif(${unitValue(sql`units`)}, '') as unit
  from (
    select node, units, house_number, case when bare in (${list(typesOnly)}) then street else bare end as name
    from (
      select *, coalesce(nullif(regexp_extract(street, ${nameBeforeType}, 1), ''), regexp_extract(street, ${nameWithType}, 1)) as bare
      from ${numbered}
    )
  )`;

const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

/** `5th` and `fifth` become `5`. */
function ordinalAsDigits(name: Sql): Sql {
  const cases = ordinals.map((ordinal, i) => sql`when ${ordinal} then ${String(i + 1)}`);
  return sql`case ${name} ${join(cases, " ")} else regexp_replace(${name}, '^([0-9]+)(?:st|nd|rd|th)$', '\\1') end`;
}

/** ` bldg 2 apt 04 b` → `2-4b`. */
function unitValue(units: Sql): Sql {
  const values = sql`trim(regexp_replace(${units} || ' ', ${` ?${unit} `}, ' ', 'g'))`;
  const plain = sql`regexp_replace(regexp_replace(${values}, '\\b0+([0-9])', '\\1', 'g'), '([0-9]) ([a-z])$', '\\1\\2')`;
  return sql`case when ${units} <> '' then replace(regexp_replace(${plain}, '([0-9])(?:st|nd|rd|th)$', '\\1'), ' ', '-') end`;
}
