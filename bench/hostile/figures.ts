// Figures of a siege, each beside its value in calm and its bar.

import { table } from "../../src/cli/table.js";
import { quantile } from "./readings.js";
import type { Phase, Siege } from "./siege.js";

export interface Figure {
  name: string;
  calm: string;
  siege: string;
  ratio?: string;
  bar: string;
  isMet: boolean;
}

const maxSlowdown = 2;
const maxOthers = 1;
const maxChains = 2;
const maxMemoryMb = 300;

export const figuresOf = ({ calm, siege }: Pick<Siege, "calm" | "siege">): Figure[] => [
  slowdown(calm, siege),
  others(calm, siege),
  age(calm, siege),
  {
    name: "memory of the server at most, MB",
    calm: String(calm.serverMb),
    siege: String(siege.serverMb),
    bar: `below ${maxMemoryMb}`,
    isMet: siege.serverMb < maxMemoryMb,
  },
];

const slowdown = (calm: Phase, siege: Phase): Figure => {
  const [before, during] = [calm, siege].map(({ readings }) => quantile(readings.ms, 0.99)) as [
    number,
    number,
  ];
  return {
    name: "p99 of another account's reads, ms",
    calm: before.toFixed(1),
    siege: during.toFixed(1),
    ratio: (during / before).toFixed(1),
    bar: `below ${maxSlowdown} times`,
    isMet: during < maxSlowdown * before && siege.readings.failures === 0,
  };
};

const others = (calm: Phase, siege: Phase): Figure => {
  const most = ({ firstBuilds }: Phase) => Math.max(0, ...firstBuilds.map((build) => build.others));
  return {
    name: "builds of others that began before a first build, at most",
    bar: `at most ${maxOthers}`,
    calm: String(most(calm)),
    siege: String(most(siege)),
    isMet: most(siege) <= maxOthers,
  };
};

/** A file that was not delivered in the time is as old as the measurement saw it. */
const age = (calm: Phase, siege: Phase): Figure => {
  const chain = quantile(
    calm.deliveries.filter(({ isDelivered }) => isDelivered).map(({ ms }) => ms),
    0.5,
  );
  const oldest = Math.max(0, ...siege.deliveries.map(({ ms }) => ms));
  return {
    name: "age of another account's file at most, s",
    calm: seconds(chain),
    siege: seconds(oldest),
    ratio: (oldest / chain).toFixed(1),
    bar: `at most ${maxChains} chains`,
    isMet: oldest <= maxChains * chain,
  };
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Lines of the report of one siege. */
export const reportOf = (siege: Siege): string[] => [
  `${siege.slots} slots: ${siege.calmSeconds} s in calm, beside attackers of an idle server; ${siege.seconds} s under siege`,
  ...table(
    ["", "calm", "siege", "ratio", "bar", "met"],
    figuresOf(siege).map(({ name, calm, siege: during, ratio = "", bar, isMet }) => [
      ...[name, calm, during, ratio, bar, isMet ? "yes" : "NO"],
    ]),
  ),
  ...[siege.calm, siege.siege].flatMap((phase, i) => [
    ...detailsOf(phase).map((line) => `  ${i === 0 ? "calm" : "siege"}: ${line}`),
  ]),
  ...table(
    ["attack", "rounds", "answers under siege"],
    siege.siege.attacked.map(({ name, rounds, answers }) => [name, String(rounds), answersOf(answers)]),
  ),
];

const detailsOf = ({ readings, deliveries, firstBuilds, builds, shares }: Phase): string[] => {
  const { ms, failures } = readings;
  const files = deliveries.map((each) => seconds(each.ms) + (each.isDelivered ? "" : " and not there yet"));
  const firsts = firstBuilds.map(
    (each) => `${seconds(each.ms)}${each.isReady ? "" : " and not ready yet"} after ${each.others}`,
  );
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return [
    `${ms.length} reads, median ${quantile(ms, 0.5).toFixed(1)}, worst ${Math.max(...ms).toFixed(0)} ms, ${failures} without an answer of 200`,
    `files delivered after ${files.join(", ")} s`,
    `first builds ready after ${firsts.join(", ")} builds of others`,
    `${builds.all} builds began, ${builds.adversary} of the adversary, which held slots for ${builds.held.all.toFixed(0)} s, at most ${builds.held.longest.toFixed(1)} s at once`,
    `processors: server ${percent(shares.server)}, its builds ${percent(shares.builds)}, attackers ${percent(shares.attackers)}, idle server ${percent(shares.idleServer)}, measuring ${percent(shares.measuring)}`,
  ];
};

const answersOf = (answers: Record<string, number>): string => {
  const found = Object.entries(answers).map(
    ([answer, times]) => `${answer}: ${times.toLocaleString("en-US")}`,
  );
  return found.join(", ") || "none";
};
