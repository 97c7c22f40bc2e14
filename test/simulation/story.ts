// The story of a seed: what clients, the owner of the machine and misfortune do, and when. It is plain data,
// so that acts can be left out until the shortest story that fails is found.

import { type Chance, chanceOf } from "../api/random/chance.js";

export type Act =
  | { do: "upload"; account: number; file: string; rows: number; pauseMs?: number; cutAfter?: number }
  | { do: "delete file"; account: number; file: string }
  | { do: "send events"; account: number; count: number; stream: string }
  | { do: "create cohort"; account: number; name: string }
  | { do: "delete cohort"; account: number; name: string }
  | { do: "download"; account: number }
  | { do: "rebuild"; account: number }
  | { do: "look at the other's"; account: number }
  | { do: "kill"; how: "process" | "power"; node: number; pauseMs: number }
  | { do: "stop"; node: number; pauseMs: number }
  | { do: "suspend a node"; node: number; forMs: number }
  | { do: "cut the network"; node: number; forMs: number }
  | { do: "reset connections"; node: number }
  | { do: "fill the disk"; forMs: number; isStoreSpared: boolean }
  | { do: "let the disk fail"; forMs: number; share: number }
  | { do: "let writes be short"; forMs: number }
  | { do: "slow the disk"; forMs: number; times: number }
  | { do: "move the clock"; node: number; byMs: number }
  | { do: "let children crash"; forMs: number }
  | { do: "slow the children"; forMs: number }
  | { do: "take the receiver away"; forMs: number }
  | { do: "take the mail server away"; forMs: number }
  | { do: "lose answers"; forMs: number; share: number }
  /** `which` chooses a file, and `where` the byte in it, as shares of how many there are. */
  | { do: "flip a bit"; of: "uploads" | "results"; which: number; where: number };

/** An act at its time since the beginning. */
export interface Timed {
  atMs: number;
  act: Act;
}

export interface Story {
  seed: number;
  acts: Timed[];
  /** What the clock of each node shows beyond that of the store. */
  skewsMs: number[];
}

const [seconds, minutes, hours, days] = [1_000, 60_000, 3_600_000, 86_400_000];

/** Of several nodes on one store, or of one that has its own. */
export const storyOf = (seed: number, nodes = 1): Story => {
  const chance = chanceOf(seed * 1_000_003 + 1);
  const skewsMs = nodes === 1 ? [0] : Array.from({ length: nodes }, () => skew(chance));
  const acts: Timed[] = [];
  let at = 20 * seconds;
  // A step of several nodes costs more.
  const [spells, mostScenes] = nodes === 1 ? [chance.between(1, 3), 5] : [1, 3];
  // Some stories are about one misfortune, again and again.
  const favourite = chance.is(0.5) ? misfortune(chance, nodes).do : undefined;
  for (let spell = 0; spell < spells; spell++) {
    for (let scene = chance.between(2, mostScenes); scene > 0; scene--) {
      at += chance.between(1, 60) * seconds;
      // Some things at once, and often misfortune amid them or soon after.
      const wishes = chance.between(1, 4);
      for (let i = 0; i < wishes; i++) {
        at += chance.is(0.7) ? chance.between(0, 50) : chance.between(1, 5_000);
        acts.push({ atMs: at, act: wish(chance) });
      }
      if (chance.is(0.3)) continue;
      at += chance.is(0.6) ? chance.between(0, 60) : chance.between(1, 8_000);
      const trouble = chosen(chance, nodes, favourite);
      acts.push({ atMs: at, act: trouble });
      // What lasts meets requests that come later, too.
      const lastsMs = "forMs" in trouble ? Math.min(trouble.forMs, 2 * minutes) : 5 * seconds;
      for (let more = chance.between(0, 3); more > 0; more--)
        acts.push({ atMs: at + chance.between(1, lastsMs), act: wish(chance) });
    }
    at += quiet(chance);
  }
  return { seed, acts: acts.sort((a, b) => a.atMs - b.atMs), skewsMs };
};

/** Time in which nothing is asked for. In some weeks, what is kept for days is forgotten. */
const quiet = (chance: Chance): number => {
  if (chance.is(0.3)) return chance.between(5, 50) * minutes;
  return chance.is(0.8) ? chance.between(1, 60) * hours : chance.between(3, 28) * days;
};

/** Clocks of machines that are kept together, or not. */
const skew = (chance: Chance): number =>
  chance.is(0.7) ? chance.between(-2_000, 2_000) : chance.between(-10, 10) * minutes;

const chosen = (chance: Chance, nodes: number, favourite: Act["do"] | undefined): Act => {
  for (let tries = 0; tries < 30; tries++) {
    const act = misfortune(chance, nodes);
    if (favourite === undefined || act.do === favourite || chance.is(0.1)) return act;
  }
  return misfortune(chance, nodes);
};

const files = ["orders/a.csv", "orders/b.csv", "orders/c.csv", "signups/a.csv", "signups/b.csv"];

const wish = (chance: Chance): Act => {
  const account = chance.between(0, 1);
  const act = chance.one([
    "upload",
    "upload",
    "upload",
    "send events",
    "send events",
    "send events",
    "delete file",
    "create cohort",
    "create cohort",
    "delete cohort",
    "download",
    "download",
    "rebuild",
    "look at the other's",
  ] as const);
  switch (act) {
    case "upload":
      return {
        do: act,
        account,
        file: chance.one(files),
        rows: chance.is(0.1) ? 3_000 : chance.between(1, 30),
        ...(chance.is(0.3) && { pauseMs: chance.between(1, 3_000) }),
        ...(chance.is(0.15) && { cutAfter: chance.next() }),
      };
    case "delete file":
      return { do: act, account, file: chance.one(files) };
    case "send events":
      return { do: act, account, count: chance.between(1, 20), stream: chance.one(["visit", "signup"]) };
    case "create cohort":
    case "delete cohort":
      return { do: act, account, name: `Cohort ${chance.between(1, 4)}` };
    default:
      return { do: act, account };
  }
};

const misfortune = (chance: Chance, nodes: number): Act => {
  if (nodes === 1) return ofMachine(chance, 0);
  const node = chance.between(0, nodes - 1);
  return chance.is(0.5) ? ofNode(chance, node) : ofMachine(chance, node);
};

/** What only one of several nodes meets. A lease lasts for half a minute. */
const ofNode = (chance: Chance, node: number): Act => {
  const forMs = chance.is(0.7) ? chance.between(1, 90) * seconds : chance.between(2, 10) * minutes;
  const act = chance.one([
    "suspend a node",
    "suspend a node",
    "cut the network",
    "reset connections",
  ] as const);
  return act === "reset connections" ? { do: act, node } : { do: act, node, forMs };
};

const ofMachine = (chance: Chance, node: number): Act => {
  const forMs = chance.is(0.5) ? chance.between(1, 60) * seconds : chance.between(1, 20) * minutes;
  const pauseMs = chance.is(0.8) ? chance.between(100, 20 * seconds) : chance.between(1, 60) * minutes;
  const act = chance.one([
    "kill",
    "kill",
    "kill",
    "kill",
    "kill",
    "kill",
    "stop",
    "fill the disk",
    "let the disk fail",
    "let writes be short",
    "slow the disk",
    "move the clock",
    "let children crash",
    "slow the children",
    "take the receiver away",
    "take the receiver away",
    "take the mail server away",
    "lose answers",
    "lose answers",
    "flip a bit",
    "flip a bit",
  ] as const);
  switch (act) {
    case "kill":
      return { do: act, how: chance.one(["process", "power"]), node, pauseMs };
    case "stop":
      return { do: act, node, pauseMs };
    case "let the disk fail":
      return { do: act, forMs: Math.min(forMs, 2 * minutes), share: chance.one([0.01, 0.1, 0.5]) };
    case "fill the disk":
      return { do: act, forMs, isStoreSpared: chance.is(0.5) };
    case "lose answers":
      return { do: act, forMs, share: chance.one([0.2, 0.8]) };
    case "flip a bit":
      return { do: act, of: chance.one(["uploads", "results"]), which: chance.next(), where: chance.next() };
    case "slow the disk":
      return { do: act, forMs: Math.min(forMs, 2 * minutes), times: chance.one([20, 300]) };
    case "move the clock":
      return {
        do: act,
        node,
        byMs: chance.one([-1, 1]) * chance.one([3 * seconds, 40 * minutes, 3 * 24 * hours]),
      };
    default:
      return { do: act, forMs };
  }
};
