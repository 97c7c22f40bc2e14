// Live scores of all accounts. Each account that asks has a process of its own, so that neither its questions nor its
// index hold up the service or another account; see decision 99. Those that nobody asks end.

import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import path from "node:path";
import type { Db } from "../../db/connection.js";
import type { AskLive, LiveQuestion, LiveScores } from "../../domain/pipeline/live-score.js";
import { limits } from "../../domain/resource/limits.js";
import type { ReportedPerson } from "../../domain/target/trigger.js";
import { Refusal, refuse } from "../../errors/refusal.js";
import type { FileGuard } from "../../integrity/file-guard.js";
import { pathsOfAccount } from "../../store/discards.js";
import { revisionsOf } from "../../store/resources.js";
import { listStoredResults } from "../../store/stored-files.js";
import { forkChild } from "../execute/process.js";
import { processorShares, questionNiceness } from "../execute/processor-shares.js";
import type { Reads } from "../execute/reads.js";
import { filesRead } from "../repair/named-files.js";
import type { LiveMessage, LiveReply, LiveRequest } from "./child.js";
import { type LiveState, readLiveState, waitingFiles } from "./live-sources.js";
import type { WatchedPeople, WatchQuestion, WordsQuestion } from "./watch.js";

/** Files of events that are listed, and builds that are looked for, while somebody asks. */
const lookMs = 500;
const memoryMb = 256;

interface Options {
  db: Db;
  dataDir: string;
  workDir: string;
  files: FileGuard;
  reads: Reads;
  report(error: unknown): void;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

export interface LiveScorer {
  ask: AskLive;
  /**
   * People with new events, with what triggers watch of them; makes place for itself only where a process has had its
   * turn. Throws as `ask`.
   */
  watch(accountId: string, question: WatchQuestion): Promise<WatchedPeople>;
  /** News of people in words. */
  words(accountId: string, question: WordsQuestion): Promise<ReportedPerson[]>;
  close(): void;
}

export const createLiveScorer = (options: Options): LiveScorer => {
  const accounts = new Map<string, AccountProcess>();
  const timer = setInterval(() => {
    for (const account of accounts.values()) if (account.isQuiet) account.end();
  }, 1000).unref();
  const processOf = (accountId: string, isForTriggers = false): AccountProcess => {
    const known = accounts.get(accountId);
    if (known) return known;
    if (accounts.size >= limits.liveAccounts.is) {
      const [idlest] = [...accounts.values()]
        .filter((account) => (isForTriggers ? account.hasHadItsTurn : account.isIdle))
        .sort((a, b) => a.usedAt - b.usedAt || a.beganAt - b.beganAt);
      if (!idlest) throw refuse("live-busy", { seconds: 5 });
      idlest.end();
    }
    const made = new AccountProcess(accountId, options, () => {
      if (accounts.get(accountId) === made) accounts.delete(accountId);
    });
    accounts.set(accountId, made);
    return made;
  };
  return {
    ask: async (accountId, question) => processOf(accountId).ask(question),
    watch: async (accountId, question) => processOf(accountId, true).watch(question),
    words: async (accountId, question) => processOf(accountId, true).words(question),
    close: () => {
      clearInterval(timer);
      for (const account of accounts.values()) account.end();
    },
  };
};

class AccountProcess {
  /** When a person asked last. */
  usedAt = Number.NEGATIVE_INFINITY;
  readonly beganAt = performance.now();
  /** When triggers asked last. */
  private watchedAt = Number.NEGATIVE_INFINITY;
  private readonly child: Promise<ChildProcess>;
  private readonly waiting = new Map<number, Waiting>();
  private readonly dir: string;
  private questions = 0;
  private isEnded = false;
  private state: LiveState | null = null;
  private sentVersion: string | undefined;
  /** Whether there is an index to answer from. */
  private isMade = false;
  /** Version of the store at the last look; null where it has none. */
  private seenVersion: number | null = null;
  /** Revisions of the account's resources at the last look. */
  private seenRevisions: string | undefined;
  /** After a failure, when the next build is tried. */
  private triedUntil = 0;
  private looking: Promise<void> | undefined;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private readonly timer: NodeJS.Timeout;
  private release: (() => void) | undefined;

  constructor(
    private readonly accountId: string,
    private readonly options: Options,
    private readonly onEnd: () => void,
  ) {
    this.dir = path.join(options.workDir, `live-${randomUUID()}`);
    this.child = this.begin();
    this.child.catch(() => this.end());
    this.timer = setInterval(() => {
      if (performance.now() - this.neededAt < quietMs) void this.look();
    }, lookMs).unref();
  }

  get isIdle(): boolean {
    return this.waiting.size === 0 && performance.now() - this.usedAt > lookMs;
  }

  get isQuiet(): boolean {
    return this.waiting.size === 0 && performance.now() - this.neededAt > 1000 * limits.liveIdleSeconds.is;
  }

  /** Whether the triggers of another account may have its place: nobody has asked of late, and it had its time. */
  get hasHadItsTurn(): boolean {
    const now = performance.now();
    return this.waiting.size === 0 && now - this.usedAt > turnMs && now - this.beganAt > turnMs;
  }

  private get neededAt(): number {
    return Math.max(this.usedAt, this.watchedAt, this.beganAt);
  }

  /** Refuses `live-not-ready`, `live-behind`, `live-busy` and `live-slow`. */
  ask(question: LiveQuestion): Promise<LiveScores> {
    this.usedAt = performance.now();
    return this.send<LiveScores>({ at: "ask", question });
  }

  /** The files that the question names are held until it is answered. */
  async watch(question: WatchQuestion): Promise<WatchedPeople> {
    const { db, dataDir, reads, files } = this.options;
    this.watchedAt = performance.now();
    const release = reads.hold(await pathsOfAccount(db.kysely, this.accountId));
    try {
      const resources = await listStoredResults(db.kysely, this.accountId);
      const named = { accountId: this.accountId, resources, uploads: [] };
      await files.require(await filesRead(question.triggers, dataDir, named));
      return await this.send<WatchedPeople>({ at: "watch", question });
    } finally {
      release();
    }
  }

  words(question: WordsQuestion): Promise<ReportedPerson[]> {
    this.watchedAt = performance.now();
    return this.send<ReportedPerson[]>({ at: "words", question });
  }

  private async send<T>(request: LiveRequest): Promise<T> {
    if (this.waiting.size >= limits.liveQuestions.is) throw refuse("live-busy", { seconds: 1 });
    const child = await this.child;
    if (this.sentVersion === undefined || performance.now() - this.lookedAt > 4 * lookMs) await this.look();
    if (this.sentVersion === undefined && !this.isMade) throw refuse("live-not-ready", { seconds: 1 });
    const id = ++this.questions;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(refuse("live-not-ready", { seconds: 5 }));
      }, answerMs);
      this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject, timer });
      send(child, { id, ...request });
    });
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    clearInterval(this.timer);
    this.release?.();
    this.child.then(
      (child) => child.kill("SIGKILL"),
      () => {},
    );
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(refuse("live-not-ready", { seconds: 1 }));
    }
    this.waiting.clear();
    this.onEnd();
    void rm(this.dir, { recursive: true, force: true }).catch(() => {});
  }

  private async begin(): Promise<ChildProcess> {
    await mkdir(this.dir, { recursive: true });
    const child = await forkChild(new URL("./child.js", import.meta.url), { niceness: questionNiceness });
    const leaveShare = processorShares.begin(child, this.accountId, questionNiceness);
    // While it waits, it does not keep the service from exiting.
    for (const handle of [child, child.channel!, child.stdin as Socket]) handle.unref();
    child.on("message", (reply) => this.receive(reply as LiveReply));
    child.once("exit", () => {
      leaveShare();
      this.end();
    });
    if (this.isEnded) child.kill("SIGKILL");
    return child;
  }

  private receive(reply: LiveReply): void {
    if (reply.at === "made") {
      this.isMade = true;
      this.release?.();
      this.release = undefined;
      return;
    }
    if (reply.at === "failed") this.options.report(new Error(`Live scores failed. ${reply.message}`));
    if (reply.at === "failed" && reply.id === null) {
      // It is tried again, with what the next look finds.
      this.release?.();
      this.release = undefined;
      this.sentVersion = undefined;
      this.triedUntil = Date.now() + afterFailureMs;
      return;
    }
    const wanted = this.waiting.get(reply.id!);
    if (!wanted) return;
    this.waiting.delete(reply.id!);
    clearTimeout(wanted.timer);
    if (reply.at === "answered") wanted.resolve(reply.answer);
    else if (reply.at === "refused") wanted.reject(new Refusal(reply.code, reply.params));
    else wanted.reject(new Error("Live scores failed."));
  }

  /** Sends the child what it does not know: a newer build, and the files that came since. */
  private look(): Promise<void> {
    this.looking ??= this.lookNow()
      .catch((error) => this.options.report(error))
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    const { db, dataDir } = this.options;
    const places = { db: db.kysely, dataDir, accountId: this.accountId };
    const asOf = Date.now();
    const version = db.version();
    const isSame = version !== null && version === this.seenVersion && this.sentVersion !== undefined;
    // The index of a build is made before the next is looked for.
    const isMaking = this.release !== undefined;
    // Whatever else is written, such as entries about these very answers, changes no build.
    const revisions = isSame ? this.seenRevisions : await revisionsOf(db.kysely, this.accountId);
    const isBuildSame = revisions === this.seenRevisions && this.sentVersion !== undefined;
    const found = isBuildSame || isMaking || asOf < this.triedUntil ? null : await this.newerState(places);
    if (found) {
      this.state = found;
      this.sentVersion = found.build.version;
    }
    this.lookedAt = performance.now();
    if (!isMaking) [this.seenVersion, this.seenRevisions] = [version, revisions];
    if (!this.state || isSame) return;
    send(await this.child, {
      at: "sources",
      ...(found && { build: found.build }),
      waiting: await waitingFiles(places, this.state),
      asOf,
      logDir: path.join(dataDir, "events", this.accountId),
      workDir: this.dir,
      memoryMb,
    });
  }

  /** A newer build, whose files are checked and held; null for none. */
  private async newerState(places: Parameters<typeof readLiveState>[0]): Promise<LiveState | null> {
    const { db, dataDir, reads, files } = this.options;
    const { accountId } = this;
    if (!isNewer(await readLiveState(places), this.sentVersion)) return null;
    const release = reads.hold(await pathsOfAccount(db.kysely, accountId));
    try {
      const found = await readLiveState(places);
      if (isNewer(found, this.sentVersion)) {
        const resources = await listStoredResults(db.kysely, accountId);
        await files.require(await filesRead(found.build, dataDir, { accountId, resources, uploads: [] }));
        this.release = release;
        return found;
      }
    } catch (cause) {
      release();
      throw cause;
    }
    release();
    return null;
  }
}

const isNewer = (state: LiveState | null, version: string | undefined): state is LiveState =>
  state !== null && state.build.version !== version;

const answerMs = 60_000;
const afterFailureMs = 10_000;
const quietMs = 10_000;
const turnMs = 60_000;

const send = (child: ChildProcess, message: LiveMessage): void => {
  child.send(message, () => {});
};
