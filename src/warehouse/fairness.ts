// Subpopulations of a sensitive dimension, read from today's traits, and the re-ranking of probabilities across them.
//
// Re-ranking permutes the same probabilities. People keep their order within their cell. The cells take
// turns, as often as their size and their delay say, and the probabilities are assigned along that order, the
// highest first. So the sum stays the same, and no two people of a cell change places. People without a cell
// keep their probability.

import { ageBands, type Dimension, genders, isAge, type Reading } from "../domain/outcome/dimensions.js";
import type { EpochSeconds } from "../domain/resource/resource.js";
import { ident, join, list, type Relation, type Sql, sql } from "./sql/sql.js";

/**
 * One row per person with any of the traits: person_id, and for each dimension years_<i> (of an age,
 * otherwise null) and code_<i>, the index of its value; null where it is unknown.
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

/**
 * One row per person with a value in every dimension: person_id, cell. The index of the last dimension varies
 * fastest.
 */
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

/** One row: the three quartiles of a trait's numbers, null without numbers. */
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

/**
 * One row per person with any of the traits: person_id, and for each dimension value_<i>: whole years of an
 * age, otherwise the code.
 */
const sensitiveValues = (traits: Relation, dimensions: readonly Dimension[], now: EpochSeconds): Relation => {
  const columns = dimensions.map(({ reading }, i) => {
    const value = readingOf(reading, ident("h", `text_${i}`), now);
    return sql`${value} as ${ident(`value_${i}`)}`;
  });
  return sql`(
select ${join([sql`h.person_id`, ...columns])}
from ${traitTexts(traits, dimensions)} as h)`;
};

/**
 * One row per person with any of the traits: person_id, text_<i>. A person has a trait once, so `max` returns
 * its only text.
 */
const traitTexts = (traits: Relation, dimensions: readonly Dimension[]): Relation => {
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

/** Impossible ages are null. */
const plausible = (years: Sql): Sql => sql`case when ${years} >= 0 and ${years} < 120 then ${years} end`;

const ageBandOf = (years: Sql): Sql => {
  const cases = ageBands
    .filter(({ until }) => until !== null)
    .map(({ until }, code) => sql`when ${years} < ${until} then ${code}`);
  return sql`case ${join(cases, " ")} when ${years} is not null then ${cases.length} end`;
};

const female = ["f", "female", "woman", "w"];
const male = ["m", "male", "man"];
const missingTexts = ["", "unknown", "u", "n/a", "na", "null", "none", "not specified", "prefer not to say"];

const genderOf = (word: Sql): Sql => sql`case
  when ${word} in (${list(female)}) then ${genders.indexOf("Female")}
  when ${word} in (${list(male)}) then ${genders.indexOf("Male")}
  when ${word} not in (${list(missingTexts)}) then ${genders.indexOf("Other")} end`;

const codeOf = (text: Sql, texts: readonly string[]): Sql => {
  const cases = texts.map((value, code) => sql`when ${text} = ${value} then ${code}`);
  return sql`case ${join(cases, " ")} when ${text} is not null then ${texts.length} end`;
};

const numberBandOf = (value: Sql, bounds: readonly number[]): Sql => {
  const cases = bounds.map((bound, code) => sql`when ${value} <= ${bound} then ${code}`);
  return sql`case ${join(cases, " ")} when isfinite(${value}) then ${bounds.length} end`;
};

/**
 * One row per person: person_id, probability. `cells` has person_id, cell; `delays` are by cell, 1 for an
 * equal turn.
 */
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
), assigned as (
  ${rerankedValues}
)
select p.person_id, coalesce(a.assigned, p.probability) as probability
from ${probabilities} as p
left join turns as t on t.person_id = p.person_id
left join assigned as a on a.cell = t.cell and a.probability = t.probability`;

/**
 * One row per cell and probability: cell, probability, assigned. People with equal probabilities in a cell
 * get the same one, the mean of theirs. It is summed in order, so that it is reproducible to the last bit, and
 * it stays within what it is the mean of: the rounded mean of three times 0.2 is above 0.2.
 */
const rerankedValues = sql`select t.cell, t.probability,
    least(greatest(avg(l.probability order by l.rung), min(l.probability)), max(l.probability)) as assigned
  from turns as t join ladder as l on l.rung = t.turn
  group by t.cell, t.probability`;

const delayOf = (delays: readonly number[]): Sql => {
  const cases = delays.map((delay, cell) => sql`when c.cell = ${cell} then ${delay}`);
  return sql`(case ${join(cases, " ", "when false then 1.0")} else 1.0 end)`;
};

/** One row per row of `people` (person_id, place), in order of place: years_<i> and code_<i> of each dimension, −1 where unknown. */
export const dimensionsOf = (people: Relation, subpopulations: Relation, dimensions: number): Sql => {
  const columns = Array.from({ length: dimensions }, (_, i) => [
    ident("s", `years_${i}`),
    sql`coalesce(${ident("s", `code_${i}`)}, -1) as ${ident(`code_${i}`)}`,
  ]);
  return sql`
select ${join(columns.flat())}
from ${people} as p left join ${subpopulations} as s on s.person_id = p.person_id
order by p.place`;
};

/** One row per person, ordered: cell, −1 where unknown. */
export const cellsOfPeople = (people: Relation, known: Relation): Sql => sql`
select coalesce(c.cell, -1) as cell
from ${people} as p left join ${known} as c on c.person_id = p.person_id
order by p.person_id`;
