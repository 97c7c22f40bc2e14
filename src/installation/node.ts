// Node: this process among those that work on one PostgreSQL store and one shared data directory. Every few
// seconds it says that it is alive and what it reads, and learns the same of the others. One of them is the
// keeper, which does what only one may do, such as sweeping. With SQLite there is one process, which is the
// keeper.

import { randomUUID } from "node:crypto";
import type { Db } from "../db/connection.js";
import type { NodeRole } from "../domain/machine/node.js";
import type { Trouble } from "../errors/troubles.js";
import { endLease, holdLease } from "../store/leases.js";
import {
  beat,
  forgetDeadNodes,
  liveNodes,
  type NodeBeat,
  type NodeRow,
  recordNode,
  removeNode,
} from "../store/nodes.js";
import { inodeOf, readIdentity, writeIdentity } from "./identity-file.js";
import { takeName } from "./node-name.js";
import { leaveMark, lockFileOf, makeNodesDir, removeMark, requireShared } from "./shared-directory.js";

/** Report of a node about itself. */
export interface NodeReport {
  /** The accounts whose files it reads, with the moment since when, by `Node.beatAt`. */
  reads: Readonly<Record<string, number>>;
  troubles: readonly Trouble[];
  /** The state under which it builds; null: it builds nothing. */
  buildState: string | null;
}

export interface NodeOptions {
  db: Db;
  dataDir: string;
  /** Mark that tells the bucket of all nodes from a copy. Absent: they share the data directory. */
  bucketMark?: string | undefined;
  name: string;
  role: NodeRole;
  version: string;
  /** The longest silence of a node that lives. */
  leaseMs: number;
  report(): NodeReport;
  /** Another process has taken the name, so this one must stop. */
  onLost(): void;
}

export interface Node {
  /** Unique among all starts of all nodes. */
  run: string;
  isKeeper(): boolean;
  /**
   * The time of the last beat by the clock that all nodes share, in epoch milliseconds. It stands still
   * between beats.
   */
  beatAt(): number;
  /** The other nodes that lived at the last beat, as of then. */
  others(): readonly OtherNode[];
  /** Lets the others know at once that this process ends. */
  leave(): Promise<void>;
}

export interface OtherNode extends NodeReport {
  name: string;
  /** Moment of `reads`, which lacks what the node began to read later. */
  readsAsOf: number;
}

/** Times that a node beats before its lease ends. */
const beats = 15;

const showsAfterMs = 20_000;
const forgottenAfterMs = 7 * 24 * 3_600_000;

/** Throws for the operator if another process has the name, or works on another directory. */
export const joinNodes = async (options: NodeOptions): Promise<Node> => {
  if (options.db.kind === "sqlite") return theOnlyNode();
  const { db, dataDir, name } = options;
  await makeNodesDir(dataDir);
  const { bucketMark } = options;
  const directory =
    bucketMark === undefined ? await inodeOf(dataDir) : `${bucketMark} ${await ownIdOf(dataDir)}`;
  const unname = await takeName({ db, name, directory, lockFile: lockFileOf(dataDir, name) });
  const node = new StoredNode(options, directory, unname);
  try {
    await node.join();
  } catch (error) {
    await node.leave();
    throw error;
  }
  return node;
};

export const theOnlyNode = (): Node => ({
  run: randomUUID(),
  isKeeper: () => true,
  beatAt: () => 0,
  others: () => [],
  leave: async () => {},
});

class StoredNode implements Node {
  readonly run = randomUUID();
  private beatsSoFar = 0;
  private at = 0;
  private rest: OtherNode[] = [];
  private keeperUntilMs = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();
  private leaving: Promise<void> | undefined;

  constructor(
    private readonly options: NodeOptions,
    private readonly directory: string,
    private readonly unname: () => void,
  ) {}

  isKeeper(): boolean {
    return performance.now() < this.keeperUntilMs;
  }

  beatAt(): number {
    return this.at;
  }

  others(): readonly OtherNode[] {
    return this.rest;
  }

  async join(): Promise<void> {
    const { db, dataDir, bucketMark, name, leaseMs } = this.options;
    const others = async () => (await liveNodes(db.kysely)).filter((node) => node.name !== name);
    if (bucketMark === undefined)
      await requireShared(dataDir, others, { beatMs: leaseMs / beats, showsAfterMs });
    else requireSameBucket(bucketMark, await others());
    this.at = await recordNode(db.kysely, await this.marked(), leaseMs);
    await forgetDeadNodes(db.kysely, forgottenAfterMs);
    await this.beat();
    this.timer = setInterval(() => {
      // A store that does not answer has given nothing to another process.
      this.beating = this.beating.then(() => this.beat()).catch(() => {});
    }, leaseMs / beats);
  }

  leave(): Promise<void> {
    this.leaving ??= this.sayGoodbye();
    return this.leaving;
  }

  private async sayGoodbye(): Promise<void> {
    const { db, dataDir, name } = this.options;
    clearInterval(this.timer);
    await this.beating;
    const goodbyes = [
      () => endLease(db, this.keeping()),
      () => removeNode(db.kysely, this.run),
      () => removeMark(dataDir, name),
    ];
    for (const goodbye of goodbyes) await goodbye().catch(() => {});
    this.unname();
  }

  private async beat(): Promise<void> {
    const { db, name, leaseMs, onLost } = this.options;
    const beganMs = performance.now();
    const at = await beat(db.kysely, await this.marked(), leaseMs);
    if (at === null) {
      clearInterval(this.timer);
      return onLost();
    }
    this.rest = (await liveNodes(db.kysely)).filter((node) => node.name !== name).map(toOther);
    this.at = at;
    if (await holdLease(db, this.keeping(), leaseMs)) this.keeperUntilMs = beganMs + leaseMs;
    else this.keeperUntilMs = Number.NEGATIVE_INFINITY;
  }

  private keeping() {
    return { name: "keeper", holder: this.run };
  }

  /** Marks the next beat in the directory, before the store says that there was one. */
  private async marked(): Promise<NodeBeat> {
    this.beatsSoFar++;
    const row = this.row();
    await leaveMark(this.options.dataDir, row);
    return row;
  }

  /** `reads_as_of` is of the last beat: what is held later than now may not be in `reads`. */
  private row(): NodeBeat {
    const { name, role, version, report } = this.options;
    const { reads, troubles, buildState } = report();
    return {
      name,
      run: this.run,
      role,
      version,
      build_state: buildState,
      directory: this.directory,
      beat: this.beatsSoFar,
      reads_as_of: this.at,
      reads: JSON.stringify(reads),
      troubles: JSON.stringify(troubles),
    };
  }
}

/** Tells the working directory of a node from all others. */
const ownIdOf = async (dataDir: string): Promise<string> => {
  const known = await readIdentity(dataDir);
  if (known !== null) return known;
  const id = randomUUID();
  await writeIdentity(dataDir, id);
  return id;
};

/** Throws for the operator. */
const requireSameBucket = (mark: string, others: readonly NodeRow[]): void => {
  const strangers = others.filter(({ directory }) => !directory.startsWith(`${mark} `));
  if (strangers.length === 0) return;
  const names = strangers.map(({ name }) => name).join(", ");
  throw new Error(
    `Another Bellwether (${names}) runs on the metadata store at DATABASE_URL with its files in another place. Set BELLWETHER_FILES and BELLWETHER_FILES_ENDPOINT to what all share, or stop the other one. Nothing was changed.`,
  );
};

const toOther = (row: NodeRow): OtherNode => ({
  name: row.name,
  reads: JSON.parse(row.reads),
  readsAsOf: row.reads_as_of,
  troubles: JSON.parse(row.troubles),
  buildState: row.build_state,
});
