// Failure policy of builds: for each cause that ends an attempt without a result, whose fault it is, what follows,
// and after how long. The first rule that applies decides, and the runner does what it says.

import type { Fault } from "../../errors/catalogue.js";
import { Refusal } from "../../errors/refusal.js";
import { worldTrouble } from "../../errors/world.js";
import { retryDelayMs } from "../../queue/queue.js";
import { crashedText, slotText, waitingText } from "../../words/waiting.js";
import { preempted } from "./slots.js";

/** An attempt that ended without a result. */
export interface FailedAttempt {
  error: unknown;
  /** Aborted when the service stops, or when the build is preempted. */
  signal: AbortSignal;
  /** Aborted when other workers have the jobs. */
  lost: AbortSignal;
  /** Whether a whole batch of several builds ended so. */
  isBatch: boolean;
  /** Crashes of the build, with this one. */
  failures: number;
  /** The name of the attempt, for its owner to report. */
  build: string;
  /** Notes that the build waits, and gives its pause: as long as the wait so far, up to a minute (`waits.ts`). */
  pauseFor(trouble: Refusal): number;
}

/** With the refusal of the world's or the caller's fault that the error is, or stands for. */
type Failure = FailedAttempt & { world: Refusal | undefined; caller: Refusal | undefined };

type Action =
  /** Write nothing: another worker has the job. */
  | "leave"
  /** Leave it to the queue, which requeues the job once the store is back. */
  | "throw"
  /** Requeue the job, and write nothing else. */
  | "release"
  /** Requeue the job without counting a failure; its resource shows why. */
  | "requeue"
  /** The same, and count a failure. */
  | "retry"
  /** Give each build of the batch a step of its own. */
  | "split"
  /** Record the refusal, until the configuration or what the step reads changes. */
  | "refuse"
  /** Record it until the machine changes, too (`given-up.ts`). */
  | "give up";

interface Rule {
  when(failure: Failure): boolean;
  fault: Fault;
  action: Action;
  /** Absent: at once. */
  afterMs?(failure: Failure): number;
  /** Text that the resource shows. Absent: that of the error. */
  text?(failure: Failure): string;
  /** Line of the log. Absent: none; without a text: that of the error. */
  log?: readonly [level: "info" | "warn" | "error", text?: string];
}

/** Crashes of one build before it is given up. */
const maxFailures = 4;

const rules = {
  preempted: {
    when: ({ signal }) => signal.reason === preempted,
    fault: "world",
    action: "requeue",
    text: () => slotText,
    log: ["info", "gives its slot to another account"],
  },
  stopped: { when: ({ signal }) => signal.aborted, fault: "world", action: "release" },
  leaseLost: { when: ({ lost }) => lost.aborted, fault: "world", action: "leave" },
  storeAway: { when: ({ world }) => world?.code === "store-unavailable", fault: "world", action: "throw" },
  troubled: {
    when: ({ world }) => world !== undefined,
    fault: "world",
    action: "requeue",
    afterMs: ({ world, pauseFor }) => pauseFor(world!),
    text: ({ world }) => waitingText(world!),
    log: ["warn"],
  },
  batchFailed: {
    when: ({ isBatch }) => isBatch,
    fault: "ours",
    action: "split",
    log: ["warn", "a batch failed, and each of its builds has a step of its own"],
  },
  memoryExceeded: {
    when: ({ caller }) => caller?.code === "build-memory-exceeded",
    fault: "caller",
    action: "give up",
  },
  refused: { when: ({ caller }) => caller !== undefined, fault: "caller", action: "refuse" },
  crashed: {
    when: ({ failures }) => failures < maxFailures,
    fault: "ours",
    action: "retry",
    afterMs: ({ failures }) => retryDelayMs(failures),
    text: ({ failures }) => crashedText(failures, maxFailures),
    log: ["error", "a build failed"],
  },
  crashedOften: {
    when: () => true,
    fault: "ours",
    action: "give up",
    text: ({ build }) => new Refusal("build-crashed", { times: maxFailures, build }).message,
    log: ["error", "a build failed"],
  },
} satisfies Record<string, Rule>;

/** Consequence of a failed attempt. */
export const judge = (attempt: FailedAttempt) => {
  const { error } = attempt;
  const isCallers = error instanceof Refusal && error.entry.fault === "caller";
  const failure = { ...attempt, world: worldTrouble(error), caller: isCallers ? error : undefined };
  const [cause, rule] = Object.entries<Rule>(rules).find(([, { when }]) => when(failure))!;
  const message = failure.world?.message ?? (error instanceof Error ? error.message : String(error));
  const { fault, action, afterMs, text, log: [level, line = message] = [] } = rule;
  return {
    cause: cause as keyof typeof rules,
    /** The error under the refusal that stands for it. */
    origin: failure.world?.cause ?? error,
    fault,
    action,
    afterMs: afterMs?.(failure) ?? 0,
    text: text?.(failure) ?? message,
    log: level && { level, text: line },
  };
};
