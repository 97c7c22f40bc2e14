// Attackers: a process of its own that makes all attacks side by side, so that nothing of their work is in
// the response times of others, and their processor time is known.

import { type ChildProcess, fork } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Aim, type Attack, Target } from "./attack.js";
import { attacks } from "./attacks.js";

/** Record of one attack. */
export interface Attacked {
  name: string;
  rounds: number;
  /** Answers by status, or by why there was none. */
  answers: Record<string, number>;
}

export interface Orders {
  aim: Aim;
  /** Names of the attacks to make. */
  only: string[];
  /** Called with all that was made so far, after each answer. */
  onAnswer?: (made: Attacked[]) => void;
}

/** Makes attacks until the signal. Resolves when the rounds under way are over, or nobody waits for them any longer. */
export const attackUntil = async (
  signal: AbortSignal,
  { aim, only, onAnswer }: Orders,
): Promise<Attacked[]> => {
  setMaxListeners(0, signal);
  const chosen = attacks.filter(({ name }) => only.includes(name));
  const made: Attacked[] = [];
  for (const attack of chosen) {
    const target = new Target(attack, aim, signal, () => onAnswer?.(made));
    const attacked = { name: attack.name, rounds: 0, answers: target.answers };
    made.push(attacked);
    void repeat(attack, target, attacked);
  }
  if (!signal.aborted) await once(signal, "abort");
  return made;
};

const repeat = async (attack: Attack, target: Target, attacked: Attacked): Promise<void> => {
  try {
    const round = await attack.begin(target);
    while (!target.signal.aborted) {
      const startedMs = performance.now();
      await round(attacked.rounds++);
      const leftMs = attack.everyMs - (performance.now() - startedMs);
      await sleep(Math.max(0, leftMs), undefined, { signal: target.signal }).catch(() => {});
    }
  } catch (error) {
    target.count(error instanceof Error ? error.message : String(error));
  } finally {
    target.agent.destroy();
  }
};

export interface Attackers {
  pid: number;
  /** Ends the attacks, and the process. */
  stop(): Promise<Attacked[]>;
}

export const startAttackers = async (orders: Orders): Promise<Attackers> => {
  const child = fork(fileURLToPath(new URL("./attack-process.js", import.meta.url)));
  await reportOf(child);
  child.send(orders);
  return {
    pid: child.pid!,
    async stop() {
      child.send("stop");
      const made = (await reportOf(child)) as Attacked[];
      child.kill("SIGKILL");
      return made;
    },
  };
};

const reportOf = async (child: ChildProcess): Promise<unknown> => {
  const ended = once(child, "exit").then(() => {
    throw new Error("A process of the benchmark ended.");
  });
  return (await Promise.race([once(child, "message"), ended]))[0];
};

/**
 * An idle server: while others are measured in calm, the attackers attack it, so that the machine is as busy
 * with them as later.
 */
export const startIdleServer = async (): Promise<{ pid: number; port: number; stop(): void }> => {
  const child = fork(fileURLToPath(new URL("./idle-server.js", import.meta.url)));
  const port = (await reportOf(child)) as number;
  return { pid: child.pid!, port, stop: () => void child.kill("SIGKILL") };
};
