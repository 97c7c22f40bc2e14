// Metrics of the service in the form of Prometheus: counters and durations that its parts add to, and states
// that are read when a scraper asks. They count for all accounts together: no metric names an account, a
// person or a file.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Counts of the metadata store, read once per scrape. */
export interface StoreCounts {
  /** Jobs by kind and state. */
  jobs: { kind: string; state: string; jobs: number }[];
  /** Seconds since the oldest job of each kind became due; kinds without a due job are absent. */
  overdue: { kind: string; seconds: number }[];
  /** Resources by type and status, without archived ones. */
  resources: { type: string; status: string; resources: number }[];
  accounts: number;
}

export interface Disk {
  freeBytes: number;
  sizeBytes: number;
}

/** Where the states come from. `counts` rejects while the metadata store does not answer. */
export interface Sources {
  counts(): Promise<StoreCounts>;
  disk(): Promise<Disk>;
  /** Codes of the current troubles, as at `/ready`. */
  troubles(): string[];
}

export type BuildEnd = "built" | "refused" | "delayed" | "crashed" | "stopped";

const requestBuckets = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];
const buildBuckets = [0.5, 2, 10, 60, 300, 1800];

export type Metrics = ReturnType<typeof createMetrics>;

export const createMetrics = (version: string) => {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `bellwether_${name}`, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Gauge({ name: `bellwether_${name}`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name: `bellwether_${name}`, help, labelNames, buckets, registers });

  gauge("info", "Always 1; the version is a label.", ["version"]).set({ version }, 1);
  return {
    registry,
    requests: counter("http_requests_total", "Answered requests.", ["method", "route", "status"]),
    requestSeconds: histogram(
      "http_request_duration_seconds",
      "Time from the headers of a request to the end of its answer.",
      ["method", "route"],
      requestBuckets,
    ),
    builds: counter(
      "builds_total",
      "Steps that ended. refused: the configuration or the data must change; delayed: the disk or a database is away; crashed: tried again up to four times; stopped: the service stopped.",
      ["type", "end"],
    ),
    buildSeconds: histogram(
      "build_duration_seconds",
      "Time of steps that were built.",
      ["type"],
      buildBuckets,
    ),
    buildCpuSeconds: counter("build_cpu_seconds_total", "Processor time of steps that were built.", ["type"]),
    buildPeakBytes: gauge("build_peak_memory_bytes", "Peak memory of the last step that was built.", [
      "type",
    ]),
    mails: counter("mails_total", "Attempts to send an e-mail.", ["end"]),
    webhooks: counter(
      "webhooks_total",
      "Attempts to deliver a webhook; failed: no answer, or one that is not 2xx.",
      ["end"],
    ),
    logLinesDropped: counter(
      "log_lines_dropped_total",
      "Lines of the log that were dropped because it could not be written.",
      [],
    ),
    auditMessagesDropped: counter(
      "audit_messages_dropped_total",
      "Messages of the audit log that were dropped because its file or the system log did not take them.",
      [],
    ),
    states: stateGauges(gauge),
  };
};

type MakeGauge = <L extends string>(name: string, help: string, labelNames: L[]) => Gauge<L>;

/** Gauges that are read from the store and the disk when the metrics are asked for. */
const stateGauges = (gauge: MakeGauge) => ({
  storeUp: gauge("store_up", "1 if the metadata store answers, otherwise 0.", []),
  accounts: gauge("accounts", "Accounts.", []),
  jobs: gauge("jobs", "Jobs by kind and state.", ["kind", "state"]),
  overdueSeconds: gauge(
    "oldest_due_job_seconds",
    "Time since the oldest queued job that is due became due; 0 without one.",
    ["kind"],
  ),
  resources: gauge("resources", "Resources that are not archived.", ["type", "status"]),
  troubles: gauge("trouble", "1 for each trouble that /ready lists.", ["code"]),
  diskFreeBytes: gauge(
    "disk_free_bytes",
    "Space on the disk of the data directory that the service may use.",
    [],
  ),
  diskSizeBytes: gauge("disk_size_bytes", "Size of the disk of the data directory.", []),
});

/** Adds what the process itself uses: processor time, memory, open files, garbage collection, event loop. */
export const measureProcess = ({ registry }: Metrics): void => collectDefaultMetrics({ register: registry });

const jobKinds = ["build", "connected", "replay", "plan", "mail", "webhook"];

/** The metrics as text. States that cannot be read are left out, and `store_up` is 0. */
export const scrape = async ({ registry, states }: Metrics, sources: Sources): Promise<string> => {
  const [counts, disk] = await Promise.all([
    sources.counts().catch(() => null),
    sources.disk().catch(() => null),
  ]);
  for (const state of Object.values(states)) state.reset();
  states.storeUp.set(counts ? 1 : 0);
  if (counts) setCounts(states, counts);
  if (disk) {
    states.diskFreeBytes.set(disk.freeBytes);
    states.diskSizeBytes.set(disk.sizeBytes);
  }
  for (const code of sources.troubles()) states.troubles.set({ code }, 1);
  return registry.metrics();
};

const setCounts = (states: Metrics["states"], { jobs, overdue, resources, accounts }: StoreCounts): void => {
  states.accounts.set(accounts);
  for (const { jobs: count, ...labels } of jobs) states.jobs.set(labels, count);
  for (const kind of jobKinds) states.overdueSeconds.set({ kind }, 0);
  for (const { kind, seconds } of overdue) states.overdueSeconds.set({ kind }, seconds);
  for (const { resources: count, ...labels } of resources) states.resources.set(labels, count);
};
