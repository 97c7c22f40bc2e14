// Joined events: what the rows of one event make of its date, person, value and properties, less its refunds.
// Of an event that stands in several files, the rows of the newest file that has it count.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { EventCounts, LeftOutReason } from "../../domain/data/dataset-findings.js";
import { inMillionths, leastAmount } from "../../domain/data/ledger.js";
import type { EventCondition } from "../../domain/resource/condition.js";
import type { Engine } from "../engine.js";
import { fromMicros, micros } from "../features/arithmetic.js";
import { propertyColumn } from "../property-columns.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import { anyTime } from "../streams.js";
import type { Column } from "./columns.js";
import { lineColumn, testedColumn } from "./event-lines.js";
import { type EventColumns, type MappedStream, noFaultyRows } from "./events.js";
import { firstOf } from "./fields.js";
import { currencyCounts, ofFiles, type Tally, tallies } from "./ledger.js";
import {
  amountIn,
  type CountedAmount,
  type CountedReason,
  type FileLeftOut,
  type FileRows,
  lessCounts,
  mostValues,
  reasonsOf,
  rowsLeftOut,
  unnamed,
  withFewValues,
  withoutValue,
} from "./left-out.js";
import { AllRowsNeeded } from "./read.js";

/**
 * Rows whose events are joined at a time. Aggregates of texts and lists stay in memory in the engine (1.5):
 * an event takes about 300 bytes, and 100 for each property. They may take half of the memory.
 */
const linesAtOnce = ({ memoryMb }: Engine, { stream, tested }: JoinPlan): number =>
  Math.floor((memoryMb * 1_000_000) / 2 / (300 + 100 * (stream.properties.length + tested.length)));

export interface JoinPlan {
  stream: EventColumns;
  mapped: MappedStream;
  /** Columns of the conditions of events. */
  tested: readonly Column[];
  /** The condition that an event or a row of it does not meet, see `unmetCondition`. `read`: how a column is read. */
  unmet(
    read: (column: Column, condition: EventCondition) => Sql,
    isMeant?: (condition: EventCondition) => boolean,
  ): Sql;
  /** Whether only the newest file counts of an event in several. */
  isNewestOnly: boolean;
  /** Whether lines of an event may be in several files nevertheless. */
  isSpread: boolean;
  isErasing: boolean;
  /** Table to which rows that are left out are added, see `leftOutRows`. Absent: they are only counted. */
  listed?: Relation;
}

/** What a build keeps of the lines that it joined. Stored as JSON. */
export interface KeptLines {
  marks: Marks;
  counts: PartCounts;
}

/** Lines that earlier builds joined, and what they became. */
export interface EarlierLines {
  lines: Relation;
  /** See `eventsKept`. */
  events: Relation;
  refunds: Relation | null;
  kept: KeptLines;
}

export interface BeforeAndAfter {
  was: Relation;
  is: Relation;
}

/** Events with lines of further files. `keys`: of those that had lines before. */
interface ChangedEvents {
  keys: Relation;
  events: BeforeAndAfter;
  refunds: BeforeAndAfter | null;
}

type Counts = Omit<EventCounts, "customers" | "repeat_customers" | "left_out_by">;

export interface Joined {
  /**
   * One row per event: event, seq, identity_key (null without a person), event_time, arrival_time, value, p_<property>, unmet (null
   * where it counts). Of events of earlier lines, `eventsKept`.
   */
  events: Relation;
  /** The same for refunds that are events of their own stream; null for others. */
  refunds: Relation | null;
  /** One row per faulty row: seq, event_time, fault. */
  faulty: Relation;
  counts: Counts;
  /** Rows that are no rows of these events. */
  leftOut: FileLeftOut[];
  /** See `tallies`: of events that count, and of refunds that are events of their own stream. */
  tallies: Tally[];
  refundTallies: Tally[];
  /** Rows of events by which a file has more, or less, than the tallies say. */
  moved: FileRows[];
  /** Counts of refunds that are events of their own stream. */
  refundCounts: Counts | null;
  /** The lines. */
  linesFile: string;
  changed: ChangedEvents | null;
  kept: KeptLines;
}

/** `lines`: see `eventLines`. Files go to `dir`. `earlier`: the lines that earlier builds joined; null for none. */
export const joinEvents = async (
  engine: Engine,
  lines: Sql,
  plan: JoinPlan,
  dir: string,
  earlier: EarlierLines | null = null,
): Promise<Joined> => {
  await mkdir(dir, { recursive: true });
  const linesFile = path.join(dir, "lines.parquet");
  const rows = await engine.writeScratch(lines, linesFile);
  const faulty = await engine.createTable(`faulty_${plan.stream.name}`, noFaultyRows);
  const staged = { file: linesFile, rows };
  const made = earlier
    ? await joinAdded(engine, staged, plan, faulty, dir, earlier)
    : await joinAll(engine, staged, plan, faulty, dir);
  const { events, refunds, counts } = made;
  const counted = refunds && (await countRefunds(engine, refunds, plan));
  const found = await countEvents(engine, events, plan, counts, counted);
  return {
    ...made,
    ...found,
    linesFile,
    faulty,
    refundTallies: counted?.tallies ?? [],
    moved: counts.moved.filter(({ unmet }) => unmet === null),
    refundCounts: counted?.counts ?? null,
    kept: { marks: made.marks, counts },
  };
};

interface StagedLines {
  file: string;
  rows: number;
}

interface JoinedLines {
  /** All events, see `eventsOfLines`; of earlier lines with the columns of `eventsKept` alone. */
  events: Relation;
  refunds: Relation | null;
  counts: PartCounts;
  marks: Marks;
  /** The events and refunds that these lines make or change, and the keys of those that were there; null for all. */
  changed: ChangedEvents | null;
}

const joinAll = async (
  engine: Engine,
  { file, rows }: StagedLines,
  plan: JoinPlan,
  faulty: Relation,
  dir: string,
): Promise<JoinedLines> => {
  const passes = Math.max(1, Math.ceil(rows / linesAtOnce(engine, plan)));
  const drafts: Draft[] = [];
  for (let pass = 0; pass < passes; pass++) {
    const some = sql`(select * from ${parquet(file)} where ${inPass(pass, passes)})`;
    drafts.push(await draftEvents(engine, some, plan, path.join(dir, String(pass))));
  }
  const marks = addedMarks(drafts.map((draft) => draft.marks));
  const parts: Part[] = [];
  for (const draft of drafts) parts.push(await joinPart(engine, draft, plan, linesWith(marks, plan), faulty));
  const isOwnStream = parts[0]!.refunds !== null;
  return {
    marks,
    events: sql`(${join(
      parts.map((part) => sql`select * from ${part.events}`),
      " union all by name ",
    )})`,
    refunds: isOwnStream ? parquet(parts.map((part) => part.refunds!)) : null,
    counts: addedCounts(parts.map(({ counts }) => ({ counts, sign: 1 }))),
    changed: null,
  };
};

/**
 * Lines of further files are joined with the earlier lines of the same events. Throws `AllRowsNeeded` where that could be other than
 * what all lines together become.
 */
const joinAdded = async (
  engine: Engine,
  staged: StagedLines,
  plan: JoinPlan,
  faulty: Relation,
  dir: string,
  earlier: EarlierLines,
): Promise<JoinedLines> => {
  const added = parquet(staged.file);
  const touched = await engine.createTable("touched_event", sql`select distinct l.event from ${added} as l`);
  const known = await engine.createTable(
    "known_line",
    sql`select l.* from ${earlier.lines} as l semi join ${touched} as c on c.event = l.event`,
  );
  const keys = await engine.createTable("known_event", sql`select distinct l.event from ${known} as l`);
  const knownRows = await engine.count(known);
  if (knownRows + staged.rows > linesAtOnce(engine, plan)) throw new AllRowsNeeded();
  const all = sql`(select * from ${added} union all by name select * from ${known})`;
  const before = await draftEvents(engine, known, plan, path.join(dir, "before"));
  const after = await draftEvents(engine, all, plan, path.join(dir, "after"));
  const marks = addedMarks([earlier.kept.marks, after.marks], [before.marks]);
  const ofLines = linesWith(marks, plan);
  if (namesOf(ofLines) !== namesOf(linesWith(earlier.kept.marks, plan))) throw new AllRowsNeeded();
  const faultyBefore = await engine.createTable(`faulty_before_${plan.stream.name}`, noFaultyRows);
  const was = await joinPart(engine, before, plan, ofLines, faultyBefore);
  // What was wrong with a line of before is among the rejected rows, and might be so no longer.
  if ((await engine.count(faultyBefore)) > 0) throw new AllRowsNeeded();
  const is = await joinPart(engine, after, plan, ofLines, faulty);
  const rest = (rows: Relation) =>
    sql`select e.* from ${rows} as e anti join ${touched} as c on c.event = e.event`;
  const now = (kept: Relation, rows: Relation) =>
    sql`(${rest(kept)} union all by name select * from ${rows})`;
  const refunds = is.refunds === null ? null : { was: parquet(was.refunds!), is: parquet(is.refunds) };
  return {
    marks,
    events: now(earlier.events, is.events),
    refunds: refunds && now(earlier.refunds!, refunds.is),
    counts: checkedCounts(
      addedCounts([
        { counts: earlier.kept.counts, sign: 1 },
        { counts: was.counts, sign: -1 },
        { counts: is.counts, sign: 1 },
      ]),
      was.counts,
      plan,
    ),
    changed: { keys, events: { was: was.events, is: is.events }, refunds },
  };
};

const namesOf = (columns: readonly Column[]): string => JSON.stringify(columns.map(({ name }) => name));

/** The rows of `joined/<stream>.parquet`: the columns that later builds count events by: see `countEvents` and `tallies`. */
export const eventsKept = (events: Relation, isOfRefunds = false): Sql => sql`
  select e.event, case when e.identity_key is not null then 0::bigint end as identity_key, e.event_time, e.arrival_time,
    cast(e.lines as bigint) as lines, e.currency, e.amount, e.value${
      isOfRefunds ? sql`` : sql`, e.refund, e.is_several, e.unmet`
    }
  from ${events} as e`;

/** The rows of `events/<stream>.parquet`: the events that count and have a person, in a total order. */
export const writtenEvents = (joined: Relation, { properties }: EventColumns, keys: EventKeys = {}): Sql => {
  const { event = sql``, where = sql`` } = keys;
  return sql`
  select e.identity_key, e.event_time, e.arrival_time, e.value${join(
    properties.map((property) => sql`, e.${ident(propertyColumn(property))}`),
    "",
  )}${event}
  from ${joined} as e where e.identity_key is not null ${where} order by e.identity_key, e.event_time, e.seq`;
};

/** The rows of `joined/<stream>.parquet` whose key is one of these, or none of them. */
export const eventsKeptOf = (
  events: Relation,
  isOfRefunds: boolean,
  keys: Relation,
  isKnown: boolean,
): Sql => {
  const among = isKnown ? sql`semi join` : sql`anti join`;
  return eventsKept(
    sql`(select a.* from ${events} as a ${among} ${keys} as k on k.event = a.event)`,
    isOfRefunds,
  );
};

/** A further column with the key of an event, and which events are meant. */
export interface EventKeys {
  event?: Sql;
  where?: Sql;
}

/** The events that count. */
export const countedEvents = (events: Relation): Relation =>
  sql`(select * from ${events} where unmet is null)`;

export const withKey: EventKeys = { event: sql`, e.event` };
/** Those whose key is none of these, or one of them. */
export const withNewKey = (keys: Relation): EventKeys => ({
  ...withKey,
  where: sql`and e.event not in (select k.event from ${keys} as k)`,
});
export const withKnownKey = (keys: Relation): EventKeys => ({
  ...withKey,
  where: sql`and e.event in (select k.event from ${keys} as k)`,
});

/**
 * Identities whose events with these `keys` are others now, before or after: identity_key, since BIGINT (the earliest time of what is other than its
 * arrival; null where that alone is).
 */
export const changedOwners = (
  { was, is }: BeforeAndAfter,
  keys: Relation,
  { properties }: EventColumns,
  areSeveral: boolean,
): Sql => {
  const values = ["identity_key", "event_time", "value", ...properties.map(propertyColumn)];
  const rows = (of: Relation) =>
    sql`(select e.event, ${join(values.map((name) => ident("e", name)))} from ${of} as e)`;
  const isSame = areSeveral
    ? sql`false`
    : join(
        values.map((name) => sql`w.${ident(name)} is not distinct from i.${ident(name)}`),
        " and ",
      );
  return sql`
  select o.identity_key, min(case when o.is_same then null else coalesce(o.since, ${anyTime}) end) as since
  from (
    select unnest([w.identity_key, i.identity_key]) as identity_key, ${isSame} as is_same, least(w.event_time, i.event_time) as since
    from ${rows(was)} as w full join ${rows(is)} as i on i.event = w.event
    where coalesce(w.event, i.event) in (select k.event from ${keys} as k)) as o
  where o.identity_key is not null group by o.identity_key`;
};

/** The same with the build that changed them. */
export const changedByBuild = (owners: Sql, build: number): Sql =>
  sql`select ${build}::bigint as build, o.identity_key, o.since from (${owners}) as o`;

const inPass = (pass: number, passes: number): Sql =>
  passes === 1 ? sql`true` : sql`abs(event) % ${passes} = ${pass}`;

interface Part {
  /** See `eventsOfLines`. */
  events: Relation;
  refunds: string | null;
  counts: PartCounts;
}

export interface PartCounts {
  /** Events with refunds that are rows, and these rows. */
  refunded: number;
  refundRows: CountedAmount[];
  /** Rows that a newer file replaces, and those of people to delete. */
  replaced: FileRows[];
  deleted: FileRows[];
  moved: MovedRows[];
  /** Rows without which their event counts, by their unmet condition. */
  dropped: CountedReason[];
}

/** Rows by which a file has more lines than its events do, or less. `unmet`: what leaves them out. */
type MovedRows = FileRows & { unmet: string | null };

/** Lines, and what they become if none is judged. */
interface Draft {
  staged: Relation;
  newer: Relation;
  lines: Relation;
  whole: string;
  marks: Marks;
  file: string;
}

const draftEvents = async (
  engine: Engine,
  staged: Relation,
  plan: JoinPlan,
  file: string,
): Promise<Draft> => {
  const name = path.basename(file);
  const newer = await newest(engine, staged, plan, name);
  const lines = await retained(engine, newer, plan, name);
  const whole = `${file}.events.parquet`;
  await engine.writeScratch(eventsOfLines(lines, plan, null), whole);
  return { staged, newer, lines, whole, file, marks: await countMarks(engine, parquet(whole), plan) };
};

const joinPart = async (
  engine: Engine,
  { staged, newer, lines, whole, file }: Draft,
  plan: JoinPlan,
  ofLines: readonly Column[],
  faulty: Relation,
): Promise<Part> => {
  const { stream, mapped } = plan;
  const mixed = await findMixed(engine, parquet(whole), plan, ofLines);
  const judged = mixed && (await judge(engine, lines, parquet(whole), mixed, plan));
  const rejoined = `${file}.mixed.parquet`;
  if (judged)
    await engine.writeScratch(eventsOfLines(mixedLines(lines, judged, stream), plan, judged), rejoined);
  const events = mixed
    ? sql`(select e.* from ${parquet(whole)} as e where not (${mixed.isMixed}) union all by name select * from ${parquet(rejoined)})`
    : parquet(whole);
  const isOwnStream = areStream(mapped);
  const refunds = isOwnStream ? `${file}.refunds.parquet` : null;
  if (refunds) await engine.writeScratch(refundEvents(lines, events, plan), refunds);
  await engine.insert(faulty, faultyLines(lines, events, stream, isOwnStream));
  const isCounted = isOwnStream && stream.isDated ? sql`and l.event_time is not null` : sql``;
  const areRefunds = sql`from ${lines} as l where l.is_refund and l.fault is null ${isCounted}`;
  const { refunded } = await engine.row<{ refunded: number }>(
    sql`select count(distinct l.event) as refunded ${areRefunds}`,
  );
  if (plan.listed) {
    await engine.insert(plan.listed, linesWithout("replaced", staged, newer));
    await engine.insert(plan.listed, refundLines(areRefunds));
    await engine.insert(plan.listed, unmetLines(lines, events, judged));
  }
  const counts = {
    refunded,
    refundRows: refunded === 0 ? [] : await engine.rows<CountedAmount>(refundRows(areRefunds)),
    replaced: await rowsLess(engine, staged, newer),
    deleted: await rowsLess(engine, newer, lines),
    dropped: judged ? await engine.rows<CountedReason>(droppedRows(judged)) : [],
    moved: plan.isSpread ? await engine.rows<MovedRows>(movedRows(lines, events, judged)) : [],
  };
  return { events, refunds, counts };
};

const rowsLess = async (engine: Engine, before: Relation, after: Relation): Promise<FileRows[]> =>
  before === after ? [] : engine.rows<FileRows>(lessCounts(before, after));

/** Rows by which the second relation has less than the first, see `leftOutRows`. */
const linesWithout = (reason: LeftOutReason, before: Relation, after: Relation): Sql => {
  const isLess = before === after ? sql`false` : sql`b.seq not in (select a.seq from ${after} as a)`;
  return sql`select b.seq, ${reason} as reason, cast(null as varchar) as unmet from ${before} as b where ${isLess}`;
};

const refundLines = (areRefunds: Sql): Sql =>
  sql`select l.seq, 'refund' as reason, cast(null as varchar) as unmet ${areRefunds}`;

/** Lines of events that are left out, and lines without which their event counts. */
const unmetLines = (lines: Relation, events: Relation, judged: Relation | null): Sql => {
  const dropped = judged
    ? sql`(select j.seq, j.unmet from ${judged} as j where j.unmet is not null and not j.is_emptied)`
    : sql`(select cast(null as bigint) as seq, cast(null as varchar) as unmet where false)`;
  return sql`
  select l.seq, case when e.unmet = ${nothingLeft} then 'refunded' else 'event_condition' end as reason,
    nullif(e.unmet, ${nothingLeft}) as unmet
  from ${lines} as l join ${events} as e on e.event = l.event
  where ${isLine} and e.unmet is not null and l.seq not in (select d.seq from ${dropped} as d)
  union all select d.seq, 'event_condition', d.unmet from ${dropped} as d`;
};

const refundRows = (areRefunds: Sql): Sql => sql`
  select l.arrival_time, l.currency, count(*) as rows, ${amountOfRefunds} as total ${areRefunds}
  group by l.arrival_time, l.currency order by all`;

/** Lines of events whose newest line came with another file: more rows of their file, and less of that one. */
const movedRows = (lines: Relation, events: Relation, judged: Relation | null): Sql => {
  const isJudged = judged
    ? sql`and l.seq not in (select j.seq from ${judged} as j where j.unmet is not null and not j.is_emptied)`
    : sql``;
  const moved = sql`select l.arrival_time, e.arrival_time as of_event, e.unmet from ${lines} as l
    join ${events} as e on e.event = l.event and e.arrival_time <> l.arrival_time where ${isLine} ${isJudged}`;
  return sql`select m.arrival_time, m.unmet, cast(sum(m.rows) as bigint) as rows
  from (
    select arrival_time, unmet, count(*) as rows from (${moved}) group by 1, 2
    union all select of_event, unmet, -count(*) from (${moved}) group by 1, 2) as m
  group by 1, 2 order by all`;
};

/** Events whose lines differ in what conditions read. */
interface Mixed {
  /** Whether the lines of an event of `eventsOfLines` differ. */
  isMixed: Sql;
  /** Columns that are of a line: one without a value has none, whatever the others have. */
  ofLines: readonly Column[];
}

/** A column that has a value in more of the events is of the event, also where it stands on some of its lines. */
const mostEvents = 0.95;

/** A value that so many events have on their first line alone is that of the event: by chance that is rare. */
const manyEvents = 5;

/** How many events have marks on their lines, see `marksOf`. */
type Marks = Record<string, number>;

const countMarks = (engine: Engine, events: Relation, { tested }: JoinPlan): Promise<Marks> =>
  engine.row<Marks>(
    sql`select count(*) as events${join(
      tested.flatMap((column) =>
        (["filled", "late", "partly"] as const).map(
          (mark) => sql`, count(*) filter (where e.${markOf(mark, column)}) as ${markOf(mark, column)}`,
        ),
      ),
      "",
    )} from ${events} as e`,
  );

const addedMarks = (added: readonly Marks[], without: readonly Marks[] = []): Marks => {
  const sum = (of: readonly Marks[], name: string) =>
    of.reduce((total, marks) => total + (marks[name] ?? 0), 0);
  return Object.fromEntries(
    Object.keys(added[0]!).map((name) => [name, sum(added, name) - sum(without, name)]),
  );
};

/**
 * The columns that are of a line: those in which few events have a value, and it is not always the first line that does, such as that
 * of void lines. Where values are sums of lines, a few first lines are lines, too.
 */
const linesWith = (marks: Marks, { tested, mapped }: JoinPlan): Column[] => {
  const { aggregate, combine } = mapped.value ?? {};
  const isSummed = aggregate === "sum" || (aggregate === undefined && combine !== undefined);
  return tested.filter((column) => {
    const { index, name } = column;
    const isRare = marks[`filled_${index}`]! < mostEvents * marks.events!;
    const isOnLines = marks[`late_${index}`]! > 0 || (isSummed && marks[`partly_${index}`]! < manyEvents);
    return isRare && isOnLines && comparesValues(mapped, name);
  });
};

/**
 * A column is of a line if its lines differ in it, or if it is one of `linesWith`. Conditions may say so themselves. Null where no
 * event is mixed.
 */
const findMixed = async (
  engine: Engine,
  events: Relation,
  { tested, mapped }: JoinPlan,
  ofLines: readonly Column[],
): Promise<Mixed | null> => {
  if (tested.length === 0) return null;
  const isMixed = join(
    tested.flatMap((column) => {
      const [differs, partly] = [sql`e.${markOf("differs", column)}`, sql`e.${markOf("partly", column)}`];
      const lines = conditionsOn(mapped, column.name).map((condition) => condition.lines);
      if (lines.every((each) => each === "event")) return [];
      const isOfLines = ofLines.includes(column) || lines.some((each) => each === "each" || each === "all");
      return isOfLines ? [sql`(${differs} or ${partly})`] : [differs];
    }),
    " or ",
    "false",
  );
  const { mixed } = await engine.row<{ mixed: number }>(
    sql`select count(*) as mixed from ${events} as e where ${isMixed}`,
  );
  return mixed === 0 ? null : { isMixed, ofLines };
};

/** A date of cancellation is that of an order, whatever line it stands on: only whether it is there is asked. */
const comparesValues = (mapped: MappedStream, name: string): boolean =>
  conditionsOn(mapped, name).some(
    ({ column_name: _, optional: __, lines: ___, _null, _nnull, ...tests }) => Object.keys(tests).length > 0,
  );

const conditionsOn = ({ eventConditions }: MappedStream, name: string): EventCondition[] =>
  eventConditions.filter(({ column_name }) => column_name.trim().toLowerCase() === name.trim().toLowerCase());

type Mark = "filled" | "late" | "partly" | "differs";
const markOf = (mark: Mark, { index }: Column): Sql => ident(`${mark}_${index}`);

/** BOOLEAN of the lines of an event: what they have of a column. */
const marksOf = (column: Column): Sql[] => {
  const value = sql`l.${testedColumn(column)}`;
  const marks: Record<Mark, Sql> = {
    filled: sql`count(${value}) > 0`,
    late: sql`count(${value}) > 0 and arg_min(${value} is null, l.seq)`,
    partly: sql`count(${value}) > 0 and count(${value}) < count(*)`,
    differs: sql`coalesce(min(${value}) < max(${value}), false)`,
  };
  return Object.entries(marks).map(([mark, is]) => sql`, (${is}) as ${markOf(mark as Mark, column)}`);
};

/**
 * The lines of mixed events: seq, event, unmet (null where the line meets the conditions), is_emptied (none
 * of the event's lines does).
 */
const judge = async (
  engine: Engine,
  lines: Relation,
  events: Relation,
  { isMixed, ofLines }: Mixed,
  { tested, unmet }: JoinPlan,
): Promise<Relation> => {
  const firsts = tested.map(
    (column) => sql`, ${firstOf(sql`l.${testedColumn(column)}`, sql`l.seq`)} as ${firstColumn(column)}`,
  );
  const read = (column: Column, { lines: about }: EventCondition) => {
    const [own, first] = [sql`l.${testedColumn(column)}`, sql`f.${firstColumn(column)}`];
    if (about === "event") return first;
    const isOfLine = about !== undefined || ofLines.some(({ index }) => index === column.index);
    return isOfLine ? own : sql`coalesce(${own}, ${first})`;
  };
  const isOfAll = ({ lines: about }: EventCondition) => about === "all";
  const ofAll = unmet(read, isOfAll);
  const ofEach = unmet(read, (condition) => !isOfAll(condition));
  const mixed = sql`(select e.event from ${events} as e where ${isMixed})`;
  const some = sql`(select l.* from ${lines} as l where ${isLine} and l.event in ${mixed})`;
  return engine.createTable(
    "judged_line",
    sql`select j.*, count(*) filter (where j.unmet is null) over (partition by j.event) = 0 as is_emptied
    from (
      select l.seq, l.event, l.arrival_time,
        coalesce(${firstOf(ofAll, sql`l.seq`)} over (partition by l.event), ${ofEach}) as unmet
      from ${some} as l
      join (select l.event${join(firsts, "")} from ${some} as l group by l.event) as f on f.event = l.event
    ) as j`,
  );
};

/** Whether `l` is a line that counts. */
const isLine = sql`not l.is_refund and l.fault is null`;
const firstColumn = ({ index }: Column): Sql => ident(`f_${index}`);

const droppedRows = (judged: Relation): Sql =>
  withFewValues(sql`
  select j.unmet, j.arrival_time, cast(null as varchar) as currency, count(*) as rows, 0 as events, cast(null as bigint) as amount
  from ${judged} as j where j.unmet is not null and not j.is_emptied group by j.unmet, j.arrival_time`);

/**
 * The lines of judged events, with is_left_out. Lines that are left out come after all others, and only give
 * what these do not have: they are no part of sums, lists and counts.
 */
const mixedLines = (
  lines: Relation,
  judged: Relation,
  { valueOfLines, refunded, properties }: EventColumns,
): Relation => {
  const isLeftOut = sql`coalesce(j.unmet is not null and not j.is_emptied, false)`;
  const without = (column: Sql) => sql`case when ${isLeftOut} then null else l.${column} end as ${column}`;
  const parts = [
    sql`case when ${isLeftOut} then l.seq + ${afterAll} else l.seq end as seq`,
    ...(valueOfLines.isOfAll ? [without(sql`value`)] : []),
    ...(refunded?.ofLines.isOfAll ? [without(sql`refunded`)] : []),
    ...properties.filter(({ isOfAll }) => isOfAll).map((property) => without(lineColumn(property))),
  ];
  return sql`(select l.* replace (${join(parts)}), ${isLeftOut} as is_left_out
    from ${lines} as l left join ${judged} as j on j.seq = l.seq
    where l.event in (select event from ${judged}))`;
};

/** More than any seq. */
const afterAll = 2 ** 60;

/** Whether refunds are events of their own stream. */
export const areStream = ({ refunds }: MappedStream): boolean =>
  refunds !== null && refunds.as !== "ignore" && refunds.as !== "reduce";

/** The lines of the newest file of each event, refunds and others separately. */
const newest = async (
  engine: Engine,
  lines: Relation,
  { isNewestOnly }: JoinPlan,
  name: string,
): Promise<Relation> => {
  if (!isNewestOnly) return lines;
  const repeated = await engine.createTable(
    `repeated_event_${name}`,
    sql`select l.event, l.is_refund, max(l.file) as newest_file from ${lines} as l
    group by l.event, l.is_refund having min(l.file) < max(l.file)`,
  );
  return sql`(select l.* from ${lines} as l
    left join ${repeated} as n on n.event = l.event and n.is_refund = l.is_refund
    where n.newest_file is null or n.newest_file = l.file)`;
};

/** The lines without those of deleted people, and without events that are theirs. */
const retained = async (
  engine: Engine,
  lines: Relation,
  { isErasing }: JoinPlan,
  name: string,
): Promise<Relation> => {
  if (!isErasing) return lines;
  const erased = await engine.createTable(
    `erased_event_${name}`,
    sql`select l.event from ${lines} as l where l.identity_key is not null
    group by l.event having arg_min(l.is_erased, l.seq)`,
  );
  return sql`(select l.* from ${lines} as l where not l.is_erased and l.event not in (select event from ${erased}))`;
};

/**
 * One row per event: the columns of `Joined.events`, event, lines (their number), currency, amount (the value
 * in that currency), refund (null without one), is_several (its lines name several customers), the marks of
 * `marksOf`, and unmet: the condition that leaves it out, or `nothingLeft`; null where it counts. `judged`:
 * see `judge`; null: no event is taken for mixed.
 */
const eventsOfLines = (lines: Relation, plan: JoinPlan, judged: Relation | null): Sql => {
  const { stream, mapped, tested } = plan;
  const tests = tested.map(
    (column) => sql`, ${firstOf(sql`l.${testedColumn(column)}`, sql`l.seq`)} as ${testedColumn(column)}`,
  );
  const marks = judged ? [] : tested.flatMap(marksOf);
  const refunded = stream.refunded
    ? sql`abs(${stream.refunded.ofLines.of(sql`l.refunded`, sql`l.seq`)})`
    : sql`cast(null as double)`;
  const own = sql`select ${groupColumns(stream)},
    coalesce(min(l.email_key) < max(l.email_key), min(l.other_key) < max(l.other_key), false) as is_several,
    ${judged ? sql`count(*) filter (where not l.is_left_out)` : sql`count(*)`} as lines,
    ${stream.valueOfLines.of(sql`l.value`, sql`l.seq`)} as amount, ${refunded} as refunded,
    ${writtenOfLines} as currency${join([...tests, ...marks], "")}
  from ${lines} as l where ${isLine} group by l.event
  ${stream.isDated ? sql`having min(l.event_time) is not null` : sql``}`;
  const refunds =
    mapped.refunds?.as === "reduce"
      ? sql`select l.event, coalesce(abs(${amountOfRefunds}), 0) as refund, min(l.currency) as least, max(l.currency) as most
        from ${lines} as l where l.is_refund and l.fault is null group by l.event`
      : sql`select cast(null as bigint) as event, cast(null as double) as refund, cast(null as varchar) as least,
        cast(null as varchar) as most where false`;
  const emptied = judged
    ? sql`left join (select j.event, ${firstOf(sql`j.unmet`, sql`j.seq`)} as unmet from ${judged} as j
        where j.is_emptied group by j.event) as j on j.event = e.event`
    : sql``;
  const unmet = judged ? sql`j.unmet` : plan.unmet((column) => sql`e.${testedColumn(column)}`);
  // Refunds in another currency than the lines make several of them.
  const currency = sql`case when f.least is null then ${namedOr(stream, sql`e`)}
    when f.least = f.most and e.currency in (f.least, ${unnamed}) then f.least end`;
  const left = sql`case when r.refund is null then r.amount else round(r.amount - r.refund, 6) end`;
  return sql`select r.* exclude (unmet, amount), ${left} as amount, ${inOwnCurrency(stream, sql`r`, left)} as value,
    coalesce(r.unmet, case when r.refund > ${leastAmount} and r.amount - r.refund <= ${leastAmount} then ${nothingLeft} end) as unmet
  from (select e.* exclude (refunded, currency ${join(
    tested.map((column) => sql`, ${testedColumn(column)}`),
    "",
  )}), ${currency} as currency, ${unmet} as unmet,
    case when f.refund is null and coalesce(e.refunded, 0) = 0 then null else coalesce(f.refund, 0) + coalesce(e.refunded, 0) end as refund
    from (${own}) as e left join (${refunds}) as f on f.event = e.event ${emptied}) as r`;
};

/** DOUBLE: the value of an amount of a row with a currency and a time. */
const inOwnCurrency = ({ currency }: EventColumns, row: Sql, amount: Sql): Sql =>
  currency?.convert(amount, sql`${row}.currency`, sql`${row}.event_time`) ?? amount;

/** VARCHAR: `unnamed` where no line names a currency, and null where lines name several. */
const writtenOfLines = sql`case when count(l.currency) = 0 then ${unnamed} when min(l.currency) = max(l.currency) then min(l.currency) end`;

/** VARCHAR: the currency of a row with currency and amount that may be `unnamed`. Null in a stream without one. */
const namedOr = ({ currency }: EventColumns, row: Sql): Sql =>
  currency
    ? sql`case when ${row}.currency = ${unnamed} then ${currency.ofUnnamed(sql`${row}.amount`)} else ${row}.currency end`
    : sql`cast(null as varchar)`;

/** Instead of a condition. */
const nothingLeft = "refunded";

const amountOfRefunds = fromMicros(sql`sum(${micros(sql`l.refund`)})`);

/** Columns that an event takes from its lines, but for its value. */
const groupColumns = ({ properties }: EventColumns): Sql =>
  join([
    sql`l.event, min(l.seq) as seq, ${firstOf(sql`l.identity_key`, sql`l.seq`)} as identity_key,
    min(l.event_time) as event_time, max(l.arrival_time) as arrival_time`,
    ...properties.map(
      (property) =>
        sql`${property.ofLines(sql`l.${lineColumn(property)}`, sql`l.seq`)} as ${ident(propertyColumn(property))}`,
    ),
  ]);

/**
 * One row per refund, the lines of one event at one moment: the columns of `Joined.events`, and lines,
 * currency and amount as events have them. Its person may be known from the event alone, and so may its
 * currency.
 */
const refundEvents = (lines: Relation, events: Relation, { stream }: JoinPlan): Sql => {
  const currency = sql`case when r.currency = ${unnamed} and e.event is not null then e.currency else ${namedOr(stream, sql`r`)} end`;
  return sql`
  select r.*, ${inOwnCurrency(stream, sql`r`, sql`r.amount`)} as value
  from (select r.* replace (coalesce(r.identity_key, e.identity_key) as identity_key, ${currency} as currency)
  from (select ${groupColumns(stream)}, abs(${amountOfRefunds}) as amount, ${writtenOfLines} as currency, count(*) as lines
    from ${lines} as l where l.is_refund and l.fault is null
      ${stream.isDated ? sql`and l.event_time is not null` : sql``}
    group by l.event, l.event_time) as r
  left join ${events} as e on e.event = r.event) as r`;
};

/** A line without a date is one of an event that has a date, or else a fault. */
const faultyLines = (
  lines: Relation,
  events: Relation,
  { isDated, hasValue }: EventColumns,
  isOwnStream: boolean,
): Sql => {
  const undated = sql`l.fault is null and l.event_time is null and (
    (not l.is_refund and l.event not in (select e.event from ${events} as e)) or (l.is_refund and ${isOwnStream}))`;
  return sql`select l.seq, l.arrival_time, l.event_time, l.currency, ${hasValue ? sql`l.value` : sql`cast(null as double)`} as amount,
    coalesce(l.fault, 0) as fault
  from ${lines} as l where l.fault is not null or (${isDated} and ${undated})`;
};

interface CountedRefunds {
  counts: Counts;
  tallies: Tally[];
}

const countRefunds = async (
  engine: Engine,
  refunds: Relation,
  { stream }: JoinPlan,
): Promise<CountedRefunds> => {
  const { lines, events, unknown, total } = await engine.row<{
    lines: number | null;
    events: number;
    unknown: number;
    total: number | null;
  }>(
    sql`select cast(sum(r.lines) as bigint) as lines, count(*) as events, count(*) filter (where r.identity_key is null) as unknown,
      ${fromMicros(sql`sum(${micros(sql`r.value`)})`)} as total from ${refunds} as r`,
  );
  return {
    counts: {
      rows: lines ?? 0,
      events,
      without_customer: unknown,
      ...(stream.refund!.parts.length > 0 && { value_total: total ?? 0 }),
    },
    tallies: await engine.rows<Tally>(tallies(refunds, stream)),
  };
};

const countEvents = async (
  engine: Engine,
  events: Relation,
  { stream, mapped }: JoinPlan,
  parts: PartCounts,
  refunds: CountedRefunds | null,
): Promise<Pick<Joined, "counts" | "leftOut" | "tallies">> => {
  const counted = sql`(select * from ${events} where unmet is null)`;
  const found = await engine.row<{
    lines: number | null;
    events: number;
    unknown: number;
    total: number | null;
    refunded: number;
    refunded_total: number | null;
    several: number;
  }>(sql`select cast(sum(e.lines) as bigint) as lines, count(*) as events,
    count(*) filter (where e.identity_key is null) as unknown, ${fromMicros(sql`sum(${micros(sql`e.value`)})`)} as total,
    (select count(*) from ${events} as all_events where all_events.refund is not null) as refunded,
    ${fromMicros(sql`sum(${micros(inOwnCurrency(stream, sql`e`, sql`e.refund`))})`)} as refunded_total,
    count(*) filter (where e.is_several) as several
  from ${counted} as e`);
  const unmet = await engine.rows<CountedReason>(unmetEvents(events));
  const isReduced = mapped.refunds?.as === "reduce" || mapped.refunded !== null;
  const ofStream = refunds?.counts.value_total;
  const tallied = await engine.rows<Tally>(tallies(counted, stream, sql`e.lines`));
  return {
    tallies: tallied,
    leftOut: leftOutLines(unmet, parts, mapped),
    counts: {
      rows: found.lines ?? 0,
      events: found.events,
      without_customer: found.unknown,
      ...(stream.hasValue && { value_total: inMillionths((found.total ?? 0) - (ofStream ?? 0)) }),
      ...(stream.currency && {
        by_currency: currencyCounts(ofFiles(tallied), ofFiles(refunds?.tallies ?? [])),
      }),
      ...((mapped.refunds || mapped.refunded) && { refunds: isReduced ? found.refunded : parts.refunded }),
      ...((isReduced || ofStream !== undefined) && {
        refunded_total: inMillionths((found.refunded_total ?? 0) + (ofStream ?? 0)),
      }),
      ...(mapped.key && { of_several_customers: found.several }),
    },
  };
};

/** Their amounts are those before refunds. */
const unmetEvents = (events: Relation): Sql =>
  withFewValues(sql`
  select e.unmet, e.arrival_time, e.currency, sum(e.lines) as rows, count(*) as events,
    sum(${micros(sql`e.amount + coalesce(e.refund, 0)`)}) as amount
  from ${events} as e where e.unmet is not null group by e.unmet, e.arrival_time, e.currency`);

/** `unmet`: of whole events. */
const leftOutLines = (
  unmet: readonly CountedReason[],
  counts: PartCounts,
  { eventConditions }: MappedStream,
): FileLeftOut[] => {
  const named = new Set(unmet.map((each) => each.unmet));
  const moved = counts.moved.flatMap(({ unmet: of, ...each }) =>
    of === null
      ? []
      : [{ ...each, unmet: named.has(of) ? of : withoutValue(of), events: 0, currency: null, total: null }],
  );
  const whole = [...unmet, ...moved];
  const isRefunded = ({ unmet: reason }: CountedReason) => reason === nothingLeft;
  const ofConditions = [...whole.filter((each) => !isRefunded(each)), ...counts.dropped];
  return [
    ...whole.filter(isRefunded).map((each) => rowsWithAmount("refunded", each)),
    ...reasonsOf(ofConditions, "event_condition", eventConditions),
    ...counts.refundRows.map((each) => rowsWithAmount("refund", each)),
    ...rowsLeftOut("replaced", counts.replaced),
    ...rowsLeftOut("deleted_person", counts.deleted),
  ];
};

/** Counts of parts added up; -1: taken off. */
const addedCounts = (parts: readonly { counts: PartCounts; sign: 1 | -1 }[]): PartCounts => {
  const sum = <T extends CountedRows>(of: (counts: PartCounts) => readonly T[]): T[] =>
    summedRows(parts.flatMap(({ counts, sign }) => of(counts).map((row) => ({ row, sign }))));
  return {
    refunded: parts.reduce((total, { counts, sign }) => total + sign * counts.refunded, 0),
    refundRows: sum((counts) => counts.refundRows),
    replaced: sum((counts) => counts.replaced),
    deleted: sum((counts) => counts.deleted),
    moved: sum((counts) => counts.moved),
    dropped: sum((counts) => counts.dropped),
  };
};

type CountedRows = FileRows &
  Partial<Pick<CountedReason, "currency" | "total" | "events">> & { unmet?: string | null };

const keyOfRows = ({ unmet, arrival_time, currency }: CountedRows): string =>
  JSON.stringify([unmet, arrival_time, currency]);

/** Rows of one file, reason and currency together; without those of which none is left. */
const summedRows = <T extends CountedRows>(rows: readonly { row: T; sign: 1 | -1 }[]): T[] => {
  const sums = new Map<string, T>();
  for (const { row, sign } of rows) {
    const key = keyOfRows(row);
    const { rows = 0, events = 0, total = null } = sums.get(key) ?? {};
    const amount = row.total ?? null;
    sums.set(key, {
      ...row,
      rows: rows + sign * row.rows,
      ...(row.events !== undefined && { events: events + sign * row.events }),
      ...(row.total !== undefined && {
        total: amount === null ? total : inMillionths((total ?? 0) + sign * amount),
      }),
    });
  }
  return [...sums.values()].filter((row) => row.rows !== 0);
};

/** Throws `AllRowsNeeded` where rows that were taken off leave a doubt about an amount, or a condition had too many values to count them. */
const checkedCounts = (counts: PartCounts, less: PartCounts, { mapped }: JoinPlan): PartCounts => {
  const takenOff = new Set([...less.refundRows, ...less.dropped].filter(({ total }) => total).map(keyOfRows));
  const isDoubtful = [...counts.refundRows, ...counts.dropped].some(
    (row) => row.total === 0 && takenOff.has(keyOfRows(row)),
  );
  const values = new Map<string, number>();
  for (const { unmet } of counts.dropped) {
    const condition = withoutValue(unmet);
    const isWhole = condition === unmet && mapped.eventConditions[Number(condition)]?.optional !== true;
    values.set(condition, isWhole ? Number.POSITIVE_INFINITY : (values.get(condition) ?? 0) + 1);
  }
  if (isDoubtful || [...values.values()].some((count) => count > mostValues)) throw new AllRowsNeeded();
  return counts;
};

const rowsWithAmount = (
  reason: "refund" | "refunded",
  { arrival_time: arrived_at, rows, events = 0, currency, total }: CountedAmount & { events?: number },
): FileLeftOut => ({
  reason,
  rows,
  events,
  arrived_at,
  ...(total !== null && { amounts: [amountIn(currency, total)] }),
});
