// The process that answers live scores of one account. It keeps the index of a build in files of its own, and the
// rows that came since in memory. While it makes the index of a newer build, it answers from the one before.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { LiveQuestion, LiveScores } from "../../domain/pipeline/live-score.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { ReportedPerson } from "../../domain/target/trigger.js";
import type { ErrorCode } from "../../errors/catalogue.js";
import { type ErrorParams, Refusal, refuse } from "../../errors/refusal.js";
import { EngineError, withoutLiterals } from "../../warehouse/engine-error.js";
import { endWithParent } from "../execute/serve.js";
import { Arrivals, type WaitingFile } from "./arrivals.js";
import { LiveAccount, type LiveBuild } from "./live-account.js";
import type { WatchedPeople, WatchQuestion, WordsQuestion } from "./watch.js";

/** Message of the service. */
export type LiveMessage =
  | {
      at: "sources";
      /** Absent: that of before. */
      build?: LiveBuild;
      waiting: WaitingFile[];
      /** When they were listed. */
      asOf: EpochMs;
      /** The directory of the account's logs. */
      logDir: string;
      /** The directory of this process. */
      workDir: string;
      memoryMb: number;
    }
  | ({ id: number } & LiveRequest);

/** A message to the process. */
export type LiveRequest =
  | { at: "ask"; question: LiveQuestion }
  | { at: "watch"; question: WatchQuestion }
  | { at: "words"; question: WordsQuestion };

/** Answer of the process. */
export type LiveReply =
  | { at: "made"; version: string }
  | { at: "answered"; id: number; answer: LiveScores | WatchedPeople | ReportedPerson[] }
  | { at: "refused"; id: number; code: ErrorCode; params: ErrorParams }
  | { at: "failed"; id: number | null; message: string };

type SourcesMessage = Extract<LiveMessage, { at: "sources" }>;

const roundMs = 100;
/** Whoever asks waits for what came before, if it was taken up longer ago than this. */
const longestMs = 1_000;
/** Nobody has asked for so long: rows are taken up when somebody does. */
const quietMs = 30_000;

class LiveProcess {
  private arrivals: Arrivals | undefined;
  private sources: SourcesMessage | undefined;
  private current: LiveAccount | undefined;
  private making: Promise<void> | undefined;
  private usedAt = Number.NEGATIVE_INFINITY;
  private refreshedAt = Number.NEGATIVE_INFINITY;
  private nextAt = Number.NEGATIVE_INFINITY;
  private refreshing: Promise<void> | undefined;
  /** Work with the engine and the rows, one after the other. */
  private turn: Promise<unknown> = Promise.resolve();
  private indexes = 0;

  start(): void {
    setInterval(() => {
      const isQuiet = performance.now() - this.usedAt > quietMs;
      if (!isQuiet && performance.now() > this.nextAt) void this.refresh().catch(say);
    }, roundMs);
  }

  receive(message: SourcesMessage): void {
    this.arrivals ??= new Arrivals(message.logDir);
    const { build = this.sources?.build, ...others } = message;
    this.sources = { ...others, ...(build && { build }) };
    if (message.build && message.build.version !== this.current?.version)
      this.making = (this.making ?? Promise.resolve()).then(() => this.make(message.build!)).catch(say);
  }

  async ask(question: LiveQuestion): Promise<LiveScores> {
    await this.begin();
    const isById = question.people.every((wanted) => "id" in wanted);
    const answer = () => this.current!.answer(question, Date.now());
    return isById ? answer() : this.inTurn(answer);
  }

  async watch(question: WatchQuestion): Promise<WatchedPeople> {
    await this.begin();
    return this.inTurn(() => this.current!.watch(question));
  }

  async words(question: WordsQuestion): Promise<ReportedPerson[]> {
    await this.begin();
    return this.inTurn(() => this.current!.words(question));
  }

  /** Waits until there is an index with what came until a moment ago. */
  private async begin(): Promise<void> {
    const isFirst = performance.now() - this.usedAt > quietMs;
    this.usedAt = performance.now();
    if (!this.current) await this.making;
    if (!this.current) throw refuse("live-not-ready", { seconds: 1 });
    if (isFirst || performance.now() - this.refreshedAt > longestMs) await this.refresh();
    if (this.arrivals!.rows > limits.liveRows.is) throw refuse("live-behind", { seconds: 10 });
  }

  /** Takes up what came; whoever asks meanwhile waits for the same. */
  private refresh(): Promise<void> {
    this.refreshing ??= this.inTurn(async () => {
      const now = Date.now();
      if (!this.current || !this.sources) return;
      const begun = performance.now();
      await this.takeUp(this.current, now);
      this.refreshedAt = performance.now();
      // At most half of the time goes into taking up, so that answers come between.
      this.nextAt = this.refreshedAt + (this.refreshedAt - begun);
    }).finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async takeUp(account: LiveAccount, now: EpochMs): Promise<void> {
    const arrivals = this.arrivals!;
    const { waiting, asOf } = this.sources!;
    await arrivals.readLogs(now);
    await arrivals.readFiles(waiting, asOf);
    if (arrivals.rows <= limits.liveRows.is) await account.takeUp(arrivals, now);
  }

  private async make(build: LiveBuild): Promise<void> {
    const { workDir, memoryMb } = this.sources!;
    const dir = path.join(workDir, String(++this.indexes));
    await mkdir(dir, { recursive: true });
    const made = await LiveAccount.open(build, dir, memoryMb);
    await this.inTurn(async () => {
      const before = this.current;
      if (before) await this.takeUp(before, Date.now());
      this.arrivals!.restart();
      await this.takeUp(made, Date.now());
      if (before) made.followOn(before);
      this.current = made;
      this.refreshedAt = performance.now();
      before?.close();
    });
    send({ at: "made", version: build.version });
    await rm(path.join(workDir, String(this.indexes - 1)), { recursive: true, force: true });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }
}

const send = (reply: LiveReply): void => {
  process.send?.(reply);
};

/** Without what an engine quotes of people's data. */
const messageOf = (error: unknown): string => {
  if (error instanceof EngineError) return withoutLiterals(error.message);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

const say = (error: unknown): void => send({ at: "failed", id: null, message: messageOf(error) });

const answerOf = (request: LiveRequest) => {
  switch (request.at) {
    case "ask":
      return own.ask(request.question);
    case "watch":
      return own.watch(request.question);
    case "words":
      return own.words(request.question);
  }
};

const own = new LiveProcess();
endWithParent();
own.start();
process.on("message", async (message: LiveMessage) => {
  if (message.at === "sources") {
    own.receive(message);
    return;
  }
  const { id } = message;
  try {
    send({ at: "answered", id, answer: await answerOf(message) });
  } catch (error) {
    if (error instanceof Refusal) send({ at: "refused", id, code: error.code, params: error.params });
    else send({ at: "failed", id, message: messageOf(error) });
  }
});
