// Faults of the engine: errors of DuckDB's own, which quote what it met, in place of what a statement gives.
// So a test sees what becomes of an error with values, whatever statement meets it.

import { DuckDBConnection } from "@duckdb/node-api";
import { vi } from "vitest";

export interface EngineFaults {
  /** Statements since the last call of `failAt`. */
  seen(): number;
  /** The statement that fails, counted from now and 0; null: none. */
  failAt(statement: number | null): void;
  /** From now on, each statement fails before it runs, and what DuckDB said is heard. Null: no more. */
  rehearse(hear: ((message: string, statement: string) => void) | null): void;
  restore(): void;
}

type Query = (this: DuckDBConnection, statement: string, ...rest: unknown[]) => Promise<unknown>;

/** `turn`: where to begin among the kinds of errors. The errors quote `texts`. */
export const faultyEngine = (texts: readonly string[], turn: number): EngineFaults => {
  let [seen, at, faults] = [0, null as number | null, turn];
  let heard: ((message: string, statement: string) => void) | null = null;
  const next = (): string => {
    const text = texts[Math.floor(faults / failing.length) % texts.length]!;
    return failing[faults++ % failing.length]!(`'${text.replaceAll("'", "''")}'`);
  };
  const own = DuckDBConnection.prototype.run as Query;
  const faulty = (query: Query): Query =>
    async function (this: DuckDBConnection, statement, ...rest) {
      if (seen++ === at) return own.call(this, next()).then(shouldFail);
      if (heard) heard(await messageOf(own.call(this, next())), statement);
      return query.call(this, statement, ...rest);
    };
  const spies = (["run", "stream"] as const).map((name) => {
    const query = DuckDBConnection.prototype[name] as Query;
    return vi.spyOn(DuckDBConnection.prototype, name).mockImplementation(faulty(query) as never);
  });
  return {
    seen: () => seen,
    failAt: (statement) => {
      [seen, at] = [0, statement];
    },
    rehearse: (hear) => {
      heard = hear;
    },
    restore: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
};

const shouldFail = (): never => {
  throw new Error("Bug: the engine took a statement that it should refuse");
};

const messageOf = (failing: Promise<unknown>): Promise<string> =>
  failing.then(shouldFail, (error: Error) => error.message);

/**
 * Statements that fail with a message that quotes a text, given as a literal. Without `error()`, which no
 * statement of ours uses.
 */
const failing: readonly ((text: string) => string)[] = [
  (text) => `select cast(${text} as integer)`,
  (text) => `select cast(${text} as date)`,
  (text) => `select strptime(${text}, '%Y-%m')`,
  (text) => `create or replace temp table quoted (key varchar primary key);
    insert into quoted select ${text} from range(2)`,
  (text) => `select cast(${text} as timestamp)`,
  (text) => `select cast(${text} as decimal(4, 2))`,
  (text) => `select regexp_matches('', '(' || ${text})`,
  (text) => `select cast(${text} as boolean)`,
  (text) => `select cast(${text} as integer[])`,
  (text) => `select cast(${text} as uuid)`,
  (text) => `select cast(${text} as struct(number integer))`,
  (text) => `select cast(${text} as enum ('one', 'other'))`,
  (text) => `select * from read_csv(${text} || '.csv')`,
  (text) => `select cast(cast(regexp_replace(${text}, '[^0-9]', '', 'g')[:14] as bigint) as tinyint)`,
];
