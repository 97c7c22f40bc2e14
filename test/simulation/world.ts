// The world of a simulated service: its process, which starts, is killed and ends; its clients, its receiver
// of webhooks, and its children. All of it runs in this process, on the simulated machine and disk.

import realFs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { Ajv } from "ajv";
import type { FastifyInstance } from "fastify";
import type { DatabaseConnection, Driver } from "kysely";
import { StepCrashed, type StepProcessOptions } from "../../src/builds/execute/step-process.js";
import { readConfig } from "../../src/config/config.js";
import { SqliteStore } from "../../src/db/sqlite.js";
import { forgetRounds } from "../../src/domain/machine/event-loop.js";
import { retryLater } from "../../src/errors/refusal.js";
import { hashFile } from "../../src/integrity/file-hash.js";
import { type Outside, type Service, startService } from "../../src/main.js";
import type { Message as Mail, Mailer } from "../../src/notify/mail.js";
import { checkLeftovers } from "./checks.js";
import type { Disk } from "./disk.js";
import type { Machine } from "./machine.js";
import { runCheapStep } from "./steps.js";

/** Something that must never be. */
export class Violation extends Error {
  override name = "Violation";
}

export interface Answer {
  /** Undefined: none came, and what became of the request is not known. */
  status: number | undefined;
  text: string;
  headers: Record<string, unknown>;
}

export interface Message {
  id: string;
  url: string;
  body: string;
  /** Whether the sender had an answer. */
  isAnswered: boolean;
}

interface Ask {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: string;
  key?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The body comes in pieces, with pauses between them. */
  pauseMs?: number;
  /** The connection breaks after this share of the body. */
  cutAfter?: number;
}

/** Longer than any request takes on a slow disk. */
const answerWithinMs = 3_600_000;

const ofProgram = /"type":"(?:TypeError|ReferenceError|RangeError|AssertionError)"/;

const restartMs = 5_000;

const longestLeapMs = 8 * 3_600_000;
const longestBusyLeapMs = 5_000;

const { existsSync } = { ...realFs };

export class World {
  app: FastifyInstance | undefined;
  private service: Service | undefined;
  private nextStart: ReturnType<Machine["later"]> | undefined;
  private readonly open = new Set<(answer: Answer) => void>();
  private busy = 0;
  private isStoreSpared = false;
  readonly databases = new Set<DatabaseSyncInstance>();
  private readonly keptOpen: DatabaseSyncInstance[] = [];
  readonly received: Message[] = [];
  readonly mails: Mail[] = [];
  readonly story: string[] = [];
  /** Whether children ever crashed; then a build may have been given up. */
  hasCrashes = false;
  readonly faults = { receiver: 0, crashes: 0, slowChildren: 0, answers: 0, mailServer: 0 };
  hasFlipped = false;
  readonly logged: string[] = [];
  onSentence: (line: string) => void = () => {};
  /** Files that the store does not name, and the sweep sets aside later. */
  unknownFiles = 0;
  starts = 0;
  kills = 0;
  violation: Violation | undefined;

  constructor(
    readonly machine: Machine,
    readonly disk: Disk,
  ) {
    current = this;
    forgetRounds();
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
      if (this.open.size > 0 || this.service === undefined || this.machine.waitsForDisk()) return 0;
      return this.busy === 0 ? longestLeapMs : longestBusyLeapMs;
    };
  }

  get isUp(): boolean {
    return this.service !== undefined;
  }

  get hasFaults(): boolean {
    const { isFull, failing } = this.disk;
    return isFull || failing > 0;
  }

  start(): void {
    const { life } = this.machine;
    this.nextStart = undefined;
    this.starts++;
    const config = readConfig(
      {
        BELLWETHER_DATA: this.disk.root,
        LOG_LEVEL: "error",
        BELLWETHER_NODE: "simulated",
        SMTP_URL: "smtp://simulated",
      },
      { cores: 2, memoryMb: 4096 },
    );
    const begun = startService(config, {
      outside: this.outside(),
      say: (line) => this.tell(`It says: ${line}`),
    });
    begun.then(
      (service) => {
        if (life !== this.machine.life) return;
        this.service = service;
        this.tell("The service runs.");
      },
      (error: Error) => {
        if (life !== this.machine.life) return;
        this.tell(`The service could not start: ${error.message}`);
        if (!this.hasFaults) this.violate(`the service could not start: ${error.stack}`);
        this.end();
        this.startLater(restartMs);
      },
    );
  }

  /** kill -9, or a cut of the power; the process starts again after a pause. */
  kill(how: "process" | "power", pauseMs: number): void {
    this.kills++;
    this.end();
    const lost = how === "power" ? ` The disk forgot ${this.disk.cutPower()}.` : "";
    this.tell(how === "power" ? `The power fails.${lost}` : "The process is killed.");
    this.startLater(pauseMs);
  }

  /** There is one process: what was to start it before does so no more. */
  private startLater(pauseMs: number): void {
    if (this.nextStart) this.machine.cancel(this.nextStart);
    this.nextStart = this.machine.later(pauseMs, () => this.start());
  }

  /** The process ends as after SIGTERM, and starts again. */
  async stop(pauseMs: number): Promise<void> {
    const { service } = this;
    const { life } = this.machine;
    if (!service) return;
    this.tell("The service gets a signal to stop.");
    this.service = undefined;
    const before = this.machine.monotonicMs;
    let isClosed = false;
    void service.close().then(
      () => {
        isClosed = true;
      },
      (error) => this.violate(`the service could not be stopped: ${error.stack}`),
    );
    while (!isClosed && life === this.machine.life && !this.violation) {
      if (this.machine.monotonicMs - before > answerWithinMs)
        return this.violate("the service does not stop");
      await this.machine.pause(100);
    }
    if (life !== this.machine.life) return;
    this.tell("It has stopped.");
    this.end();
    this.startLater(pauseMs);
  }

  private end(): void {
    // What runs at this moment may still clean up.
    if (this.open.size === 0 && this.isUp && !this.machine.waitsForDisk()) checkLeftovers(this);
    this.machine.kill();
    forgetRounds();
    this.app = undefined;
    this.service = undefined;
    this.busy = 0;
    this.disk.closeAll();
    this.dropDatabases();
    process.removeAllListeners("exit");
    for (const answered of [...this.open]) answered(noAnswer);
  }

  /** One request. It has no answer if the process ends before. */
  ask({ method, url, key, headers = {}, body, pauseMs, cutAfter }: Ask): Promise<Answer> {
    const { app } = this;
    if (!app) return this.machine.pause(10).then(() => noAnswer);
    return new Promise((done) => {
      const late = this.machine.later(answerWithinMs, () => {
        this.violate(`${method} ${url} was not answered within an hour`);
        answered(noAnswer);
      });
      const answered = (answer: Answer) => {
        this.machine.cancel(late);
        this.open.delete(answered);
        done(answer);
      };
      this.open.add(answered);
      const slowly = body !== undefined && (pauseMs !== undefined || cutAfter !== undefined);
      app
        .inject({
          method,
          url,
          remoteAddress: "192.0.2.1",
          headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
          ...(body !== undefined && {
            payload: slowly ? this.pieces(body, pauseMs ?? 1, cutAfter, () => answered(noAnswer)) : body,
          }),
        })
        .then(
          (answer) =>
            answered(
              this.machine.chance.is(this.faults.answers)
                ? noAnswer
                : {
                    status: answer.statusCode,
                    text: answer.body,
                    headers: answer.headers as object as Answer["headers"],
                  },
            ),
          () => answered(noAnswer),
        );
    });
  }

  private pieces(body: string, pauseMs: number, cutAfter: number | undefined, cut: () => void): Readable {
    const bytes = Buffer.from(body);
    const size = Math.max(1, Math.ceil(bytes.length / 4));
    const last = cutAfter === undefined ? bytes.length : Math.floor(bytes.length * cutAfter);
    let at = 0;
    return new Readable({
      read() {
        setTimeout(() => {
          if (at >= last && cutAfter !== undefined) {
            this.destroy(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
            // The client is gone, whatever the service does about it.
            return cut();
          }
          if (at >= bytes.length) return void this.push(null);
          this.push(bytes.subarray(at, Math.min(last, at + size)));
          at += size;
        }, pauseMs);
      },
    });
  }

  private outside(): Outside {
    return {
      listen: async (app) => {
        await app.ready();
        this.app = app;
        return "http://simulated";
      },
      runStep: (options) => this.runStep(options),
      openHasher: () => ({ hash: (file) => hashFile(file), close: async () => {} }),
      webhookSender: () => (url, headers, body, signal) => this.receive(url, headers, body, signal),
      createMailer: () => this.mailer(),
      consoleDir: undefined,
    };
  }

  private async runStep({ request, signal, onProgress, onUsage }: StepProcessOptions) {
    const { chance } = this.machine;
    const isSlow = chance.is(this.faults.slowChildren);
    const crashes = chance.is(this.faults.crashes);
    this.busy++;
    try {
      signal.throwIfAborted();
      await this.passing(isSlow ? 5_000 + 55_000 * chance.next() : 200 + 2_000 * chance.next(), signal);
      onProgress(0.5, "Reading");
      const output = await runCheapStep(request, this.disk.root);
      if (crashes) throw new StepCrashed(`The build of ${request.type} ended early (SIGKILL).`);
      signal.throwIfAborted();
      onUsage({ cpuSeconds: 1, peakMb: 1 } as Parameters<typeof onUsage>[0]);
      return output;
    } finally {
      this.busy--;
    }
  }

  private passing(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((done, fail) => {
      const abort = () => fail(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      setTimeout(() => {
        signal.removeEventListener("abort", abort);
        done();
      }, ms);
    });
  }

  private mailer(): Mailer {
    const closing = new AbortController();
    return { send: (mail) => this.takeMail(mail, closing.signal), close: () => closing.abort() };
  }

  private async takeMail(mail: Mail, signal: AbortSignal): Promise<void> {
    const { chance } = this.machine;
    this.busy++;
    try {
      const how = chance.is(this.faults.mailServer)
        ? chance.one(["away", "answer lost", "slow"] as const)
        : "well";
      await this.passing(how === "slow" ? 120_000 * chance.next() : 5 + 100 * chance.next(), signal);
      if (how !== "away") this.mails.push(mail);
      if (how === "away" || how === "answer lost") throw retryLater("mail-server-away", {});
    } finally {
      this.busy--;
    }
  }

  private async receive(
    url: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<number> {
    const { chance } = this.machine;
    this.busy++;
    try {
      const id = headers["webhook-id"]!;
      const how = chance.is(this.faults.receiver)
        ? chance.one(["away", "refusing", "answer lost", "late"] as const)
        : "well";
      await this.passing(how === "late" ? 15_000 : 5 + 100 * chance.next(), signal);
      if (how === "away") throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      if (how === "refusing") return 503;
      const message = { id, url, body, isAnswered: false };
      this.received.push(message);
      if (how !== "well") throw new Error("no answer within 15 s");
      await this.passing(5, signal);
      message.isAnswered = true;
      return 204;
    } finally {
      this.busy--;
    }
  }

  opened(database: DatabaseSyncInstance): void {
    this.databases.add(database);
    if (this.disk.isFull) this.bound(database);
  }

  /** A disk without room has none for the store either, and SQLite itself says so; unless its file has room left in it. */
  setFull(isFull: boolean, isStoreSpared: boolean): void {
    this.disk.isFull = isFull;
    this.isStoreSpared = isStoreSpared;
    for (const database of this.databases) this.bound(database);
  }

  /** Bounds the store to the room that there is. */
  private bound(database: DatabaseSyncInstance): void {
    if (!database.isOpen || path.basename(database.location() ?? "") !== "bellwether.sqlite") return;
    const { page_count: pages } = database.prepare("pragma page_count").get() as { page_count: number };
    database.exec(
      `pragma max_page_count = ${this.disk.isFull && !this.isStoreSpared ? pages : 4_294_967_294}`,
    );
  }

  /**
   * A killed process closes nothing: the log of writes stays beside the store, and the next start reads it, from files
   * that are new to SQLite. The library closes a database only when its last statement is collected. Until then it keeps
   * its locks, so its transaction is rolled back here; and what it would clean up then belongs to the next process, so
   * another connection to its file stays open.
   */
  private dropDatabases(): void {
    const store = path.join(this.disk.root, "bellwether.sqlite");
    this.disk.store.keep();
    if (existsSync(store)) this.keepOpen(store);
    for (const database of this.databases) {
      if (!database.isOpen) continue;
      if (database.isTransaction) database.exec("rollback");
      database.close();
    }
    this.databases.clear();
    this.disk.store.putBack();
  }

  private keepOpen(store: string): void {
    const database = new DatabaseSync(store);
    this.databases.delete(database);
    database.exec("pragma schema_version");
    this.keptOpen.push(database);
  }

  /** Rows of the store, as an operator would read them. */
  rows<Row>(query: string): Row[] {
    const database = new DatabaseSync(path.join(this.disk.root, "bellwether.sqlite"), { readOnly: true });
    try {
      return database.prepare(query).all() as Row[];
    } finally {
      this.databases.delete(database);
      database.close();
    }
  }
}

const noAnswer: Answer = { status: undefined, text: "", headers: {} };

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
