// Recent events of other nodes. While somebody watches an account, each node that has received events for it writes the newest
// into a file of the directory that they share, and whoever answers reads those of the others. Nothing is written
// while nobody watches, and the files go when nobody does any longer.
//
//   events/<account>/watched             touched by whoever answers
//   events/<account>/<node>/recent.json  written by the others, a second later at most

import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { startRounds } from "../../domain/machine/rounds.js";
import { worldTrouble } from "../../errors/world.js";
import type { AppOptions } from "../options.js";
import type { MinuteSeen } from "./last-minute.js";
import type { Arrival, RecentEvents } from "./recent-events.js";

/** What a node has received for an account. */
export interface NodeArrivals {
  arrivals: Arrival[];
  minute: MinuteSeen;
}

const roundMs = 1_000;
const watchedMs = 15_000;
const touchMs = 2_000;
/** Of all streams together; a node shows more of its own. */
const arrivalsShared = 300;
const sharedFile = "recent.json";

export class OtherNodes {
  private readonly touched = new Map<string, number>();
  /** Accounts whose events are in a file, and when its newest arrived. */
  private readonly written = new Map<string, number>();
  private stopRounds: (() => Promise<void>) | undefined;

  constructor(
    private readonly options: Pick<AppOptions, "dataDir" | "cache" | "events">,
    private readonly recent: RecentEvents,
    private readonly log: FastifyBaseLogger,
  ) {}

  /** Without a directory that nodes share, each answers for itself. */
  get areHeard(): boolean {
    return this.isAlone || this.options.cache === undefined;
  }

  start(): void {
    if (this.isAlone || !this.areHeard) return;
    this.stopRounds = startRounds(roundMs, () => this.write().catch((error) => this.say(error)));
  }

  async stop(): Promise<void> {
    await this.stopRounds?.();
    for (const accountId of this.written.keys()) await rm(this.fileOf(accountId, this.node), { force: true });
  }

  /** What the other nodes that live have received, as of a second ago. */
  async read(accountId: string): Promise<NodeArrivals[]> {
    if (this.isAlone || !this.areHeard) return [];
    await this.touch(accountId);
    const live = new Set(await this.options.events!.liveNodes!());
    const names = await readdir(this.dirOf(accountId)).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => {
        if (name === this.node) return null;
        const file = this.fileOf(accountId, name);
        if (live.has(name)) return arrivalsIn(file);
        await rm(file, { force: true }).catch(() => {});
        return null;
      }),
    );
    return found.filter((each) => each !== null);
  }

  private async touch(accountId: string): Promise<void> {
    const now = performance.now();
    if (now - (this.touched.get(accountId) ?? Number.NEGATIVE_INFINITY) < touchMs) return;
    this.touched.set(accountId, now);
    const file = this.watchedFile(accountId);
    const at = new Date();
    await utimes(file, at, at).catch(async () => {
      await mkdir(this.dirOf(accountId), { recursive: true });
      await writeFile(file, "");
    });
  }

  private async write(): Promise<void> {
    for (const [accountId, lastAt] of this.recent.lastArrivals()) {
      const { mtimeMs } = await stat(this.watchedFile(accountId)).catch(() => ({ mtimeMs: 0 }));
      const isWatched = Date.now() - mtimeMs < watchedMs;
      if (isWatched && this.written.get(accountId) !== lastAt) await this.writeOf(accountId, lastAt);
      if (!isWatched && this.written.delete(accountId))
        await rm(this.fileOf(accountId, this.node), { force: true });
    }
  }

  private async writeOf(accountId: string, lastAt: number): Promise<void> {
    const found: NodeArrivals = {
      arrivals: this.recent.arrivals(accountId, {}, arrivalsShared),
      minute: this.recent.lastMinute(accountId),
    };
    const file = this.fileOf(accountId, this.node);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.new`, JSON.stringify(found));
    await rename(`${file}.new`, file);
    this.written.set(accountId, lastAt);
  }

  private say(error: unknown): void {
    this.log[worldTrouble(error) ? "warn" : "error"](
      { err: error },
      "recent events could not be shown to other nodes",
    );
  }

  private get isAlone(): boolean {
    return this.options.events?.liveNodes === undefined;
  }

  private get node(): string {
    return this.options.events?.node ?? "node";
  }

  private dirOf(accountId: string): string {
    return path.join(this.options.dataDir, "events", accountId);
  }

  private fileOf(accountId: string, node: string): string {
    return path.join(this.dirOf(accountId), node, sharedFile);
  }

  private watchedFile(accountId: string): string {
    return path.join(this.dirOf(accountId), "watched");
  }
}

/** Nothing where the node has written none. */
const arrivalsIn = (file: string): Promise<NodeArrivals | null> =>
  readFile(file, "utf8").then(
    (text) => JSON.parse(text) as NodeArrivals,
    () => null,
  );
