// Rows that are too old to be kept: all of their dates are before the first day that counts. They are staged
// by their number, so that dates are read once. What still runs, such as a subscription without an end, has no
// last date yet, however long ago it began.

import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { rowsAmong, rowsWithout } from "../rows.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";

import type { EventColumns, MappedStream } from "./events.js";
import { filledDate, readDates } from "./missing-dates.js";
import type { Records } from "./read.js";

export interface OldRecords {
  /** All rows, those that are too old, and the others. */
  all: Relation;
  old: Relation;
  kept: Relation;
  files: OldRowsOfFile[];
}

interface DatedStream {
  mapped: MappedStream;
  stream: EventColumns;
}

/** `newest`: the newest date of its rows and of rows with their keys in other files, null where one has none. */
export type OldRowsOfFile = { arrival_time: number; of: number; rows: number; newest: number | null };

/**
 * Stages the records that are older than `since`. `isKeyed`: the newest row with a key counts, so that
 * earlier ones are too old where it is.
 */
export const stageOldRows = async (
  engine: Engine,
  records: Records,
  streams: readonly DatedStream[],
  { since, isKeyed }: { since: EpochSeconds; isKeyed: boolean },
): Promise<OldRecords> => {
  const all = records.relation;
  const newest = await newestDate(engine, records, streams);
  const key = isKeyed ? sql`, r.row_key` : sql``;
  const dated = sql`(select r.seq, r.arrival_time, ${newest} as newest${key} from ${all} as r)`;
  // A row that replaces others is needed until these are too old themselves: without it, they would count again.
  const needed = isKeyed
    ? sql`(select d.*, case when count(*) over k = count(d.newest) over k then max(d.newest) over k end as needed
        from ${dated} as d window k as (partition by d.row_key))`
    : sql`(select d.*, d.newest as needed from ${dated} as d)`;
  const own = sql`select d.seq from ${dated} as d where d.newest < ${since}`;
  const ofKeys = sql`select d.seq from (
    select d.seq, arg_max(coalesce(d.newest, ${since}), d.seq) over (partition by d.row_key) as of_key, d.newest from ${dated} as d) as d
  where d.newest < ${since} or d.of_key < ${since}`;
  const seqs = await engine.createTable("old_row", isKeyed ? ofKeys : own);
  return {
    all,
    old: rowsAmong(all, seqs, "seq"),
    kept: rowsWithout(all, seqs, "seq"),
    files: await engine.rows<OldRowsOfFile>(sql`
      select d.arrival_time, count(*) as of, count(o.seq) as rows,
        case when count(*) = count(d.needed) then max(d.needed) end as newest
      from ${needed} as d left join ${seqs} as o on o.seq = d.seq
      group by d.arrival_time having count(o.seq) > 0 order by d.arrival_time`),
  };
};

/** Epoch seconds over a row; null where none of its streams has a date, and where it still runs. */
const newestDate = async (
  engine: Engine,
  records: Records,
  streams: readonly DatedStream[],
): Promise<Sql> => {
  const times = streams.flatMap(({ stream: { isDated, time } }) => (isDated ? [time] : []));
  if (times.length === 0) return sql`cast(null as bigint)`;
  const open: Sql[] = [];
  for (const { mapped, stream } of streams) {
    const { running, recurring } = mapped;
    const end = running?.end ?? recurring?.end;
    if (!end) continue;
    const begun = running ? running.start.sql : stream.time;
    const over = filledDate(end.sql, await readDates(engine, records, end));
    open.push(sql`(${begun} is not null and ${over} is null)`);
  }
  const newest = sql`greatest(${join(times)})`;
  return open.length > 0 ? sql`case when not (${join(open, " or ")}) then ${newest} end` : newest;
};
