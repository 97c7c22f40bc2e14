// The real service on an order log: from the upload to the downloaded scores, then one more cohort, then a
// file with one percent more orders. What builds used comes from the service's log, and what the whole took
// from the processes.

import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "../../src/cli/client.js";
import { PipelineRun } from "../../src/cli/demo/pipeline.js";
import { type RunningService, startServiceProcess } from "../../src/cli/demo/service.js";
import type { Pipeline } from "../../src/cli/demo/workflows.js";
import type { Screen } from "../../src/cli/terminal.js";
import { activityOf, type BuildRecord, waitUntilReady } from "../../src/cli/waiting.js";
import { buyAgain, openAccount, uploadDirectory } from "../orders/pipeline.js";
import { peakMbOf, processorSecondsOf, watchPeak } from "../program/process-tree.js";
import { type BuiltLine, builtIn } from "../program/service-log.js";
import type { Use } from "./measured.js";

const horizonDays = 57;
/** By type of resource, as the log names it. */
const stepOf: Record<string, string> = {
  datasets: "dataset",
  people: "people",
  streams: "stream",
  cohorts: "cohorts",
  outcomes: "outcome",
  scopes: "scope",
  targets: "target",
};

/** Fields of an outcome's analysis that the benchmark reads. */
interface Analysis {
  method: { learned_through: string };
  performance: { model: { auc: number } };
}

export class ServiceRun {
  private pipeline: Pipeline | undefined;

  private constructor(
    private readonly service: RunningService,
    private readonly client: Client,
    private readonly dataDir: string,
    private readonly screen: Screen,
    private readonly signal: AbortSignal,
  ) {}

  /** `memoryMb` is the limit of one build's engine. */
  static async start(
    dataDir: string,
    memoryMb: number,
    screen: Screen,
    signal: AbortSignal,
  ): Promise<ServiceRun> {
    process.env.BELLWETHER_BUILD_MEMORY_MB = String(memoryMb);
    const service = await startServiceProcess(dataDir);
    const either = AbortSignal.any([signal, service.ended]);
    return new ServiceRun(service, await openAccount(service.url, either), dataDir, screen, either);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Why it ended unexpectedly, if it did, and the last warnings and errors of its log. */
  async troubles(): Promise<string> {
    const { ended } = this.service;
    const lines = (await readFile(this.service.logFile, "utf8")).trimEnd().split("\n");
    const logged = lines.filter(isTrouble).slice(-3);
    return [...(ended.aborted ? [String(ended.reason)] : []), ...logged].join("\n");
  }

  /**
   * Fills `uses` by step, also if a later step fails: `server` is its own work beside upload and download,
   * `waiting` that of processes that build nothing, and `file to file` everything. Returns the AUC.
   */
  async fileToFile(csv: string, scores: string, uses: Record<string, Use>): Promise<number> {
    const peak = watchPeak(this.service.pid);
    try {
      const { own } = processorSecondsOf(this.service.pid);
      const whole = await this.used(() => this.score(csv, scores, uses));
      const known = () => Object.values(uses).reduce((sum, use) => sum + use.processorSeconds, 0);
      const beside = uses.upload!.processorSeconds + uses.download!.processorSeconds;
      const server = processorSecondsOf(this.service.pid).own - own - beside;
      uses.server = { ...whole, processorSeconds: server, wallSeconds: 0 };
      uses.waiting = { processorSeconds: whole.processorSeconds - known(), wallSeconds: 0, peakMb: 0 };
      uses["file to file"] = { ...whole, peakMb: peak.peakMb() };
      return (await this.analysis()).performance.model.auc;
    } finally {
      peak.stop();
    }
  }

  private async score(csv: string, scores: string, uses: Record<string, Use>): Promise<void> {
    try {
      uses.upload = await this.used(() => this.client.upload(uploadDirectory, "orders.csv", csv));
      this.screen.say(`  upload    ${uses.upload.wallSeconds.toFixed(1)} s`);
      this.pipeline = await buyAgain(this.client, { recurring: true, horizonDays, preview: false });
      await new PipelineRun(this.client, this.screen, this.signal).built(this.pipeline);
      const file = `/targets/${this.pipeline.targetId}/download.csv`;
      uses.download = await this.used(() => this.client.download(file, scores));
    } finally {
      Object.assign(uses, byStep(await this.built()));
    }
  }

  async oneMoreCohort(): Promise<Use> {
    const body = { name: "Three purchases", stream_name: "transaction", min_count: 3 };
    return this.builtBy(async () => {
      const { id } = await this.client.post<BuildRecord>("/cohorts", body);
      await this.ready(`/cohorts/${id}`, () => true);
    });
  }

  async newFile(csv: string): Promise<{ use: Use; keptModel: boolean }> {
    const { targetId } = this.pipeline!;
    const target = `/targets/${targetId}`;
    const [before, learned] = [await this.client.get<BuildRecord>(target), await this.learnedThrough()];
    const isNew = (now: BuildRecord) => now.last_updated_output_at !== before.last_updated_output_at;
    const use = await this.builtBy(async () => {
      await this.client.upload(uploadDirectory, "later.csv", csv);
      await this.ready(target, isNew);
    });
    return { use, keptModel: learned === (await this.learnedThrough()) };
  }

  /** The file of the sorted events, before another file came. */
  async sortedEvents(): Promise<string> {
    const files = await readdir(path.join(this.dataDir, "relations"), { recursive: true });
    const dirs = new Set(files.filter((file) => path.basename(file) === "stream.json").map(path.dirname));
    const found = files.find(
      (file) => path.basename(file) === "events.parquet" && dirs.has(path.dirname(file)),
    );
    if (!found) throw new Error("The stream has no events.");
    return path.join(this.dataDir, "relations", found);
  }

  /** A file that builds share counts once. */
  async diskMb(): Promise<number> {
    const sizes = new Map<number, number>();
    for (const entry of await readdir(this.dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const { ino, size } = await lstat(path.join(entry.parentPath, entry.name));
      sizes.set(ino, size);
    }
    return Math.round([...sizes.values()].reduce((sum, size) => sum + size, 0) / 2 ** 20);
  }

  private ready(at: string, isNewEnough: (record: BuildRecord) => boolean): Promise<BuildRecord> {
    const report = (record: BuildRecord) => this.screen.progress(activityOf(record), record.progress);
    return waitUntilReady<BuildRecord>(this.client, at, { report, isNewEnough, signal: this.signal });
  }

  private async learnedThrough(): Promise<string> {
    return (await this.analysis()).method.learned_through;
  }

  private analysis(): Promise<Analysis> {
    return this.client.get<Analysis>(`/outcomes/${this.pipeline!.outcomeId}/analysis`);
  }

  private async built(): Promise<BuiltLine[]> {
    return builtIn(await readFile(this.service.logFile, "utf8"));
  }

  /** Use of all builds that the work caused. Wall time includes waiting between them. */
  private async builtBy(work: () => Promise<void>): Promise<Use> {
    const before = (await this.built()).length;
    const startedMs = performance.now();
    await work();
    const wallSeconds = (performance.now() - startedMs) / 1000;
    return { ...sumOf((await this.built()).slice(before)), wallSeconds };
  }

  /** Use of the service's whole tree of processes. The memory is that of the server. */
  private async used(work: () => Promise<unknown>): Promise<Use> {
    const { pid } = this.service;
    const [before, startedMs] = [processorSecondsOf(pid).all, performance.now()];
    await work();
    const wallSeconds = (performance.now() - startedMs) / 1000;
    return { processorSeconds: processorSecondsOf(pid).all - before, wallSeconds, peakMb: peakMbOf(pid) };
  }
}

const isTrouble = (line: string): boolean => /^\{"level":[456]0/.test(line);

const byStep = (lines: readonly BuiltLine[]): Record<string, Use> => {
  const nameOf = ({ what }: BuiltLine) => stepOf[what.split(" ")[0]!] ?? what;
  const names = [...new Set(lines.map(nameOf))];
  const of = (name: string) => sumOf(lines.filter((line) => nameOf(line) === name));
  return Object.fromEntries(names.map((name) => [name, of(name)]));
};

/** Wall time is from the start of the first to the end of the last. */
const sumOf = (lines: readonly BuiltLine[]): Use => {
  const starts = lines.map(({ endedMs, ms, together }) => endedMs - ms * together);
  const ended = Math.max(...lines.map(({ endedMs }) => endedMs));
  return {
    processorSeconds: lines.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    wallSeconds: lines.length === 0 ? 0 : (ended - Math.min(...starts)) / 1000,
    peakMb: Math.max(0, ...lines.map(({ peakMb }) => peakMb)),
  };
};
