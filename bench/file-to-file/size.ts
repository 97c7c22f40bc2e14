// One size of the benchmark, from the made-up file to its removal. A part that fails is noted, and the others go on.

import { createReadStream } from "node:fs";
import { mkdir, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { Screen } from "../../src/cli/terminal.js";
import { customersIn, type OrderLogOptions, writeLaterOrders, writeOrderLog } from "../orders/log.js";
import type { Place } from "../program/program.js";
import type { Measured, Use } from "./measured.js";
import { engineReference, libraries, scriptReference } from "./references.js";
import { ServiceRun } from "./service.js";

export const partNames = ["file", "group-by", "cohort", "new-file", "copy", ...libraries] as const;
export type PartName = (typeof partNames)[number];

export interface SizeOptions {
  log: Required<Omit<OrderLogOptions, "atOnce">>;
  memoryMb: number;
  /** Null: no scripts. */
  python: string | null;
  parts: ReadonlySet<PartName>;
  keep: boolean;
}

export type Facts = Pick<Measured, "run" | "version" | "machine">;

/** Bytes of the disk that are used at once at most, for each byte of the file. */
const diskShare = 4;
const bytesPerOrder = 58;
/** Size of the file that arrives later, as a share of the events and in days. */
const later = { share: 0.01, days: 0.1 };

export const measureSize = async (facts: Facts, options: SizeOptions, place: Place): Promise<Measured> => {
  const { seed, rowOrder } = options.log;
  const measured: Measured = {
    ...facts,
    memoryMb: options.memoryMb,
    seed,
    rowOrder,
    events: 0,
    customers: customersIn(options.log),
    csvBytes: 0,
    uses: {},
    references: {},
    auc: {},
    diskMb: null,
    keptModel: null,
    failures: {},
  };
  const size = new SizeRun(measured, options, place);
  try {
    await size.run();
  } finally {
    if (!options.keep) await size.remove();
  }
  return measured;
};

class SizeRun {
  private readonly dir: string;
  private readonly csv: string;
  private readonly screen: Screen;
  private readonly signal: AbortSignal;

  constructor(
    private readonly measured: Measured,
    private readonly options: SizeOptions,
    place: Place,
  ) {
    this.dir = path.join(place.dir, String(options.log.rows));
    this.csv = this.at("orders.csv");
    this.screen = place.screen;
    this.signal = place.signal;
  }

  async run(): Promise<void> {
    if (!(await this.part("orders", () => this.writeLog()))) return;
    await this.chosen("copy", async () => {
      this.measured.references.COPY = await this.engine("copy", this.csv);
      await rm(this.at("copy"), { recursive: true });
    });
    if (this.isChosen("file")) await this.part("service", () => this.measureService());
    for (const library of libraries) await this.chosen(library, () => this.measureScript(library));
  }

  async remove(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true });
  }

  private at(name: string): string {
    return path.join(this.dir, name);
  }

  private async writeLog(): Promise<void> {
    await mkdir(this.dir, { recursive: true });
    await this.requireDisk();
    this.screen.progress(`making up ${this.options.log.rows.toLocaleString("en-US")} orders`);
    await writeOrderLog(this.csv, this.options.log, this.dir);
    this.measured.csvBytes = (await stat(this.csv)).size;
    this.measured.events = (await countLines(this.csv)) - 1;
    if (this.isChosen("new-file"))
      await writeLaterOrders(this.at("later.csv"), this.options.log, later, this.dir);
    const [events, customers] = [this.measured.events, this.measured.customers].map((n) =>
      n.toLocaleString("en-US"),
    );
    this.screen.say(`${events} orders of ${customers} customers, ${megabytes(this.measured.csvBytes)} MB`);
  }

  private async requireDisk(): Promise<void> {
    const { bavail, bsize } = await statfs(this.dir);
    const [needed, free] = [this.options.log.rows * bytesPerOrder * diskShare, bavail * bsize];
    if (needed > free)
      throw new Error(
        `It needs about ${megabytes(needed)} MB of disk, and ${megabytes(free)} MB are free at ${this.dir}.`,
      );
  }

  private async measureService(): Promise<void> {
    const { measured } = this;
    const service = await ServiceRun.start(this.at("data"), this.options.memoryMb, this.screen, this.signal);
    try {
      measured.auc.bellwether = await service.fileToFile(this.csv, this.at("scores.csv"), measured.uses);
      const scored = (await countLines(this.at("scores.csv"))) - 1;
      if (scored !== measured.customers)
        throw new Error(`${scored} of ${measured.customers} customers are scored.`);
      measured.diskMb = await service.diskMb();
      await this.chosen("group-by", async () => {
        measured.references["GROUP BY"] = await this.engine("group-by", await service.sortedEvents());
      });
      await this.chosen("cohort", async () => {
        measured.uses["one more cohort"] = await service.oneMoreCohort();
      });
      await this.chosen("new-file", async () => {
        const { use, keptModel } = await service.newFile(this.at("later.csv"));
        measured.uses["one percent more"] = use;
        measured.keptModel = keptModel;
      });
    } catch (error) {
      this.signal.throwIfAborted();
      throw new Error(`${messageOf(error)}\n${await service.troubles()}`.trimEnd());
    } finally {
      await service.stop();
      if (!this.options.keep) await rm(this.at("data"), { recursive: true, force: true });
    }
  }

  private async measureScript(library: (typeof libraries)[number]): Promise<void> {
    const { python } = this.options;
    if (python === null) return;
    const files = { csv: this.csv, scores: this.at(`${library}.csv`) };
    const { events } = this.measured;
    const { auc, ...use } = await scriptReference(library, python, { ...files, events, signal: this.signal });
    this.measured.references[library] = use;
    this.measured.auc[library] = auc;
  }

  private engine(step: "copy" | "group-by", file: string): Promise<Use> {
    return engineReference(step, file, this.dir, this.options.memoryMb);
  }

  private isChosen(name: PartName): boolean {
    return this.options.parts.has(name);
  }

  private async chosen(name: PartName, work: () => Promise<void>): Promise<void> {
    if (this.isChosen(name)) await this.part(name, work);
  }

  /** Whether it worked. An interruption is no failure of a part. */
  private async part(name: string, work: () => Promise<void>): Promise<boolean> {
    this.signal.throwIfAborted();
    this.screen.progress(name);
    try {
      await work();
      return true;
    } catch (error) {
      this.signal.throwIfAborted();
      this.measured.failures[name] = messageOf(error);
      this.screen.say(`  ${name}: ${messageOf(error)}`);
      return false;
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const megabytes = (bytes: number): string => Math.round(bytes / 1e6).toLocaleString("en-US");

const countLines = async (file: string): Promise<number> => {
  let lines = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 }))
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
};
