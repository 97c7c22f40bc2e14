// The PostgreSQL server of simulated nodes: a real one, in a process of its own, whose clock is the machine's. The
// next thing happens only once the server has answered, or each session that has not waits for a lock of another, and
// such sessions go on one after the other. So nothing depends on how fast it is.

import { fchmodSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { type Machine, reallyPass } from "./machine.js";
import type { StoreLink } from "./store-link.js";

/** Real time after which a session that does not answer is looked at. Deadlocks end sooner. */
const lookMs = 3;

export class StoreServer {
  readonly links = new Set<StoreLink>();
  private readonly cutUntil = new Map<number, number>();
  /** Whether nothing changes until a packet arrives. */
  private isSteady = true;
  /** In the order in which they began to wait for a lock. */
  private readonly stopped: StoreLink[] = [];
  private readonly seenBlocked = new Set<StoreLink>();
  private reads = 0;
  private heard: () => void = () => {};

  private constructor(
    private readonly machine: Machine,
    private readonly operator: pg.Client,
    /** Without the name of a node. */
    private readonly address: string,
    private readonly clock: number,
  ) {}

  /** A new store, on the server at `address`. */
  static async open(machine: Machine, address: string): Promise<StoreServer> {
    const url = new URL(address);
    const name = `simulated_${process.pid}_${machine.seed}`;
    const directory = decodeURIComponent(url.hostname);
    const maker = await connected(address);
    await maker.query(`drop database if exists ${name} with (force)`);
    await maker.query(`create database ${name}`);
    await maker.query(`alter database ${name} set search_path = public, pg_catalog`);
    await maker.end();
    url.pathname = `/${name}`;
    url.search = "";
    const clock = path.join(directory, `${name}.clock`);
    const file = openSync(clock, "w");
    // The server may have another user, and the service lets new files be read by its own alone.
    fchmodSync(file, 0o644);
    const server = new StoreServer(machine, await connected(url.href), url.href, file);
    server.showTime();
    await server.operator.query(ownFunctions(clock));
    machine.settle = () => server.settle();
    return server;
  }

  urlFor(node: string): string {
    return `${this.address}?application_name=${node}`;
  }

  async close(): Promise<void> {
    this.machine.settle = () => {};
    for (const { pid } of this.stopped) process.kill(pid!, "SIGCONT");
    await this.operator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
    );
    await this.operator.end();
  }

  /** Rows, as an operator would read them. */
  async read<Row>(query: string): Promise<Row[]> {
    this.reads++;
    try {
      return (await this.operator.query(query)).rows as Row[];
    } finally {
      this.reads--;
      this.hear();
    }
  }

  /** Lets a trigger note whose jobs a node ends that another node holds, once no node has locked the table. */
  async observe(): Promise<void> {
    const tryIt = () =>
      this.read(observer).then(
        () => true,
        (error) => {
          if (error.code !== lockTimedOut) throw error;
          return false;
        },
      );
    while (!(await tryIt())) await this.machine.pause(100);
  }

  /** Holds all packets between a life and the server for so long, as a network does that drops them. */
  cut(life: number, ms: number): void {
    this.cutUntil.set(life, this.machine.monotonicMs + ms);
  }

  /** Breaks all connections of a life at once. */
  reset(life: number): number {
    const links = this.linksOf(life);
    for (const link of links) link.reset();
    return links.length;
  }

  /** The process has ended. Its system tells the server. */
  endLife(life: number): void {
    for (const link of this.linksOf(life)) link.hangUp();
    this.cutUntil.delete(life);
  }

  private linksOf(life: number): StoreLink[] {
    return [...this.links].filter((link) => link.life === life);
  }

  /** When a packet arrives that is sent now. */
  arrival(life: number): number {
    const { chance, monotonicMs } = this.machine;
    const delayMs = chance.is(0.02) ? 50 * chance.next() : 0.1 + 0.5 * chance.next();
    return Math.max(monotonicMs, this.cutUntil.get(life) ?? 0) + delayMs;
  }

  /** Something arrives at the server now. */
  stir(): void {
    this.showTime();
    this.isSteady = false;
  }

  /** The server has said something. */
  hear(): void {
    this.heard();
  }

  private showTime(): void {
    writeSync(this.clock, (this.machine.trueMs / 1000).toFixed(6), 0);
  }

  private async settle(): Promise<void> {
    while (this.reads > 0 || !this.isSteady) {
      const running = [...this.links].filter((link) => link.isWaiting && !this.stopped.includes(link));
      if (this.reads === 0 && running.length === 0) this.isSteady = !(await this.goOn());
      else if (!(await this.hasHeard()) && this.reads === 0) await this.stopBlocked(running);
    }
    for (const link of this.links) link.deliver();
  }

  private hasHeard(): Promise<boolean> {
    return new Promise((done) => {
      this.heard = () => done(true);
      void reallyPass(lookMs).then(() => done(false));
    });
  }

  /**
   * Stops sessions that wait for the lock of another: of several that wait for the same one, the system would choose
   * who has it next. The server breaks a deadlock before it is seen for the second time.
   */
  private async stopBlocked(running: readonly StoreLink[]): Promise<void> {
    const blockers = await this.blockersOf(running);
    for (const link of running) {
      const by = blockers.get(link.pid);
      if (link.isHungUp && by === undefined) link.forget();
      else if (!by?.length || !link.isWaiting) this.seenBlocked.delete(link);
      else if (!this.seenBlocked.has(link)) this.seenBlocked.add(link);
      else {
        process.kill(link.pid!, "SIGSTOP");
        this.seenBlocked.delete(link);
        this.stopped.push(link);
      }
    }
  }

  /** Lets the session go on that has waited for longest of those that have their lock now. False: there is none. */
  private async goOn(): Promise<boolean> {
    if (this.stopped.length === 0) return false;
    const blockers = await this.blockersOf(this.stopped);
    const at = this.stopped.findIndex(({ pid }) => !blockers.get(pid)?.length);
    for (const { pid } of at < 0 ? [] : this.stopped.splice(at, 1)) process.kill(pid!, "SIGCONT");
    return at >= 0;
  }

  /** By the number of a session's process. Without an entry, it has ended. */
  private async blockersOf(links: readonly StoreLink[]): Promise<Map<number | undefined, number[]>> {
    const { rows } = await this.operator.query<{ pid: number; by: number[] }>(
      "select pid, pg_blocking_pids(pid) as by from pg_stat_activity where pid = any($1)",
      [links.map(({ pid }) => pid ?? 0)],
    );
    return new Map(rows.map(({ pid, by }) => [pid, by]));
  }
}

const lockTimedOut = "55P03";

/** How long a node holds a job without a word. */
const leaseSeconds = 30;

const connected = async (address: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: address });
  client.on("error", () => {});
  await client.connect();
  return client;
};

/**
 * Time and chance, found before the server's own because of the search path. A statement that waited for a lock sees a
 * later time.
 */
const ownFunctions = (clock: string): string => `
  create function statement_timestamp() returns timestamptz language sql stable
    as $$ select to_timestamp(pg_read_file('${clock}')::float8) $$;
  create function clock_timestamp() returns timestamptz language sql
    as $$ select statement_timestamp() $$;
  create sequence drawn;
  create function random() returns float8 language sql
    as $$ select (hashint8extended(nextval('drawn'), 0) & 9007199254740991) / 9007199254740992.0::float8 $$;`;

/**
 * A node has the name of its sessions. It may end the jobs that it holds, and those whose leases are over: by the
 * server's clock and from when they were given, whatever the program has written.
 */
const observer = `
  set local lock_timeout = '50ms';
  create table observed (what text);
  create table held (id text primary key, at timestamptz not null);
  create function observe() returns trigger language plpgsql as $$
  begin
    if old.state = 'running' and old.lease_owner not like current_setting('application_name') || '#%'
      and (tg_op = 'DELETE' or new.lease_owner is distinct from old.lease_owner)
      and exists (select 1 from held where id = old.id and at > statement_timestamp() - interval '${leaseSeconds} s') then
      insert into observed values (
        current_setting('application_name') || ' ends a job of kind ' || old.kind || ' of ' || old.lease_owner);
    end if;
    if tg_op = 'DELETE' then return old; end if;
    if new.state = 'running' then
      insert into held values (new.id, statement_timestamp()) on conflict (id) do update set at = excluded.at;
    end if;
    return new;
  end $$;
  create trigger observe before update or delete on job for each row execute function observe();`;
