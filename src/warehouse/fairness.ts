// Who belongs to which subpopulation, read from the text of traits as they are known now.

import { ageBands, type Dimension, genders, isAge, type Reading } from "../domain/dimensions.js";
import type { EpochSeconds } from "../domain/resource.js";
import { ident, join, list, type Relation, type Sql, sql } from "./sql/sql.js";

/**
 * One row per person with any of the traits: person_id, and of each dimension years_<i> (of an age, else null) and code_<i>, the
 * place of its value; null where it is not known.
 */
export const subpopulations = (
  traits: Relation,
  dimensions: readonly Dimension[],
  now: EpochSeconds,
): Relation => {
  const columns = dimensions.flatMap(({ reading }, i) => {
    const value = ident("m", `value_${i}`);
    const years = isAge(reading) ? value : sql`null`;
    const code = isAge(reading) ? ageBandOf(value) : value;
    return [
      sql`cast(${years} as double) as ${ident(`years_${i}`)}`,
      sql`cast(${code} as integer) as ${ident(`code_${i}`)}`,
    ];
  });
  return sql`(
select ${join([sql`m.person_id`, ...columns])}
from ${sensitiveValues(traits, dimensions, now)} as m)`;
};

/** One row per person whose every dimension is known: person_id, cell. Cells count through the values of the last dimension first. */
export const cells = (subpopulations: Relation, dimensions: readonly Dimension[]): Relation => {
  const cell = dimensions.reduce(
    (before, { values }, i) => sql`(${before}) * ${values.length} + ${ident("s", `code_${i}`)}`,
    sql`0`,
  );
  return sql`(
select c.person_id, c.cell
from (select s.person_id, ${cell} as cell from ${subpopulations} as s) as c
where c.cell is not null)`;
};

/** The bounds of the quarters of a trait's numbers: one row of three columns, null where it has none. */
export const quartiles = (traits: Relation, trait: string): Sql => {
  const number = sql`try_cast(t.value as double)`;
  const columns = [0.25, 0.5, 0.75].map(
    (share, i) => sql`quantile_disc(${number}, ${share}) as ${ident(`quartile_${i}`)}`,
  );
  return sql`
select ${join(columns)}
from ${traits} as t
where t.trait = ${trait} and isfinite(${number})`;
};

/** One row per person with any of the traits: person_id, and of each dimension value_<i>: whole years of an age, else the code. */
const sensitiveValues = (traits: Relation, dimensions: readonly Dimension[], now: EpochSeconds): Relation => {
  const columns = dimensions.map(({ reading }, i) => {
    const value = readingOf(reading, ident("h", `text_${i}`), now);
    return sql`${value} as ${ident(`value_${i}`)}`;
  });
  return sql`(
select ${join([sql`h.person_id`, ...columns])}
from ${heldTexts(traits, dimensions)} as h)`;
};

/** One row per person with any of the traits: person_id, text_<i>. A person has a trait once, so `max` finds its only text. */
const heldTexts = (traits: Relation, dimensions: readonly Dimension[]): Relation => {
  const columns = dimensions.map(
    ({ trait }, i) => sql`max(t.value) filter (where t.trait = ${trait}) as ${ident(`text_${i}`)}`,
  );
  return sql`(
select ${join([sql`t.person_id`, ...columns])}
from ${traits} as t
where t.trait in (${list(dimensions.map(({ trait }) => trait))})
group by t.person_id)`;
};

const readingOf = (reading: Reading, text: Sql, now: EpochSeconds): Sql => {
  const today = sql`make_timestamp(cast(${now} as bigint) * 1000000)`;
  switch (reading.of) {
    case "years":
      return plausible(sql`floor(try_cast(${text} as double))`);
    case "birth_year":
      return plausible(sql`year(${today}) - try_cast(${text} as integer)`);
    case "birth_date":
      return plausible(sql`date_sub('year', try_cast(${text} as timestamp), ${today})`);
    case "gender":
      return genderOf(sql`lower(trim(${text}))`);
    case "texts":
      return codeOf(text, reading.texts);
    case "numbers":
      return numberBandOf(sql`try_cast(${text} as double)`, reading.bounds);
  }
};

/** Ages that nobody has are not known. */
const plausible = (years: Sql): Sql => sql`case when ${years} >= 0 and ${years} < 120 then ${years} end`;

const ageBandOf = (years: Sql): Sql => {
  const cases = ageBands
    .filter(({ until }) => until !== null)
    .map(({ until }, code) => sql`when ${years} < ${until} then ${code}`);
  return sql`case ${join(cases, " ")} when ${years} is not null then ${cases.length} end`;
};

const female = ["f", "female", "woman", "w"];
const male = ["m", "male", "man"];
const unsaid = ["", "unknown", "u", "n/a", "na", "null", "none", "not specified", "prefer not to say"];

const genderOf = (word: Sql): Sql => sql`case
  when ${word} in (${list(female)}) then ${genders.indexOf("Female")}
  when ${word} in (${list(male)}) then ${genders.indexOf("Male")}
  when ${word} not in (${list(unsaid)}) then ${genders.indexOf("Other")} end`;

const codeOf = (text: Sql, texts: readonly string[]): Sql => {
  const cases = texts.map((value, code) => sql`when ${text} = ${value} then ${code}`);
  return sql`case ${join(cases, " ")} when ${text} is not null then ${texts.length} end`;
};

const numberBandOf = (value: Sql, bounds: readonly number[]): Sql => {
  const cases = bounds.map((bound, code) => sql`when ${value} <= ${bound} then ${code}`);
  return sql`case ${join(cases, " ")} when isfinite(${value}) then ${bounds.length} end`;
};

// Mitigation deals the same probabilities out again. People keep their order within their cell; the cells take turns, each as
// often as its size and its delay ask for; and the probabilities are handed down that line, the highest first. So what is
// dealt sums to what was there, and no two people of a cell ever change places. Who is in no cell keeps their own.

/** One row per person: person_id, probability. `cells`: person_id, cell; `delays` by cell, 1 for an equal turn. */
export const reranked = (probabilities: Relation, cells: Relation, delays: readonly number[]): Sql => sql`
with placed as (
  select p.person_id, p.probability, c.cell,
    (row_number() over (partition by c.cell order by p.probability desc, p.person_id) - 0.5)
      / count(*) over (partition by c.cell) * ${delayOf(delays)} as place
  from ${probabilities} as p join ${cells} as c on c.person_id = p.person_id
), turns as (
  select placed.*, row_number() over (order by placed.place, placed.cell, placed.person_id) as turn
  from placed
), ladder as (
  select placed.probability, row_number() over (order by placed.probability desc, placed.person_id) as rung
  from placed
), dealt as (
  ${rerankedValues}
)
select p.person_id, coalesce(d.dealt, p.probability) as probability
from ${probabilities} as p
left join turns as t on t.person_id = p.person_id
left join dealt as d on d.cell = t.cell and d.probability = t.probability`;

/** One row per cell and probability: cell, probability, dealt. Who cannot be told apart gets the same; sums run in order, to the last bit. */
const rerankedValues = sql`select t.cell, t.probability, avg(l.probability order by l.rung) as dealt
  from turns as t join ladder as l on l.rung = t.turn
  group by t.cell, t.probability`;

const delayOf = (delays: readonly number[]): Sql => {
  const cases = delays.map((delay, cell) => sql`when c.cell = ${cell} then ${delay}`);
  return sql`(case ${join(cases, " ", "when false then 1.0")} else 1.0 end)`;
};
