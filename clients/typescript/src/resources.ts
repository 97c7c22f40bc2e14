// Resources of an account: what is built, and what comes of it.

import { type Row, rowsOf } from "./csv.js";
import { BellwetherError, BuildFailed, OpenQuestions, WaitTimeout } from "./errors.js";
import { type Http, pause, type Query } from "./http.js";
import type { AnalysisOf, Call, ChangeOf, Kind, RecordOf, Schemas } from "./operations.js";
import type { paths } from "./schema.js";
import type { Watched } from "./uploads.js";

export interface Waiting extends Watched {
  /** Rejects with `WaitTimeout` after so many milliseconds; by default never. */
  timeoutMs?: number | undefined;
}

/** Fields of all built resources. */
interface Built {
  id: string;
  name?: string;
  status?: "new" | "starting" | "running" | "ready" | "error";
  status_error?: string;
  waiting_for?: string;
  progress?: number;
  progress_text?: string;
}

const longestPollMs = 1000;

/** A resource of a kind, such as `cohorts`. */
export class Resource<K extends Kind = Kind> {
  constructor(
    protected readonly http: Http,
    /** As in paths: `cohorts`. */
    readonly kind: K,
    /** Fields as of the last read. */
    public record: RecordOf<K>,
  ) {}

  get id(): string {
    return this.#built.id;
  }

  /** Display name; the id where it has none. */
  get name(): string {
    return this.#built.name ?? this.id;
  }

  /** `new` waits for its inputs, `starting` is queued, `running` is being built; then `ready` or `error`. */
  get status(): NonNullable<Built["status"]> {
    return this.#built.status ?? "ready";
  }

  get #built(): Built {
    return this.record as Built;
  }

  /** In bodies, resources stand for their ids. */
  toJSON(): string {
    return this.id;
  }

  protected get path(): string {
    return `/${this.kind}/${encodeURIComponent(this.id)}`;
  }

  /** Reads it again. */
  async refresh(call?: Call): Promise<this> {
    this.record = await this.http.json("GET", this.path, call);
    return this;
  }

  /** Sets fields; null removes one. */
  async change(fields: ChangeOf<K>, call?: Call): Promise<this> {
    this.record = await this.http.json("PATCH", this.path, { ...call, body: fields as object });
    return this;
  }

  /** Evidence about it, where its kind has an analysis. */
  async analysis(call?: Call): Promise<AnalysisOf<K>> {
    return this.http.json("GET", `${this.path}/analysis`, call);
  }

  /** Rejects with a `Refused` of status 409 while something uses it. */
  async delete(call?: Call): Promise<void> {
    await this.http.json("DELETE", this.path, call);
  }

  /** Resolves to itself once it is built. Rejects with `BuildFailed` or `WaitTimeout`. */
  async wait(options: Waiting = {}): Promise<this> {
    const { timeoutMs = Number.POSITIVE_INFINITY, onProgress, signal } = options;
    const began = Date.now();
    let shown = "";
    for (let pollMs = 100; (await this.refresh({ signal })).status !== "ready"; pollMs *= 1.5) {
      const { progress, progress_text, waiting_for, status_error } = this.#built;
      const { name, status } = this;
      if (status === "error") throw new BuildFailed(`${name} failed: ${status_error}`, this.#built);
      if (status === "new") await this.#refuseToWaitInVain(signal);
      const text = progress_text ?? waiting_for ?? status;
      if (Date.now() - began > timeoutMs)
        throw new WaitTimeout(
          `${name} is still ${status} after ${timeoutMs / 1000} s. ${text} The build goes on: call wait() again.`,
        );
      const now = `${text} ${progress}`;
      if (now !== shown) onProgress?.({ name, text, ...(progress !== undefined && { share: progress }) });
      shown = now;
      await pause(Math.min(pollMs, longestPollMs), signal);
    }
    onProgress?.({ name: this.name, text: "ready", share: 1 });
    return this;
  }

  /** A resource whose input failed waits for ever. */
  async #refuseToWaitInVain(signal: AbortSignal | undefined): Promise<void> {
    const edges = await collected(this.http.pages<Schemas["GraphEdge"]>("/graph", { signal }));
    const inputs = new Set([this.id]);
    // A set is iterated with what is added on the way.
    for (const id of inputs)
      for (const edge of edges) if (edge.downstream_id === id) inputs.add(edge.upstream_id);
    const among = edges.filter((edge) => inputs.has(edge.upstream_id));
    if (among.some(({ upstream_status: status }) => status === "starting" || status === "running")) return;
    const failed = among.find((edge) => edge.upstream_status === "error");
    if (!failed) return;
    const at = `/${failed.upstream_type}/${encodeURIComponent(failed.upstream_id)}`;
    const record = await this.http.json<Built>("GET", at, { signal });
    const why = `${failed.upstream_literate}, which failed: ${record.status_error}`;
    throw new BuildFailed(`${this.name} waits for ${why}`, record);
  }

  protected async *read(path: string, query?: Query, call?: Call): AsyncGenerator<Row, void, undefined> {
    const sent = { ...call, query, headers: { accept: "text/csv" } };
    yield* rowsOf(await this.http.send("GET", path, sent, (response) => response));
  }
}

type Fields = Record<string, unknown>;

/** A dataset: files of one upload directory, and what their columns mean. */
export class Dataset extends Resource<"datasets"> {
  /** The mapping that the service proposes. Throws if the dataset is created already, or still profiled. */
  get proposal(): Schemas["DatasetProposal"] {
    const { proposal } = this.record;
    if (!proposal)
      throw new BellwetherError(`${this.name} has no proposal: it is created already, or still profiled.`);
    return proposal;
  }

  /** Questions that only the owner of the file can answer, with the choices. */
  get questions(): Schemas["DatasetProposal"]["questions"] {
    return this.proposal.questions;
  }

  /** Role of each column, by its name. */
  columns(): Record<string, string> {
    return Object.fromEntries(this.proposal.columns.map((column) => [column.name, column.is]));
  }

  /** Resolves to itself once it is built and, if it is no preview, its streams are. */
  override async wait(options: Waiting = {}): Promise<this> {
    await super.wait(options);
    if (this.record.preview) return this;
    for (const name of Object.keys(this.record.output_to_streams ?? {})) {
      const stream = await this.http.json<RecordOf<"streams">>(
        "GET",
        `/streams/${encodeURIComponent(name)}`,
        {
          signal: options.signal,
        },
      );
      await new Resource(this.http, "streams", stream).wait(options);
    }
    return this;
  }

  /**
   * Creates the dataset as proposed. `answers: "proposed"` agrees with the proposed answers to all questions;
   * `changes` corrects the mapping, and null in it removes a field. Rejects with `OpenQuestions` without
   * either, if there are any.
   */
  async create(options: { answers?: "proposed"; changes?: ChangeOf<"datasets"> } & Call = {}): Promise<this> {
    const { answers, changes, signal } = options;
    const { proposal, questions } = this;
    if (questions.length > 0 && !answers && !changes) throw new OpenQuestions(questions);
    const mapping: Fields = { output_to_streams: withLikeliestFormats(proposal), preview: true };
    for (const field of proposed) mapping[field] = proposal[field];
    await this.change(mapping as ChangeOf<"datasets">, { signal });
    return this.change({ ...changes, preview: false } as ChangeOf<"datasets">, { signal });
  }
}

/** Fields that a dataset takes from its proposal as they are. */
const proposed = [
  "identity_sets",
  "output_to_traits",
  "options",
  "upsert_columns",
  "reference_key_columns",
] as const;

/** A column whose dates can be read in two ways gets the first. */
const withLikeliestFormats = ({ questions, output_to_streams }: Schemas["DatasetProposal"]): Fields => {
  const formats = new Map<unknown, unknown>();
  for (const { column_name, choices } of questions as readonly { column_name?: string; choices: Fields[] }[])
    if (column_name && choices[0]?.format) formats.set(column_name, choices[0].format);
  const fitted = (field: unknown): unknown => {
    const { column_name, format } = Object(field) as Fields;
    const likeliest = formats.get(column_name);
    return likeliest && !format ? { ...(field as Fields), format: likeliest } : field;
  };
  return mapped(output_to_streams ?? {}, (stream) => ({
    ...(stream as Fields),
    data_map: mapped((stream as { data_map: Fields }).data_map, fitted),
  }));
};

const mapped = (fields: object, change: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));

/** A deployment: a file that is kept up to date. */
export class Target extends Resource<"targets"> {
  /** Rows of the delivered file as they arrive: texts by column, as the deployment names them. */
  rows(call?: Call): AsyncGenerator<Row, void, undefined> {
    return this.read(`${this.path}/download.csv`, {}, call);
  }

  /** The delivered file as an array. */
  scores(call?: Call): Promise<Row[]> {
    return collected(this.rows(call));
  }
}

/** One person's score. */
export interface Score {
  /** Digits; more than a number can hold. */
  person_id: string;
  /** Calibrated, 0 to 1; null for people who reached the goal already. */
  probability: number | null;
  /** 100 is the likeliest hundredth; null without a probability. */
  percentile: number | null;
  /** `scored`, or why there is no probability. */
  status: string;
  /** Reasons for and against, the strongest first, where the pipeline explains its scores. */
  reasons: Reason[];
  /**
   * Name, address and whatever else the pipeline delivers. Further numbers of the prediction, such as
   * expected amounts, are numbers.
   */
  [column: string]: unknown;
}

export interface Reason {
  feature: string;
  /** In words. */
  reason: string;
  value: unknown;
  /** Change of the log-odds. */
  effect: number;
  direction: "for" | "against";
}

/** People of a list: `top`, `top_percent`, `min_chance` and its other parameters. */
export type Bounds = Omit<
  NonNullable<paths["/scopes/{id}/list.csv"]["get"]["parameters"]["query"]>,
  "outcome_id" | "form" | "locale" | "gzip" | "signature" | "expires"
>;

/** A pipeline (scope) and one prediction (outcome) that it scores its people with. */
export class Prediction extends Resource<"scopes"> {
  readonly outcomeId: string;

  constructor(http: Http, record: RecordOf<"scopes">, outcomeId: string) {
    super(http, "scopes", record);
    this.outcomeId = outcomeId;
  }

  /** The evidence for the prediction. */
  async evidence(call?: Call): Promise<Schemas["OutcomeAnalysis"]> {
    return this.http.json("GET", `/outcomes/${encodeURIComponent(this.outcomeId)}/analysis`, call);
  }

  /** Whether the model is better than simple rules, and by how much, in two sentences. */
  async verdict(call?: Call): Promise<string> {
    const { title, text } = (await this.evidence(call)).verdict;
    return `${title}. ${text}`;
  }

  /**
   * Lift curve of the test: `share` of the people, likeliest first (0 to 1), and their `lift` with its 95 %
   * interval, `low` to `high`.
   */
  async lift(call?: Call): Promise<{ share: number; lift: number; low: number; high: number }[]> {
    const { overall_performance } = await this.evidence(call);
    const { lift_curve } = overall_performance.recognized_individuals;
    return lift_curve.map(({ x, y, y_min, y_max }) => ({ share: x, lift: y, low: y_min, high: y_max }));
  }

  /** Number of the likeliest people who are expected to reach the goal, with 95 % intervals. */
  async reach(call?: Call): Promise<Schemas["Reach"]> {
    return this.http.json("GET", `${this.path}/reach`, { ...call, query: { outcome_id: this.outcomeId } });
  }

  /** People with a probability, likeliest first, as they arrive: `rows({ top_percent: 10 })`. */
  async *rows(bounds?: Bounds, call?: Call): AsyncGenerator<Score, void, undefined> {
    const query = { ...bounds, form: "api", outcome_id: this.outcomeId };
    const id = this.outcomeId.replaceAll("-", "_");
    for await (const row of this.read(`${this.path}/list.csv`, query, call)) yield scoreOf(row, id);
  }

  /** People with a probability, likeliest first, as an array: `scores({ top: 500 })`. */
  scores(bounds?: Bounds, call?: Call): Promise<Score[]> {
    return collected(this.rows(bounds, call));
  }
}

/** Columns of the prediction lose their prefix, and become numbers where they are some. */
const scoreOf = (row: Row, id: string): Score => {
  const prefix = `fdy_outcome_${id}_`;
  const score: Partial<Score> = { reasons: [] };
  for (const [column, text] of Object.entries(row))
    if (column === `fdy_explanation_${id}`) score.reasons = text ? JSON.parse(text) : [];
    else if (column.startsWith(prefix)) {
      const isNumber = text !== "" && !Number.isNaN(Number(text));
      score[column.slice(prefix.length).replace(/^propensity_/, "")] = isNumber ? Number(text) : text || null;
    } else score[column] = text;
  return score as Score;
};

const collected = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
