// The machine below a simulated service: one clock, one list of what happens next, and all chance from one
// seed. It takes the place of Node's own timers, dates, chance and file operations, so that nothing in the
// service can be forgotten: code that asks for the time or for a random number gets it from here.
//
// What waits for the machine happens in the order of its time, one at a time, and the promises that follow
// from it are settled before the next begins. So the same seed gives the same order.
//
// A life is a run of the service's process. A kill forgets all that its life waits for. Of several nodes each has a
// life; what happens is of one of them, and so is all that follows from it in the same step.

import { AsyncResource } from "node:async_hooks";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { type Chance, chanceOf } from "../api/random/chance.js";

interface Pending {
  at: number;
  order: number;
  /** 0: of the world outside of the service. */
  life: number;
  of: "timer" | "disk" | "world";
  act(): void;
  /** What a kill may leave half done. */
  atKill?: (() => void) | undefined;
  isCancelled?: boolean;
}

const nativeImmediate = globalThis.setImmediate;
const nativeTimeout = globalThis.setTimeout;
const NativeDate = globalThis.Date;

/** Processor time of this process, for figures. */
export const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Waits by the clock of the machine that simulates. */
export const reallyPass = (ms: number): Promise<void> => new Promise((done) => void nativeTimeout(done, ms));

/** Monday, 5 January 2026, 08:00 UTC. */
const firstMs = NativeDate.UTC(2026, 0, 5, 8);

/** Time that passes with each thing that happens. */
const leastMs = 0.005;

export class Machine {
  /** Order of what happens, and durations. */
  readonly chance: Chance;
  /** Random numbers that the service asks for. */
  private readonly numbers: Chance;
  readonly beganAt = 1_000;
  monotonicMs = this.beganAt;
  /** The life that runs. */
  life = 1;
  private lives = 1;
  private readonly dead = new Set<number>();
  /** What the clock of a life shows beyond the time that has passed. */
  private readonly movedMs = new Map<number, number>();
  private readonly pausedUntil = new Map<number, number>();
  private order = 0;
  private heap: Pending[] = [];
  /** How much is waited for from the disk. */
  private ofDisk = 0;
  steps = 0;
  /** The longest leap: time may pass in leaps while nothing but time is waited for. */
  leapMs: () => number = () => 0;
  /** Waits for what answers from outside of this process, before the next thing happens. */
  settle: () => Promise<void> | void = () => {};
  /** Hears of another life that runs. */
  onLife: (life: number) => void = () => {};

  constructor(readonly seed: number) {
    current = this;
    this.chance = chanceOf(seed * 7_919 + 17);
    this.numbers = chanceOf(seed * 104_729 + 5);
  }

  /** What a clock on the wall of the life's machine shows. */
  now(): number {
    return Math.floor(this.trueMs + (this.movedMs.get(this.life) ?? 0));
  }

  /** What a clock shows that nobody moves. */
  get trueMs(): number {
    return firstMs + this.passedMs;
  }

  moveClock(life: number, byMs: number): void {
    this.movedMs.set(life, (this.movedMs.get(life) ?? 0) + byMs);
  }

  get passedMs(): number {
    return this.monotonicMs - this.beganAt;
  }

  number(): number {
    return this.numbers.next();
  }

  bytes(count: number): Buffer {
    const bytes = Buffer.alloc(count);
    for (let i = 0; i < count; i++) bytes[i] = Math.floor(this.numbers.next() * 256);
    return bytes;
  }

  /** Something of the present life. */
  after(ms: number, of: "timer" | "disk", act: () => void, atKill?: () => void): Pending {
    return this.add({ at: this.monotonicMs + Math.max(0, ms), life: this.life, of, act, atKill });
  }

  /** Something outside of the service, which no kill ends. */
  later(ms: number, act: () => void): Pending {
    return this.add({ at: this.monotonicMs + Math.max(0, ms), life: 0, of: "world", act });
  }

  /** Something of a life, from outside: a packet that arrives, or the start. */
  inLife(life: number, ms: number, act: () => void): Pending {
    return this.add({ at: this.monotonicMs + Math.max(0, ms), life, of: "disk", act });
  }

  pause(ms: number): Promise<void> {
    return new Promise((done) => void this.later(ms, done));
  }

  /** What is cancelled stays in its place until it would be next. */
  cancel(pending: Pending): void {
    pending.isCancelled = true;
  }

  /** Whether anything waits for a disk. */
  waitsForDisk(): boolean {
    return this.ofDisk > 0;
  }

  newLife(): number {
    return ++this.lives;
  }

  /** Lets nothing of a life happen for so long, as when its machine is suspended. */
  suspend(life: number, ms: number): void {
    this.pausedUntil.set(life, this.monotonicMs + ms);
  }

  /**
   * Ends a life. Of what its disk was about to do, chance decides what is still done. Returns the life that comes
   * after it, with the same clock.
   */
  kill(life: number): number {
    const cut = this.heap.filter((each) => each.life === life && each.atKill).sort(byTime);
    this.heap = this.heap.filter((each) => each.life !== life);
    this.heap.sort(byTime);
    this.ofDisk = this.heap.filter(({ of }) => of === "disk").length;
    for (const { atKill } of cut) if (this.chance.is(0.5)) atKill!();
    const next = this.newLife();
    this.dead.add(life);
    this.movedMs.set(next, this.movedMs.get(life) ?? 0);
    this.life = next;
    return next;
  }

  /** Lets things happen until `isDone`; false if it took longer than `mostMs`, or nothing is left to happen. */
  async until(isDone: () => boolean, mostMs: number): Promise<boolean> {
    const lastMs = this.monotonicMs + mostMs;
    while (!isDone()) {
      while (this.heap[0]?.isCancelled) this.take();
      if (this.heap.length === 0 || this.monotonicMs > lastMs) return false;
      await this.step();
    }
    return true;
  }

  private async step(): Promise<void> {
    this.steps++;
    const first = this.heap[0]!;
    if (this.isPutOff(first)) return;
    if (first.at > this.monotonicMs && first.life !== 0) this.leap();
    const next = this.take();
    if (next.of === "disk") this.ofDisk--;
    this.monotonicMs = Math.max(this.monotonicMs + leastMs, next.at);
    if (next.life !== 0 && next.life !== this.life) {
      this.life = next.life;
      this.onLife(next.life);
    }
    next.act();
    await new Promise<void>((done) => void nativeImmediate(done));
    await this.settle();
  }

  /** What a suspended machine was about to do comes when it wakes up. */
  private isPutOff(first: Pending): boolean {
    const wakesAt = this.pausedUntil.get(first.life) ?? 0;
    if (wakesAt <= Math.max(first.at, this.monotonicMs)) return false;
    this.put(Object.assign(this.take(), { at: wakesAt }));
    return true;
  }

  /** A machine that slept: all that was due meanwhile is late, as after a suspension. */
  private leap(): void {
    const leapMs = this.leapMs();
    if (leapMs === 0) return;
    let to = this.monotonicMs + leapMs * this.chance.next();
    for (const { life, at, isCancelled } of this.heap) if (life === 0 && !isCancelled && at < to) to = at;
    this.monotonicMs = Math.max(this.monotonicMs, to - leastMs);
  }

  private add(pending: Omit<Pending, "order">): Pending {
    const added = { ...pending, order: this.order++ };
    // Code of a killed process that still runs is heard by nobody.
    if (this.dead.has(added.life)) return added;
    if (added.of === "disk") this.ofDisk++;
    this.put(added);
    return added;
  }

  private put(added: Pending): void {
    const { heap } = this;
    let i = heap.push(added) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (byTime(heap[parent]!, added) <= 0) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = added;
  }

  private take(): Pending {
    const { heap } = this;
    const [first] = heap as [Pending];
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && byTime(heap[child + 1]!, heap[child]!) < 0) child++;
      if (byTime(heap[child]!, last) >= 0) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = last;
    return first;
  }
}

const byTime = (a: Pending, b: Pending): number => a.at - b.at || a.order - b.order;

/** The timer as Node's callers see it. */
class Timer {
  private pending: Pending | undefined;

  constructor(
    private readonly ms: number,
    private readonly act: () => void,
    private readonly isRepeated: boolean,
  ) {
    this.refresh();
  }

  refresh(): this {
    if (this.pending) current.cancel(this.pending);
    this.pending = current.after(this.ms, "timer", () => {
      this.pending = undefined;
      if (this.isRepeated) this.refresh();
      this.act();
    });
    return this;
  }

  close(): this {
    if (this.pending) current.cancel(this.pending);
    this.pending = undefined;
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return this.pending !== undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

type Act = (...given: unknown[]) => void;

/** The machine that is simulated now. */
let current: Machine;

/** Node's timers, dates and random numbers become those of the current. */
export const putUnderNode = (): void => {
  // Modules that are loaded ask for the time, too.
  current = new Machine(0);
  const load = createRequire(import.meta.url);
  // What `AsyncResource.bind` returns has a property that is deprecated, which costs more than the rest of it.
  const bound = (act: Act, given: unknown[]) => {
    const resource = new AsyncResource("Timer");
    return () => resource.runInAsyncScope(() => act(...given));
  };
  const timer =
    (isRepeated: boolean) =>
    (act: Act, ms = 1, ...given: unknown[]) =>
      new Timer(Math.max(1, Number(ms) || 1), bound(act, given), isRepeated);
  const clear = (timer: unknown): void => {
    if (timer instanceof Timer) timer.close();
  };
  const immediate = (act: Act, ...given: unknown[]) => new Timer(0, bound(act, given), false);
  const timers = {
    setTimeout: timer(false),
    setInterval: timer(true),
    setImmediate: immediate,
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
  Object.assign(globalThis, timers);
  Object.assign(load("node:timers"), timers);
  const wait = <T>(ms = 1, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> =>
    new Promise((done, fail) => {
      const abort = () => {
        waiting.close();
        fail(aborted(signal!));
      };
      if (signal?.aborted) return fail(aborted(signal));
      const waiting = new Timer(
        Math.max(0, ms),
        () => {
          signal?.removeEventListener("abort", abort);
          done(value);
        },
        false,
      );
      signal?.addEventListener("abort", abort, { once: true });
    });
  Object.assign(load("node:timers/promises"), {
    setTimeout: wait,
    setImmediate: <T>(value?: T) => wait(0, value),
  });

  globalThis.Date = new Proxy(NativeDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [current.now()] : given, newTarget),
    get: (target, name) => (name === "now" ? () => current.now() : Reflect.get(target, name)),
  });
  performance.now = () => current.monotonicMs;
  process.hrtime = Object.assign(
    (since: [number, number] = [0, 0]): [number, number] => {
      const ns = Math.round(current.monotonicMs * 1e6) - since[0] * 1e9 - since[1];
      return [Math.floor(ns / 1e9), ns % 1e9];
    },
    { bigint: () => BigInt(Math.round(current.monotonicMs * 1e6)) },
  );
  process.uptime = () => current.passedMs / 1000;

  Math.random = () => current.number();
  const crypto = load("node:crypto");
  const { scryptSync } = crypto as typeof import("node:crypto");
  const uuid = (): string => {
    const hex = current.bytes(16).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, {
    randomUUID: uuid,
    randomBytes: (count: number, done?: (error: null, bytes: Buffer) => void) => {
      const bytes = current.bytes(count);
      if (!done) return bytes;
      current.after(0, "timer", () => done(null, bytes));
      return undefined;
    },
    scrypt: (...given: unknown[]) => {
      const done = given.pop() as (error: null, key: Buffer) => void;
      const key = (scryptSync as (...given: unknown[]) => Buffer)(...given);
      current.after(50, "timer", () => done(null, key));
    },
  });
  globalThis.crypto.randomUUID = uuid as typeof globalThis.crypto.randomUUID;
  syncBuiltinESMExports();
};

const aborted = (signal: AbortSignal): Error =>
  Object.assign(new Error("The operation was aborted", { cause: signal.reason }), {
    name: "AbortError",
    code: "ABORT_ERR",
  });
