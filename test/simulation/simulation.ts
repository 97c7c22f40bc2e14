// One simulation: the story of a seed from its beginning to the rest after it, and what must be true then.

import realFs from "node:fs";
import path from "node:path";
import { Account } from "./account.js";
import { checkEnd, eventLogs } from "./checks.js";
import { Disk, filesBelow } from "./disk.js";
import { Machine } from "./machine.js";
import { StoreServer } from "./store-server.js";
import type { Act, Story, Timed } from "./story.js";
import { Violation, World } from "./world.js";

export interface Ended {
  seed: number;
  sentences: string[];
  violation: string | undefined;
  days: number;
  kills: number;
  steps: number;
  /** Lines of the service's log. */
  logged: string[];
}

/** Longest wait after the last misfortune until everything is built. */
const builtMs = 6 * 3_600_000;
/** Until everything is at rest: deliveries are tried again for three days. */
const restMs = 5 * 86_400_000;
/** The first look at whether it is at rest comes after this, and each next one later. */
const lookMs = 10_000;
const longestLookMs = 3_600_000;
const { existsSync, rmSync } = { ...realFs };

export const simulate = async (
  { seed, acts, skewsMs }: Story,
  { directory, server }: { directory: string; server?: string | undefined },
  onSentence: (line: string) => void = () => {},
): Promise<Ended> => {
  const machine = new Machine(seed);
  const disk = new Disk(path.join(directory, String(seed)), machine);
  const store = skewsMs.length > 1 ? await StoreServer.open(machine, server!) : undefined;
  const world = new World(machine, disk, skewsMs, store);
  world.onSentence = onSentence;
  const accounts = [new Account(world, "Acme", 0), new Account(world, "Brava", 1)] as const;
  await play(world, accounts, acts).catch((error: Error) =>
    world.violate(error instanceof Violation ? error.message : String(error.stack)),
  );
  if (store) {
    for (const node of world.nodes) node.end();
    await store.close();
  }
  for (const root of [disk.root, `${disk.root}.graves`, `${disk.root}.kept`, `${disk.root}.kept-wal`])
    rmSync(root, { recursive: true, force: true });
  return {
    seed,
    sentences: world.story,
    violation: world.violation?.message,
    days: machine.passedMs / 86_400_000,
    kills: world.kills,
    steps: machine.steps,
    logged: world.logged,
  };
};

type Accounts = readonly [Account, Account];

const play = async (world: World, accounts: Accounts, acts: readonly Timed[]): Promise<void> => {
  const { machine } = world;
  world.start();
  await during(world, async () => {
    while (!world.isUp) await machine.pause(100);
    await world.store?.observe();
    for (const account of accounts) await account.open();
  });
  world.letLeap();
  const beganMs = machine.monotonicMs;
  const pending: Promise<void>[] = [];
  for (const { atMs, act } of acts)
    machine.later(beganMs + atMs - machine.monotonicMs, () => {
      pending.push(
        perform(world, accounts, act).catch((error: Error) => world.violate(error.stack ?? error.message)),
      );
    });
  const lastMs = beganMs + Math.max(0, ...acts.map(({ atMs }) => atMs));
  await during(world, async () => {
    await machine.pause(lastMs + 1_000 - machine.monotonicMs);
    calm(world);
    await Promise.all(pending);
    world.tell("From here on nothing goes wrong.");
    await mendFlipped(world, accounts);
    if (world.hasCrashes) await rebuildGivenUp(world, accounts);
    await rest(world);
    await checkEnd(world, accounts);
  });
};

/** Lets things happen until `act` has ended, or something is violated. */
const during = async (world: World, act: () => Promise<void>): Promise<void> => {
  let hasEnded = false;
  let failed: unknown;
  void act()
    .catch((error) => {
      failed = error;
    })
    .finally(() => {
      hasEnded = true;
    });
  await world.machine.until(() => hasEnded || world.violation !== undefined, Number.POSITIVE_INFINITY);
  if (failed) throw failed;
};

/** Ends misfortunes that would go on. */
const calm = (world: World): void => {
  const { disk, faults } = world;
  world.setFull(false, false);
  Object.assign(disk, { failing: 0, short: 0, slowness: 1 });
  Object.assign(faults, { receiver: 0, crashes: 0, slowChildren: 0, answers: 0, mailServer: 0 });
};

/** After four crashes in a row, a build waits until its owner asks for it. */
const rebuildGivenUp = async (world: World, accounts: Accounts): Promise<void> => {
  while (!world.isUp) await world.machine.pause(1_000);
  // The last crash may be about to be recorded.
  await world.machine.pause(120_000);
  const givenUp = await world.rows<{ account: string; type: string; id: string; name: string }>(
    "select account_id as account, type, id, name from resource where gave_up_under is not null",
  );
  for (const { account, type, id, name } of givenUp)
    await accounts.find((each) => each.id === account)?.rebuild(`/${type}/${id}`, name);
};

/** Owners send files again in which a bit is flipped, and ask for their lists until none is damaged. */
const mendFlipped = async (world: World, accounts: Accounts): Promise<void> => {
  if (!world.hasFlipped) return;
  for (const account of accounts) {
    for (const file of account.flipped) await account.uploadAgain(file);
    await account.insistOnList();
  }
};

/** Every wait ends. */
const rest = async (world: World): Promise<void> => {
  const { machine } = world;
  const untilMs = machine.monotonicMs + restMs;
  let reasons: string[] = [];
  let pauseMs = lookMs;
  do {
    if (machine.monotonicMs > untilMs)
      return world.violate(`it does not come to rest: ${reasons.join("; ")}`);
    await machine.pause(pauseMs);
    pauseMs = Math.min(longestLookMs, 1.3 * pauseMs);
    const unbuilt = world.isUp ? await unfinished(world) : ["the service does not run"];
    if (unbuilt.length > 0 && machine.monotonicMs > untilMs - restMs + builtMs)
      return world.violate(`it is not built: ${unbuilt.join("; ")}`);
    reasons = [...unbuilt, ...(world.isUp ? await jobs(world, "kind = 'webhook'") : [])];
  } while (reasons.length > 0 && !world.violation);
  world.tell("Everything is at rest.");
};

/** What keeps accounts from having everything that they pending for. */
const unfinished = async (world: World): Promise<string[]> => [
  ...eventLogs(world.disk.root).map((file) => `${path.basename(file)} is no file yet`),
  ...(
    await world.rows<{ type: string; name: string; status: string; why: string | null }>(
      "select type, name, status, coalesce(status_error, waiting_for) as why from resource where status <> 'ready' and type <> 'traits'",
    )
  ).map(({ type, name, status, why }) => `${type} ${name} is ${status}${why === null ? "" : ` (${why})`}`),
  ...(await jobs(world, "kind <> 'webhook'")),
];

const jobs = async (world: World, which: string): Promise<string[]> =>
  (
    await world.rows<{ kind: string; state: string; error: string | null }>(
      `select kind, state, error from job where ${which}`,
    )
  ).map(
    ({ kind, state, error }) => `a job of kind ${kind} is ${state}${error === null ? "" : ` (${error})`}`,
  );

/** Flips a bit of a file that the store names. Files of events have no other copy, and stay whole. */
const flip = async (
  world: World,
  accounts: Accounts,
  act: Extract<Act, { do: "flip a bit" }>,
): Promise<void> => {
  if (!world.isUp) return;
  const { root } = world.disk;
  const named = await world.rows<{ account: string; path: string; file: string }>(
    act.of === "uploads"
      ? `select account_id as account, path, directory || '/' || filename as file from upload
         where directory not like 'events%' order by path`
      : `select account_id as account, result_dir as path, '' as file from resource
         where result_dir is not null order by path`,
  );
  const found = named[Math.floor(act.which * named.length)];
  if (!found) return;
  const full = path.join(root, found.path);
  const [file] = act.of === "uploads" ? [full] : existsSync(full) ? filesBelow(full) : [];
  if (file === undefined || !existsSync(file)) return;
  world.disk.flip(file, act.where);
  world.hasFlipped = true;
  const owner = accounts.find(({ id }) => id === found.account);
  if (act.of === "uploads") owner?.flipped.add(found.file);
  world.tell(`A bit flips in ${path.relative(root, file)}.`);
};

const perform = async (world: World, accounts: Accounts, act: Act): Promise<void> => {
  const { machine, disk, faults } = world;
  const lasting = (forMs: number, begin: string, change: (isOn: boolean) => void, end: string) => {
    world.tell(begin);
    change(true);
    machine.later(forMs, () => {
      world.tell(end);
      change(false);
    });
  };
  if ("account" in act) {
    const account = accounts[act.account]!;
    switch (act.do) {
      case "upload":
        return account.inTurn(() => account.upload(act.file, act.rows, act));
      case "delete file":
        return account.inTurn(() => account.deleteFile(act.file));
      case "send events":
        return account.sendEvents(act.stream, act.count);
      case "create cohort":
        return account.inTurn(() => account.createCohort(act.name));
      case "delete cohort":
        return account.inTurn(() => account.deleteCohort(act.name));
      case "download":
        return account.download();
      case "rebuild":
        return account.rebuild(`/targets/${account.target}`, "its list");
      case "look at the other's":
        return account.lookAt(accounts[1 - act.account]!);
    }
  }
  const node = world.nodes["node" in act ? act.node : 0]!;
  switch (act.do) {
    case "kill":
      return world.kill(act.how, node, act.pauseMs);
    case "stop":
      return node.stop(act.pauseMs);
    case "suspend a node":
      return world.suspend(node, act.forMs);
    case "cut the network":
      return world.cut(node, act.forMs);
    case "reset connections":
      return world.reset(node);
    case "fill the disk":
      return lasting(
        act.forMs,
        `The disk is full${act.isStoreSpared ? ", but for the store" : ""}.`,
        (is) => world.setFull(is, act.isStoreSpared),
        "The disk has room again.",
      );
    case "take the mail server away":
      return lasting(
        act.forMs,
        "The mail server fails.",
        (is) => {
          faults.mailServer = is ? 0.9 : 0;
        },
        "The mail server answers again.",
      );
    case "lose answers":
      return lasting(
        act.forMs,
        "Connections are cut before their answer.",
        (is) => {
          faults.answers = is ? act.share : 0;
        },
        "Answers arrive again.",
      );
    case "flip a bit":
      return flip(world, accounts, act);
    case "let the disk fail":
      return lasting(
        act.forMs,
        `The disk fails ${Math.round(100 * act.share)} % of what is written.`,
        (is) => {
          disk.failing = is ? act.share : 0;
        },
        "The disk no longer fails.",
      );
    case "let writes be short":
      return lasting(
        act.forMs,
        "The disk writes less than it is given.",
        (is) => {
          disk.short = is ? 0.5 : 0;
        },
        "The disk writes everything again.",
      );
    case "slow the disk":
      return lasting(
        act.forMs,
        `The disk takes ${act.times} times as long.`,
        (is) => {
          disk.slowness = is ? act.times : 1;
        },
        "The disk is as fast as before.",
      );
    case "move the clock":
      world.tell(
        `The clock ${world.isAlone ? "" : `of ${node.name} `}is moved by ${act.byMs / 60_000} minutes.`,
      );
      machine.moveClock(node.life, act.byMs);
      return;
    case "let children crash":
      return lasting(
        act.forMs,
        "Children crash.",
        (is) => {
          faults.crashes = is ? 0.6 : 0;
          world.hasCrashes ||= is;
        },
        "Children no longer crash.",
      );
    case "slow the children":
      return lasting(
        act.forMs,
        "Children are slow.",
        (is) => {
          faults.slowChildren = is ? 0.7 : 0;
        },
        "Children are as fast as before.",
      );
    case "take the receiver away":
      return lasting(
        act.forMs,
        "The receiver of webhooks fails.",
        (is) => {
          faults.receiver = is ? 0.9 : 0;
        },
        "The receiver of webhooks answers again.",
      );
  }
};
