// A siege: the service with a number of slots for builds, an account that works, and all attackers side by
// side. The same work is measured twice: in calm, while the attackers attack an idle server and cost the
// machine the same, and under siege.

import { setMaxListeners } from "node:events";
import { availableParallelism, networkInterfaces } from "node:os";
import path from "node:path";
import { type RunningService, startServiceProcess } from "../../src/cli/demo/service.js";
import { type Account, builtPipeline, fillAccount, signUp } from "../http/accounts.js";
import { ordersOfShop } from "../orders/shop.js";
import { peakMbOf, processorSecondsOf } from "../program/process-tree.js";
import type { Place } from "../program/program.js";
import type { Aim } from "./attack.js";
import { type Attacked, startAttackers, startIdleServer } from "./attackers.js";
import { type Readings, readUntil } from "./readings.js";
import { Turns } from "./turns.js";
import {
  type Delivery,
  deliverUntil,
  type FirstBuild,
  firstBuildsUntil,
  pathsOf,
  type Victim,
} from "./victim.js";

export interface SiegeOptions {
  slots: number;
  calmSeconds: number;
  seconds: number;
  /** Names of the attacks. */
  only: string[];
}

/** Measurements in calm, or under siege. */
export interface Phase {
  readings: Readings;
  deliveries: Delivery[];
  firstBuilds: FirstBuild[];
  /** Peak of the server alone, since its start. */
  serverMb: number;
  /** Builds that began: of the adversary, and of all; and how long the adversary's held slots, in seconds. */
  builds: { adversary: number; all: number; held: { all: number; longest: number } };
  attacked: Attacked[];
  /** Share of all processors. */
  shares: { server: number; builds: number; attackers: number; idleServer: number; measuring: number };
}

export interface Siege extends SiegeOptions {
  calm: Phase;
  siege: Phase;
}

const customers = 1_000;
/** Orders that are sent later, a few at a time. */
const laterRows = 1_500;
const resources = 3_000;
const firstBuildEveryMs = 20_000;
/** Sign-ups of one address in an hour, at least. */
const newcomersAtMost = 50;

/** Small enough that the attack with uploads meets it. */
const storedBytes = 100 * 2 ** 20;

export const besiege = async (
  options: SiegeOptions,
  { dir, screen, signal }: Pick<Place, "dir" | "screen" | "signal">,
): Promise<Siege> => {
  const dataDir = path.join(dir, `slots-${options.slots}`);
  const service = await startServiceProcess(dataDir, {
    HOST: "0.0.0.0",
    BELLWETHER_PARALLEL_BUILDS: String(options.slots),
    BELLWETHER_MAX_STORED_BYTES: String(storedBytes),
    BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES: "always",
  });
  const idle = await startIdleServer();
  const turns = await Turns.watch(dataDir);
  try {
    screen.say(`  ${options.slots} slots: building the accounts`);
    const scene = await prepare(service, dir, dataDir, options);
    const stop = AbortSignal.any([signal, service.ended]);
    setMaxListeners(0, stop);
    const measured = { ...scene, service, turns, dir, idlePid: idle.pid, stop };
    screen.say(`  ${options.slots} slots: ${options.calmSeconds} s in calm`);
    const { only, calmSeconds, seconds } = options;
    const calm = await measure(measured, { port: idle.port, seconds: calmSeconds, only, isWhole: true });
    screen.say(`  ${options.slots} slots: ${options.seconds} s under siege`);
    const port = Number(new URL(service.url).port);
    const siege = await measure(measured, { port, seconds, only, isWhole: false });
    return { ...options, calm, siege };
  } finally {
    await turns.close();
    idle.stop();
    await service.stop();
  }
};

interface Scene {
  victim: Victim;
  newcomers: Account[];
  adversary: Account;
  /** Everything of the attackers' aim but the port. */
  aim: Omit<Aim, "port">;
}

/** The accounts, with everything built. */
const prepare = async (
  { url }: RunningService,
  dir: string,
  dataDir: string,
  { calmSeconds, seconds }: SiegeOptions,
): Promise<Scene> => {
  const [victimAccount, adversary] = [await signUp(url, "victim"), await signUp(url, "adversary")];
  const rounds = Math.ceil(((calmSeconds + seconds) * 1_000) / firstBuildEveryMs) + 2;
  const newcomers: Account[] = [];
  for (let i = 0; i < Math.min(newcomersAtMost, rounds); i++)
    newcomers.push(await signUp(url, `newcomer ${i}`));
  // Nobody else uses the store yet. The stream never comes, so none of these is built.
  await fillAccount(dataDir, adversary.id, resources, "nothing");
  const shop = { customers, later: laterRows };
  const orders = await ordersOfShop(path.join(dir, "victim"), { ...shop, seed: 1 });
  const pipeline = await builtPipeline(victimAccount, orders.file);
  const own = await ordersOfShop(path.join(dir, "adversary"), { ...shop, seed: 2 });
  const { outcomeId } = await builtPipeline(adversary, own.file);
  const outcome = await adversary.client.get<OutcomeCohorts>(`/outcomes/${outcomeId}`);
  return {
    victim: { ...victimAccount, pipeline, header: orders.header, rows: orders.rows },
    newcomers,
    adversary,
    aim: {
      account: { host: "127.0.0.1", localAddress: "127.0.0.2", key: adversary.key },
      nobody: { host: outsideAddress() },
      victimEmail: "victim@example.com",
      cohortIds: [outcome.attainment_cohort_id, outcome.eligible_cohort_id],
      orders: [own.header, ...own.rows].join("\n"),
    },
  };
};

interface OutcomeCohorts {
  attainment_cohort_id: string;
  eligible_cohort_id: string;
}

/**
 * An address of this machine that is not a loopback address, so that limits of a network address count;
 * connections from loopback addresses have none.
 */
const outsideAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.3";

interface Measured extends Scene {
  service: RunningService;
  turns: Turns;
  dir: string;
  idlePid: number;
  stop: AbortSignal;
}

/** The victim works for so long, while attackers attack the port. Whole: what it has begun comes to its end. */
const measure = async (
  { victim, newcomers, adversary, aim, service, turns, dir, idlePid, stop }: Measured,
  { port, seconds, only, isWhole }: { port: number; seconds: number; only: string[]; isWhole: boolean },
): Promise<Phase> => {
  const attackers = await startAttackers({ aim: { ...aim, port }, only });
  const pids = { service: service.pid, attackers: attackers.pid, idleServer: idlePid };
  const [usedBefore, begunBefore] = [usedBy(pids), [turns.count(adversary.id), turns.count()]];
  const startedMs = performance.now();
  const until = endingAfter(seconds, stop);
  const { url } = service;
  const work = { url, dir, giveUp: isWhole ? stop : until };
  const [readings, deliveries, firstBuilds] = await Promise.all([
    readUntil(until, { url, key: victim.key, paths: pathsOf(victim.pipeline) }),
    deliverUntil(until, victim, work),
    firstBuildsUntil(until, { newcomers, everyMs: firstBuildEveryMs, turns }, work),
  ]);
  const used = usedBy(pids);
  const processorSeconds = ((performance.now() - startedMs) / 1_000) * availableParallelism();
  const share = (of: (use: Used) => number) => (of(used) - of(usedBefore)) / processorSeconds;
  const phase = {
    readings,
    deliveries,
    firstBuilds,
    serverMb: peakMbOf(service.pid),
    builds: {
      adversary: turns.count(adversary.id) - begunBefore[0]!,
      all: turns.count() - begunBefore[1]!,
      held: turns.secondsHeld(adversary.id, begunBefore[1]!),
    },
    shares: {
      server: share(({ service }) => service.own),
      builds: share(({ service }) => service.all - service.own),
      attackers: share((each) => each.attackers.all),
      idleServer: share((each) => each.idleServer.all),
      measuring: share((each) => each.measuring),
    },
  };
  const attacked = await attackers.stop();
  if (stop.aborted) throw stop.reason;
  return { ...phase, attacked };
};

/**
 * Aborted after some seconds, or with the other signal. Node 20 forgets a timeout that only `AbortSignal.any`
 * holds.
 */
const endingAfter = (seconds: number, other: AbortSignal): AbortSignal => {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const end = () => ending.abort();
  const timer = setTimeout(end, seconds * 1_000);
  other.addEventListener("abort", end, { once: true });
  ending.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    other.removeEventListener("abort", end);
  });
  return ending.signal;
};

type Used = ReturnType<typeof usedBy>;

/** Processor seconds. */
const usedBy = (pids: { service: number; attackers: number; idleServer: number }) => {
  const { user, system } = process.cpuUsage();
  return {
    service: processorSecondsOf(pids.service),
    attackers: processorSecondsOf(pids.attackers),
    idleServer: processorSecondsOf(pids.idleServer),
    measuring: (user + system) / 1e6,
  };
};
