// Lists of people in the order of one outcome's probability or uplift: ranks, cumulative sums, and rows with the fields
// that people read.

import type { Ranking } from "../../domain/campaign/list.js";
import { isHorizonProbability } from "../../domain/outcome/horizons.js";
import type { PredictedColumn } from "../../domain/pipeline/predicted-columns.js";
import type { ListSource } from "../../domain/target/list-columns.js";
import type { Engine } from "../engine.js";
import { ident, join, list, type Relation, type Sql, sql, table } from "../sql/sql.js";

/**
 * One row per scored person: person_id, chance (probability), rank INTEGER from 1, decile 1 (likeliest) to
 * 10, and people, the number of rows. Ties go to the smaller id. `place` is the outcome's index in the
 * scores. By uplift the first is whom a contact moves most.
 */
export const rankedPeople = (scores: Relation, place: number, by: Ranking = "chance"): Sql => {
  const chance = ident("s", `probability_${place}`);
  const order = by === "uplift" ? sql`s.uplift desc nulls last, ${chance} desc` : sql`${chance} desc`;
  return sql`
    select person_id, chance, rank, cast((rank - 1) * 10 // people as integer) + 1 as decile, people
    from (
      select s.person_id, ${chance} as chance,
        cast(row_number() over (order by ${order}, s.person_id) as integer) as rank,
        cast(count(*) over () as integer) as people
      from ${scores} as s
      where ${chance} is not null
    )`;
};

/** Columns name, email and customer_id of a row `person` of the people. */
const shownPerson = sql`
  coalesce(nullif(trim(person.person_full_name), ''),
    nullif(trim(concat_ws(' ', person.person_first_name, person.person_last_name)), '')) as name,
  nullif(trim(person.email), '') as email, nullif(trim(person.customer_id), '') as customer_id`;

/** One row per person: id VARCHAR, name, email, customer_id. `people`: the identity fields to show. */
export const shownPeople = (people: Relation, ids: readonly bigint[]): Sql => sql`
  select cast(person.person_id as varchar) as id, ${shownPerson}
  from ${people} as person where person.person_id in (${list(ids)})`;

/**
 * One row per person of the first ranks, in their order: id VARCHAR, chance and rank (see `rankedPeople`), the
 * columns of the scores, name, email, customer_id.
 */
export const likeliestPeople = (scores: Relation, place: number, people: Relation, limit: number): Sql => sql`
  select cast(r.person_id as varchar) as id, r.chance, r.rank, s.*, ${shownPerson}
  from (${rankedPeople(scores, place)}) as r
  join ${scores} as s on s.person_id = r.person_id
  left join ${people} as person on person.person_id = r.person_id
  where r.rank <= ${limit}
  order by r.rank`;

/**
 * One row per rank that is asked for: people (the rank), and over the people up to it expected (Σ p) and
 * variance (Σ p (1 − p)).
 */
export const cumulativeChances = (ranked: Relation, ranks: readonly number[]): Sql =>
  cumulativeSums(ranked, ranks, { expected: sql`r.chance`, variance: sql`r.chance * (1 - r.chance)` });

/**
 * One row per rank that is asked for: people (the rank), and expected and variance DOUBLE, sums over the
 * people up to it. `ranked`, called `r`, has rank. The sums are of decimals, which do not depend on the order
 * of addition.
 */
export const cumulativeSums = (
  ranked: Relation,
  ranks: readonly number[],
  of: { expected: Sql; variance: Sql },
  decimals = sql`decimal(18, 15)`,
): Sql => {
  const exact = (value: Sql) =>
    sql`cast(sum(cast(${value} as ${decimals})) over (order by r.rank rows unbounded preceding) as double)`;
  return sql`
    select people, expected, variance
    from (
      select r.rank as people, ${exact(of.expected)} as expected, ${exact(of.variance)} as variance
      from ${ranked} as r
    )
    where people in (${join(ranks.map((rank) => sql`${rank}`))})
    order by people`;
};

/** `rankedPeople`, once they are staged. */
export const rankedTable: Relation = table("ranked");

/** Makes `rankedTable`. */
export const stageRankedPeople = (
  engine: Engine,
  scores: Relation,
  place: number,
  by?: Ranking,
): Promise<Relation> => engine.createTable("ranked", rankedPeople(scores, place, by));

/** One row per person with an explanation of the outcome: person_id, explanation (JSON). */
export const explanationsOf = (payload: Relation, place: number): Sql => {
  const column = ident(`explanation_${place}`);
  return sql`select person_id, ${column} as explanation from ${payload} where ${column} is not null`;
};

/** One row per person, as telephone numbers are read: node (a person_id), phone, country. */
export const listedPhones = (people: Relation): Relation =>
  sql`(select person_id as node, phone, country from ${people})`;

/** `rankedPeople` without some of them, `without`; the ranks are those among who is left. */
export const rankedAmongOthers = (ranked: Relation, without: Sql): Sql => sql`
  select r.person_id, r.chance, cast(row_number() over (order by r.rank) as integer) as rank,
    cast(count(*) over () as integer) as people
  from ${ranked} as r where r.person_id not in (${without})`;

export interface Selected {
  top?: number | undefined;
  topPercent?: number | undefined;
  /** Compared with the probability in six decimals, as readers see it. */
  minChance?: number | undefined;
  /** Besides the others, the people who attained. */
  withAttained?: boolean | undefined;
}

/**
 * Tests of a row of `rankedPeople`, called `r`, all of which must hold. A share of the people is at least one
 * person.
 */
export const isSelected = ({ top, topPercent, minChance }: Selected): Sql => {
  const tests = [
    ...(top === undefined ? [] : [sql`r.rank <= ${top}`]),
    ...(topPercent === undefined ? [] : [sql`r.rank <= greatest(1, ceil(r.people * ${topPercent} / 100.0))`]),
    ...(minChance === undefined ? [] : [sql`round(r.chance, 6) >= ${minChance}`]),
  ];
  return join(tests, " and ", "true");
};

/** The rows of a payload whose person is selected. `ranked` and `place` are those of `rankedPeople`. */
export const selectedRows = (
  payload: Relation,
  ranked: Relation,
  place: number,
  selection: Selected,
): Sql => {
  const test = isSelected(selection);
  const isChosen = sql`c.person_id in (select r.person_id from ${ranked} as r where ${test})`;
  const hasAttained = selection.withAttained ? sql` or c.${ident(`status_${place}`)} = 'attained'` : sql``;
  return sql`select c.* from ${payload} as c where ${isChosen}${hasAttained}`;
};

export interface ListRowsSpec {
  /** Rows of the payload: person_id and more. */
  chosen: Relation;
  /** See `rankedPeople`. */
  ranked: Relation;
  /** The identity fields to show, by person_id. */
  people: Relation;
  /** node (a person_id), value in E.164; null: telephone numbers as written. */
  phones: Relation | null;
  /** person_id, reason_1, …; null: no reasons. */
  reasons: { relation: Relation; count: number } | null;
  /** Columns of the payload, under the names that lists have for them. */
  values: readonly { kind: PredictedColumn; source: string }[];
  /** Day of the scores, `YYYY-MM-DD`. */
  scoredOn: string;
  /** A row needs a value in any of these; null: every person has one. */
  required: readonly ListSource[] | null;
}

/** One row per person: row_key, list_rank and the other columns of lists, and the payload. */
export const listRows = ({
  chosen,
  ranked,
  people,
  phones,
  reasons,
  values,
  scoredOn,
  required,
}: ListRowsSpec): Sql => {
  const reasonColumns = Array.from({ length: reasons?.count ?? 0 }, (_, i) => {
    const name = `reason_${i + 1}`;
    return sql`nullif(${ident("because", name)}, '') as ${listed(name)}`;
  });
  const columns = [
    sql`c.person_id as row_key, c.*, r.rank as list_rank, r.decile as list_decile`,
    sql`${perCent(sql`r.chance`)} as list_chance_pct`,
    sql`trim(person.email) as list_email, ${firstName} as list_first_name, ${lastName} as list_last_name`,
    sql`trim(person.customer_id) as list_customer_id`,
    sql`${phones ? e164 : sql`person.phone`} as list_phone, cast(c.person_id as varchar) as list_person_id`,
    ...values.map(({ kind, source }) => {
      const value = ident("c", source);
      return sql`${isHorizonProbability(kind) ? perCent(value) : value} as ${listed(kind)}`;
    }),
    ...reasonColumns,
    sql`case when r.rank is not null then ${scoredOn} end as list_scored_on`,
  ];
  const rows = sql`
    select ${join(columns)}
    from ${chosen} as c
    left join ${ranked} as r on r.person_id = c.person_id
    left join ${people} as person on person.person_id = c.person_id
    ${phones ? sql`left join ${phones} as phone on phone.node = c.person_id` : sql``}
    ${reasons ? sql`left join ${reasons.relation} as because on because.person_id = c.person_id` : sql``}`;
  if (!required) return rows;
  const any = join(
    required.map((source) => sql`nullif(${listed(source)}, '') is not null`),
    " or ",
  );
  return sql`select * from (${rows}) where ${any}`;
};

const perCent = (chance: Sql): Sql =>
  sql`round(100 * ${chance}, case when ${chance} < 0.01 then 2 else 1 end)`;

const listed = (source: string): Sql => ident(`list_${source}`);

/** First name: of a full name the first word, or what stands after a comma. */
const firstName = sql`
  coalesce(nullif(trim(person.person_first_name), ''), nullif(
    case when contains(person.person_full_name, ',') then trim(split_part(person.person_full_name, ',', 2))
      when contains(trim(person.person_full_name), ' ') then split_part(trim(person.person_full_name), ' ', 1) end, ''))`;

/** A full name of one word is taken for a family name, as in the matching. */
const lastName = sql`
  coalesce(nullif(trim(person.person_last_name), ''), nullif(
    case when contains(person.person_full_name, ',') then trim(split_part(person.person_full_name, ',', 1))
      else trim(regexp_replace(trim(person.person_full_name), '^\\S+\\s+', '')) end, ''))`;

/** Klaviyo takes no other spelling; what no numbering plan has is left out. */
const e164 = sql`case when left(phone.value, 1) = '+' then phone.value when length(phone.value) = 10 then '+1' || phone.value end`;
