// The world of a simulated service: its nodes, and what is around them: the store, the receiver of webhooks, the
// server of mails. All of it but the store's server runs in this process, on the simulated machine and disk.

import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { Ajv } from "ajv";
import type { DatabaseConnection, Driver } from "kysely";
import pg from "pg";
import { SqliteStore } from "../../src/db/sqlite.js";
import { switchRounds } from "../../src/domain/machine/event-loop.js";
import { retryLater } from "../../src/errors/refusal.js";
import type { Message as Mail, Mailer } from "../../src/notify/mail.js";
import type { Disk } from "./disk.js";
import type { Machine } from "./machine.js";
import { type Answer, type Ask, Node, passing } from "./node.js";
import { StoreLink } from "./store-link.js";
import type { StoreServer } from "./store-server.js";

/** Something that must never be. */
export class Violation extends Error {
  override name = "Violation";
}

export interface Message {
  id: string;
  url: string;
  body: string;
  /** Whether the sender had an answer. */
  isAnswered: boolean;
}

interface Request {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

const ofProgram = /"type":"(?:TypeError|ReferenceError|RangeError|AssertionError)"/;

const longestLeapMs = 8 * 3_600_000;
const longestBusyLeapMs = 5_000;

/** What goes wrong for as long as it lasts, as shares of all tries. */
const noFaults = { receiver: 0, crashes: 0, slowChildren: 0, answers: 0, mailServer: 0 };

export class World {
  readonly nodes: readonly Node[];
  private isStoreSpared = false;
  private readonly keptOpen: DatabaseSyncInstance[] = [];
  readonly received: Message[] = [];
  readonly mails: Mail[] = [];
  readonly story: string[] = [];
  /** Whether children ever crashed; then a build may have been given up. */
  hasCrashes = false;
  readonly faults = { ...noFaults };
  /** How many networks hold packets now. */
  cuts = 0;
  hasFlipped = false;
  readonly logged: string[] = [];
  onSentence: (line: string) => void = () => {};
  /** Files that the store does not name, and the sweep sets aside later. */
  unknownFiles = 0;
  kills = 0;
  violation: Violation | undefined;

  constructor(
    readonly machine: Machine,
    readonly disk: Disk,
    /** What the clock of each node shows beyond the machine's. */
    skewsMs: readonly number[],
    /** Absent: the one node has a store of its own. */
    readonly store?: StoreServer,
  ) {
    current = this;
    this.nodes = skewsMs.map((ms, i) => {
      const life = i === 0 ? machine.life : machine.newLife();
      machine.moveClock(life, ms);
      return new Node(this, skewsMs.length === 1 ? "simulated" : `node-${i + 1}`, life);
    });
    machine.onLife = (life) => {
      const node = this.nodes.find((each) => each.life === life);
      if (node) switchRounds(node.rounds);
    };
    disk.log = (lines) => this.hear(lines);
    process.setMaxListeners(0);
  }

  /** What the service says in its log is part of the story where it is a fault of the program. */
  private hear(lines: string): void {
    for (const line of lines.split("\n").filter((each) => each !== "")) {
      this.logged.push(line);
      if (ofProgram.test(line)) this.violate(`the log has a fault of the program: ${line}`);
    }
  }

  /** A sentence of the story, with the time that has passed. */
  tell(sentence: string): void {
    const seconds = Math.floor(this.machine.passedMs / 1000);
    const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(
      Math.floor,
    );
    const two = (count: number) => String(count).padStart(2, "0");
    const line = `day ${days! + 1}, ${two(hours!)}:${two(minutes!)}:${two(seconds % 60)}  ${sentence}`;
    this.story.push(line);
    this.onSentence(line);
  }

  violate(text: string): void {
    if (this.violation) return;
    this.violation = new Violation(text);
    this.tell(`VIOLATED: ${text}`);
  }

  /**
   * While nothing is waited for, the machine sleeps for hours at a time; while children or receivers are,
   * for less than a lease lasts.
   */
  letLeap(): void {
    this.machine.leapMs = () => {
      if (this.nodes.some(({ isIdle }) => !isIdle) || this.machine.waitsForDisk()) return 0;
      return this.nodes.every(({ busy }) => busy === 0) ? longestLeapMs : longestBusyLeapMs;
    };
  }

  get isAlone(): boolean {
    return this.nodes.length === 1;
  }

  get isUp(): boolean {
    return this.nodes.every(({ isUp }) => isUp);
  }

  get hasFaults(): boolean {
    const { isFull, failing } = this.disk;
    return isFull || failing > 0 || this.cuts > 0;
  }

  start(): void {
    for (const node of this.nodes) node.start();
  }

  /** kill -9 of a node, or a cut of the power of all. */
  kill(how: "process" | "power", node: Node, pauseMs: number): void {
    this.kills++;
    for (const each of how === "power" ? this.nodes : [node]) each.kill(pauseMs);
    if (how === "power") this.tell(`The power fails. The disk forgot ${this.disk.cutPower()}.`);
    else this.tell(this.isAlone ? "The process is killed." : `${node.name} is killed.`);
  }

  /** The machine of a node stands still, and knows nothing of it. */
  suspend(node: Node, forMs: number): void {
    this.tell(`${node.name} is suspended.`);
    this.machine.suspend(node.life, forMs);
    this.machine.later(forMs, () => this.tell(`${node.name} wakes up.`));
  }

  /** No packet passes between a node and the store. */
  cut(node: Node, forMs: number): void {
    this.tell(`The network between ${node.name} and the store is cut.`);
    this.store?.cut(node.life, forMs);
    this.cuts++;
    this.machine.later(forMs, () => {
      this.cuts--;
      this.tell(`The network between ${node.name} and the store is whole again.`);
    });
  }

  /** Connections break, with all that is on its way. */
  reset(node: Node): void {
    this.tell(`${this.store?.reset(node.life)} connections between ${node.name} and the store break.`);
  }

  /** One request, to any node. */
  ask(request: Ask): Promise<Answer> {
    const able = this.nodes.filter(({ app }) => app !== undefined);
    return (able.length > 1 ? this.machine.chance.one(able) : (able[0] ?? this.nodes[0]!)).ask(request);
  }

  /** What comes to a node comes in a step of its life. With one node, all steps are. */
  toNode({ life }: Node, act: () => void): void {
    if (this.isAlone) act();
    else this.machine.inLife(life, 0, act);
  }

  fromNode(act: () => void): void {
    if (this.isAlone) act();
    else this.machine.later(0, act);
  }
  mailer(node: Node): Mailer {
    const closing = new AbortController();
    return { send: (mail) => this.takeMail(node, mail, closing.signal), close: () => closing.abort() };
  }

  private async takeMail(node: Node, mail: Mail, signal: AbortSignal): Promise<void> {
    const { chance } = this.machine;
    node.busy++;
    try {
      const how = chance.is(this.faults.mailServer)
        ? chance.one(["away", "answer lost", "slow"] as const)
        : "well";
      await passing(how === "slow" ? 120_000 * chance.next() : 5 + 100 * chance.next(), signal);
      if (how !== "away") this.mails.push(mail);
      if (how === "away" || how === "answer lost") throw retryLater("mail-server-away", {});
    } finally {
      node.busy--;
    }
  }

  async receive(node: Node, { url, headers, body, signal }: Request): Promise<number> {
    const { chance } = this.machine;
    node.busy++;
    try {
      const id = headers["webhook-id"]!;
      const how = chance.is(this.faults.receiver)
        ? chance.one(["away", "refusing", "answer lost", "late"] as const)
        : "well";
      await passing(how === "late" ? 15_000 : 5 + 100 * chance.next(), signal);
      if (how === "away") throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      if (how === "refusing") return 503;
      const message = { id, url, body, isAnswered: false };
      this.received.push(message);
      if (how !== "well") throw new Error("no answer within 15 s");
      await passing(5, signal);
      message.isAnswered = true;
      return 204;
    } finally {
      node.busy--;
    }
  }

  opened(database: DatabaseSyncInstance): void {
    const node = this.nodes.find(({ life }) => life === this.machine.life) ?? this.nodes[0]!;
    node.databases.add(database);
    if (this.disk.isFull) this.bound(database);
  }

  /** A disk without room has none for the store either, and SQLite itself says so; unless its file has room left in it. */
  setFull(isFull: boolean, isStoreSpared: boolean): void {
    this.disk.isFull = isFull;
    this.isStoreSpared = isStoreSpared;
    for (const { databases } of this.nodes) for (const database of databases) this.bound(database);
  }

  /** Bounds the store to the room that there is. */
  private bound(database: DatabaseSyncInstance): void {
    if (!database.isOpen || path.basename(database.location() ?? "") !== "bellwether.sqlite") return;
    const { page_count: pages } = database.prepare("pragma page_count").get() as { page_count: number };
    database.exec(
      `pragma max_page_count = ${this.disk.isFull && !this.isStoreSpared ? pages : 4_294_967_294}`,
    );
  }

  /** Keeps a connection to a file open that nobody uses. */
  keepOpen(file: string): void {
    const database = new DatabaseSync(file);
    for (const { databases } of this.nodes) databases.delete(database);
    database.exec("pragma schema_version");
    this.keptOpen.push(database);
  }

  /** Rows of the store, as an operator would read them. */
  async rows<Row>(query: string): Promise<Row[]> {
    if (this.store) return this.store.read<Row>(query);
    const database = new DatabaseSync(path.join(this.disk.root, "bellwether.sqlite"), { readOnly: true });
    try {
      return database.prepare(query).all() as Row[];
    } finally {
      for (const { databases } of this.nodes) databases.delete(database);
      database.close();
    }
  }
}

/** The world that is simulated now. */
let current: World;

/** Queries of the store take turns with everything else, and a killed process leaves its databases. */
export const putUnderStore = (): void => {
  const create = SqliteStore.prototype.createDriver;
  SqliteStore.prototype.createDriver = function (this: SqliteStore): Driver {
    const driver = create.call(this);
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async () => {
      const connection = await acquire();
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (async (query) => {
        const { machine } = current;
        if (machine.chance.is(0.2))
          await new Promise<void>((done) => void machine.after(0.1 * machine.chance.next(), "disk", done));
        return execute(query);
      }) as DatabaseConnection["executeQuery"];
      return connection;
    };
    return driver;
  };
  // Its class is sealed, and made by this.
  const { construct } = Reflect;
  const native = Object.getPrototypeOf(DatabaseSync);
  Reflect.construct = (target: unknown, ...given: unknown[]) => {
    const made = (construct as (...given: unknown[]) => unknown)(target, ...given);
    if (target === native) current.opened(made as DatabaseSyncInstance);
    return made;
  };
  // Each life would compile the same schemas again.
  const compiled = new WeakMap<Ajv, Map<string, unknown>>();
  const compile = Ajv.prototype.compile as (schema: object) => unknown;
  Ajv.prototype.compile = function (this: Ajv, schema: object) {
    const known = compiled.get(this) ?? new Map<string, unknown>();
    compiled.set(this, known);
    const text = textOf(schema);
    const check = known.get(text) ?? compile.call(this, schema);
    known.set(text, check);
    return check;
  } as typeof Ajv.prototype.compile;
  const { Pool } = pg;
  pg.Pool = class extends Pool {
    constructor(options: pg.PoolConfig) {
      super({ ...options, stream: () => new StoreLink(current.machine, current.store!) as never });
    }
  } as typeof pg.Pool;
  process.on("unhandledRejection", (error) => {
    current.violate(`a promise was rejected and nobody heard: ${(error as Error)?.stack ?? error}`);
  });
};

const texts = new WeakMap<object, string>();
const textOf = (schema: object): string => {
  const text = texts.get(schema) ?? JSON.stringify(schema);
  texts.set(schema, text);
  return text;
};
