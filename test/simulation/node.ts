// A node: a process of the simulated service, which starts, is killed and ends, and answers requests. All nodes run
// in this process; each has a life of the machine, and all that follows from a step of that life is the node's.

import realFs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import type { FastifyInstance } from "fastify";
import { StepCrashed, type StepProcessOptions } from "../../src/builds/execute/step-process.js";
import { readConfig } from "../../src/config/config.js";
import { type Rounds, switchRounds } from "../../src/domain/machine/event-loop.js";
import { hashFile } from "../../src/integrity/file-hash.js";
import { type Outside, type Service, startService } from "../../src/main.js";
import { checkLeftovers } from "./checks.js";
import type { Machine } from "./machine.js";
import { runCheapStep } from "./steps.js";
import type { World } from "./world.js";

export interface Answer {
  /** Undefined: none came, and what became of the request is not known. */
  status: number | undefined;
  text: string;
  headers: Record<string, unknown>;
}

export interface Ask {
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

const restartMs = 5_000;

const { existsSync } = { ...realFs };

export class Node {
  app: FastifyInstance | undefined;
  service: Service | undefined;
  rounds: Rounds = switchRounds();
  readonly databases = new Set<DatabaseSyncInstance>();
  /** Things outside of it that it waits for. */
  busy = 0;
  private nextStart: ReturnType<Machine["later"]> | undefined;
  private readonly open = new Set<(answer: Answer) => void>();

  constructor(
    private readonly world: World,
    readonly name: string,
    /** The life that runs, or comes next. */
    public life: number,
  ) {}

  private get machine(): Machine {
    return this.world.machine;
  }

  get isUp(): boolean {
    return this.service !== undefined;
  }

  /** Whether it waits for nothing but time: it runs and has no request, or is to start later. */
  get isIdle(): boolean {
    return this.open.size === 0 && (this.isUp || this.nextStart !== undefined);
  }

  start(): void {
    this.nextStart = undefined;
    this.world.toNode(this, () => this.begin());
  }

  private begin(): void {
    const { life, world } = this;
    const url = world.store?.urlFor(this.name);
    const config = readConfig(
      {
        BELLWETHER_DATA: world.disk.root,
        LOG_LEVEL: "error",
        BELLWETHER_NODE: this.name,
        SMTP_URL: "smtp://simulated",
        ...(url !== undefined && { DATABASE_URL: url }),
      },
      { cores: 2, memoryMb: 4096 },
    );
    const begun = startService(config, {
      outside: this.outside(),
      say: (line) => this.tell(`says: ${line}`),
    });
    begun.then(
      (service) => {
        if (life !== this.life) return;
        this.service = service;
        this.tell("runs.");
        void service.lost.then(() => {
          if (life === this.life) world.violate(`${this.name} has lost its name`);
        });
      },
      (error: Error) => {
        if (life !== this.life) return;
        this.tell(`could not start: ${error.message}`);
        if (!world.hasFaults) world.violate(`the service could not start: ${error.stack}`);
        this.end();
        this.startLater(restartMs);
      },
    );
  }

  /** A sentence of the story about this process. */
  private tell(predicate: string): void {
    this.world.tell(`${this.world.isAlone ? "The service" : this.name} ${predicate}`);
  }

  /** kill -9; the process starts again after a pause. */
  kill(pauseMs: number): void {
    this.end();
    this.startLater(pauseMs);
  }

  /** What was to start it before does so no more. */
  private startLater(pauseMs: number): void {
    if (this.nextStart) this.machine.cancel(this.nextStart);
    this.nextStart = this.machine.later(pauseMs, () => this.start());
  }

  /** The process ends as after SIGTERM, and starts again. */
  async stop(pauseMs: number): Promise<void> {
    const { service, life, world } = this;
    if (!service) return;
    this.tell("gets a signal to stop.");
    this.service = undefined;
    const before = this.machine.monotonicMs;
    let isClosed = false;
    world.toNode(this, () => {
      service.close().then(
        () => {
          isClosed = true;
        },
        (error) => world.violate(`the service could not be stopped: ${error.stack}`),
      );
    });
    while (!isClosed && life === this.life && !world.violation) {
      if (this.machine.monotonicMs - before > answerWithinMs)
        return world.violate("the service does not stop");
      await this.machine.pause(100);
    }
    if (life !== this.life) return;
    this.tell("has stopped.");
    this.end();
    this.startLater(pauseMs);
  }

  end(): void {
    const { world, machine, life } = this;
    // What runs at this moment may still clean up.
    if (this.open.size === 0 && this.isUp && !machine.waitsForDisk()) checkLeftovers(world, life);
    this.life = machine.kill(life);
    this.rounds = switchRounds();
    this.app = undefined;
    this.service = undefined;
    this.busy = 0;
    world.disk.closeAll(life);
    if (world.store) world.store.endLife(life);
    else this.keepStore();
    this.dropDatabases();
    if (!world.store) world.disk.store.putBack();
    process.removeAllListeners("exit");
    for (const answered of [...this.open]) answered(noAnswer);
  }

  /** One request. It has no answer if the process ends before. */
  ask({ method, url, key, headers = {}, body, pauseMs, cutAfter }: Ask): Promise<Answer> {
    const { app, world } = this;
    if (!app) return this.machine.pause(10).then(() => noAnswer);
    return new Promise((done) => {
      const late = this.machine.later(answerWithinMs, () => {
        world.violate(`${method} ${url} was not answered within an hour`);
        answered(noAnswer);
      });
      const answered = (answer: Answer) => {
        this.machine.cancel(late);
        this.open.delete(answered);
        world.fromNode(() => done(answer));
      };
      this.open.add(answered);
      const slowly = body !== undefined && (pauseMs !== undefined || cutAfter !== undefined);
      const request = {
        method,
        url,
        remoteAddress: "192.0.2.1",
        headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      };
      const bodyOf = (body: string) =>
        slowly ? this.pieces(body, pauseMs ?? 1, cutAfter, () => answered(noAnswer)) : body;
      world.toNode(this, () => {
        app.inject({ ...request, ...(body !== undefined && { payload: bodyOf(body) }) }).then(
          ({ statusCode, body: text, headers }) =>
            answered(
              this.machine.chance.is(world.faults.answers)
                ? noAnswer
                : { status: statusCode, text, headers: headers as object as Answer["headers"] },
            ),
          () => answered(noAnswer),
        );
      });
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

  /**
   * A killed process closes nothing: the log of writes stays beside the store, and the next start reads it, from files
   * that are new to SQLite. What the library would clean up when it closes its database belongs to the next process, so
   * another connection to its file stays open.
   */
  private keepStore(): void {
    const { disk } = this.world;
    const store = path.join(disk.root, "bellwether.sqlite");
    disk.store.keep();
    if (existsSync(store)) this.world.keepOpen(store);
  }

  /**
   * The library closes a database only when its last statement is collected. Until then it keeps its locks, so its
   * transaction is rolled back here.
   */
  private dropDatabases(): void {
    for (const database of this.databases) {
      if (!database.isOpen) continue;
      if (database.isTransaction) database.exec("rollback");
      database.close();
    }
    this.databases.clear();
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
      webhookSender: () => (url, headers, body, signal) =>
        this.world.receive(this, { url, headers, body, signal }),
      createMailer: () => this.world.mailer(this),
      consoleDir: undefined,
    };
  }

  private async runStep({ request, signal, onProgress, onUsage }: StepProcessOptions) {
    const {
      machine: { chance },
      world,
    } = this;
    const isSlow = chance.is(world.faults.slowChildren);
    const crashes = chance.is(world.faults.crashes);
    this.busy++;
    try {
      signal.throwIfAborted();
      await passing(isSlow ? 5_000 + 55_000 * chance.next() : 200 + 2_000 * chance.next(), signal);
      onProgress(0.5, "Reading");
      const output = await runCheapStep(request, world.disk.root);
      if (crashes) throw new StepCrashed(`The build of ${request.type} ended early (SIGKILL).`);
      signal.throwIfAborted();
      onUsage({ cpuSeconds: 1, peakMb: 1 } as Parameters<typeof onUsage>[0]);
      return output;
    } finally {
      this.busy--;
    }
  }
}

/** Waits by the clock of the node that runs. */
export const passing = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    const abort = () => fail(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    setTimeout(() => {
      signal.removeEventListener("abort", abort);
      done();
    }, ms);
  });

export const noAnswer: Answer = { status: undefined, text: "", headers: {} };
