// The client: one service, one account.

import { BellwetherError } from "./errors.js";
import { Events, type OnEventError, type TrackedEvent } from "./events.js";
import { Http, type Sent } from "./http.js";
import type {
  AnswerOf,
  BodyOf,
  Call,
  Creatable,
  Given,
  ItemOf,
  Kind,
  ListPath,
  Method,
  PathOf,
  RecordOf,
  RequestOf,
  Schemas,
} from "./operations.js";
import { Dataset, Prediction, Resource, Target, type Waiting } from "./resources.js";
import type { paths } from "./schema.js";
import { type Data, upload, type Watched } from "./uploads.js";

export interface Options {
  /** Number of times that a request is repeated when the service is busy or does not answer. Default: 5. */
  retries?: number;
  /** Within how many milliseconds an answer has to begin; ten times as many for a part of a file. Default: 60,000. */
  timeoutMs?: number;
  /** Files of more than so many bytes are uploaded in parts. Default: 8,000,000. */
  partBytes?: number;
  /** Events that `track` keeps until they are sent. Default: 10,000. */
  queuedEvents?: number;
  /** Receives tracked events that the service refuses. Default: a line on the console. */
  onEventError?: OnEventError;
}

/** A resource with what its kind can do. */
export type ResourceOf<K extends Kind> = K extends "datasets"
  ? Dataset
  : K extends "targets"
    ? Target
    : Resource<K>;

/** An account of a service. Every method may reject with `Refused` or `NoAnswer`. */
export class Bellwether {
  readonly #http: Http;
  readonly #partBytes: number;
  readonly #created: Resource[] = [];
  readonly #events: Events;

  /**
   * @param url Address of the service. Default: the variable BELLWETHER_URL, else http://127.0.0.1:8080.
   * @param key API key. Default: the variable BELLWETHER_KEY; in a page of the service's own address, its session.
   */
  constructor(url?: string, key?: string, options: Options = {}) {
    const { env } = (globalThis as { process?: { env?: Record<string, string> } }).process ?? {};
    const { retries = 5, timeoutMs = 60_000, partBytes = 8_000_000 } = options;
    const base = url ?? env?.BELLWETHER_URL ?? "http://127.0.0.1:8080";
    this.#http = new Http(base, key ?? env?.BELLWETHER_KEY, retries, timeoutMs);
    this.#partBytes = partBytes;
    const { queuedEvents = 10_000, onEventError = onConsole } = options;
    this.#events = new Events(this.#http, queuedEvents, onEventError);
  }

  /** Creates an account. Its key is in `key`, and is shown once. */
  static async signUp(
    url: string,
    account: RequestOf<"/accounts", "post">["body"],
    options: Options & Call = {},
  ): Promise<Bellwether> {
    const { signal, ...others } = options;
    const made = await new Bellwether(url, "", others).post("/accounts", { body: account, signal });
    return new Bellwether(url, made.api_key, others);
  }

  get key(): string | undefined {
    return this.#http.key;
  }

  account(call?: Call): Promise<Schemas["Account"]> {
    return this.#http.json("GET", "/accounts/current", call);
  }

  /**
   * Uploads a file and has its columns profiled: `upload("orders", "Orders", file)`. Nothing is built until `create()`.
   *
   * A second upload of the same name replaces the file; with another name and the same directory it adds to it.
   *
   * @param directory Upload directory: letters, digits, `_` and `-`.
   * @param name Name of the dataset, and of the file unless it has one.
   */
  async upload(directory: string, name: string, data: Data, options: Watched = {}): Promise<Dataset> {
    await this.addFile(directory, name, data, options);
    const body = {
      name,
      preview: true,
      identity_sets: {},
      output_to_streams: {},
      options: { type: "hosted_csv", upload_directory: directory },
    } as const;
    const preview = await this.create("datasets", body, options);
    return preview.wait(options);
  }

  /** Uploads into a directory; datasets that read it are updated. Resolves to directory and file name. */
  addFile(directory: string, name: string, data: Data, options: Watched = {}): Promise<string> {
    return upload(this.#http, directory, name, data, this.#partBytes, options);
  }

  /**
   * Sends an event: `track("transaction", { email: "ada@example.com", value: 24.9 })`. It waits in a queue and is sent
   * with others, again until the service has it on its disk; it counts once. Call `flush` before the program ends.
   */
  track(stream: string, event: TrackedEvent): void {
    this.#events.put(stream, event);
  }

  /** Resolves once all tracked events are on the service's disk, or were refused. */
  flush(): Promise<void> {
    return this.#events.flush();
  }

  /**
   * Scores up to 100 people as of this moment, with the events that came since the last build. A person is an e-mail
   * address or a customer number, or an object such as `{ id: "1152921504606846976" }`.
   */
  liveScores(
    people: readonly (string | Schemas["NamedPerson"])[],
    options: { reasons?: boolean } & Call = {},
  ): Promise<Schemas["LiveScores"]> {
    const { signal, reasons = false } = options;
    const all = people.map((person) => (typeof person === "string" ? named(person) : person));
    return this.post("/people/live_scores", { body: { people: all, reasons }, signal });
  }

  /** Predictions that the data can answer, with past rates and a proposed horizon. */
  suggestions(call?: Call): Promise<Schemas["Suggestion"][]> {
    return this.#http.json("GET", "/suggestions", call);
  }

  /** Creates a suggested prediction, with its cohorts and a pipeline that scores everyone. */
  async predict(
    suggestion: string | Schemas["Suggestion"],
    options: Omit<Schemas["ChosenSuggestion"], "id"> & Call = {},
  ): Promise<Prediction> {
    const { signal, ...chosen } = options;
    const id = typeof suggestion === "string" ? suggestion : suggestion.id;
    const [made] = await this.post("/suggestions", { body: { suggestions: [{ ...chosen, id }] }, signal });
    return this.#remember(await this.prediction(made!.scope_id, { outcome_id: made!.outcome_id, signal }));
  }

  /** A pipeline by id or name, and one of its predictions; by default the first. */
  async prediction(scope: string, options: { outcome_id?: string } & Call = {}): Promise<Prediction> {
    const { record, name } = await this.find("scopes", scope, options);
    const outcomeId = options.outcome_id ?? record.payload.outcome_ids?.[0];
    if (!outcomeId) throw new BellwetherError(`The pipeline ${name} has no prediction.`);
    return new Prediction(this.#http, record, outcomeId);
  }

  /** Creates a resource: `create("cohorts", { name: "Customers", stream_name: "orders" })`. */
  async create<K extends Creatable>(kind: K, body: BodyOf<K>, call?: Call): Promise<ResourceOf<K>> {
    const record = await this.#http.json<RecordOf<K>>("POST", `/${kind}`, { ...call, body });
    return this.#remember(this.#resource(kind, record));
  }

  /** Number of people whom a cohort would have. */
  previewCohort(body: Schemas["CohortPreviewPost"], call?: Call): Promise<Schemas["CohortPreview"]> {
    return this.post("/cohorts/preview", { ...call, body });
  }

  /** All resources of a kind, newest first, read in pages: `for await (const cohort of bw.list("cohorts"))`. */
  async *list<K extends Kind>(kind: K, call?: Call): AsyncGenerator<ResourceOf<K>, void, undefined> {
    for await (const record of this.#http.pages<RecordOf<K>>(`/${kind}`, call))
      yield this.#resource(kind, record);
  }

  /** A resource by its id or one of its names. Rejects if there is none, or if there are several. */
  async find<K extends Kind>(kind: K, nameOrId: string, call?: Call): Promise<ResourceOf<K>> {
    const named: ResourceOf<K>[] = [];
    for await (const each of this.list(kind, { signal: call?.signal })) {
      if (each.id === nameOrId) return each;
      const { stream_name } = each.record as { stream_name?: string };
      if (each.name === nameOrId || stream_name === nameOrId) named.push(each);
    }
    if (named.length === 1) return named[0]!;
    throw new BellwetherError(
      named.length === 0
        ? `There is no ${nameOrId} among ${kind}. list("${kind}") has them all.`
        : `${named.length} ${kind} have the name ${nameOrId}. Use the id: ${named.map(({ id }) => id).join(", ")}.`,
    );
  }

  /** Waits for all that this client has created. */
  async wait(options?: Waiting): Promise<void> {
    for (const resource of this.#created) await resource.wait(options);
  }

  /** Items of a list of any length, read page by page: `for await (const file of bw.pages("/uploads"))`. */
  pages<P extends ListPath>(
    path: P,
    ...[request]: Given<RequestOf<P, "get">>
  ): AsyncGenerator<ItemOf<P>, void, undefined> {
    const { path: values, ...sent } = (request ?? {}) as Untyped;
    return this.#http.pages(filled(path, values), sent);
  }

  get<P extends PathOf<"get">>(
    path: P,
    ...[request]: Given<RequestOf<P, "get">>
  ): Promise<AnswerOf<P, "get">> {
    return this.#call("get", path, request);
  }

  /** Repeated requests are done once: each carries an `Idempotency-Key`, which `headers` can set. */
  post<P extends PathOf<"post">>(
    path: P,
    ...[request]: Given<RequestOf<P, "post">>
  ): Promise<AnswerOf<P, "post">> {
    return this.#call("post", path, request);
  }

  put<P extends PathOf<"put">>(
    path: P,
    ...[request]: Given<RequestOf<P, "put">>
  ): Promise<AnswerOf<P, "put">> {
    return this.#call("put", path, request);
  }

  /** Sets fields; null removes one. */
  patch<P extends PathOf<"patch">>(
    path: P,
    ...[request]: Given<RequestOf<P, "patch">>
  ): Promise<AnswerOf<P, "patch">> {
    return this.#call("patch", path, request);
  }

  delete<P extends PathOf<"delete">>(
    path: P,
    ...[request]: Given<RequestOf<P, "delete">>
  ): Promise<AnswerOf<P, "delete">> {
    return this.#call("delete", path, request);
  }

  async #call<P extends keyof paths, M extends Method>(
    method: M,
    path: P,
    request: object | undefined,
  ): Promise<AnswerOf<P, M>> {
    const { path: values, ...sent } = (request ?? {}) as Untyped;
    return this.#http.send(method.toUpperCase(), filled(path, values), sent, async (response) => {
      if (response.status === 204) return undefined;
      return response.headers.get("content-type")?.startsWith("application/json")
        ? response.json()
        : response;
    });
  }

  #resource<K extends Kind>(kind: K, record: RecordOf<K>): ResourceOf<K> {
    const type = kind === "datasets" ? Dataset : kind === "targets" ? Target : Resource;
    return new (type as typeof Resource)(this.#http, kind, record) as ResourceOf<K>;
  }

  #remember<R>(resource: R): R {
    this.#created.push(resource as Resource);
    return resource;
  }
}

/** A request as it is once its types are checked. */
interface Untyped extends Sent {
  path?: Record<string, string | number>;
}

/** `/cohorts/{id}` with its values. */
const filled = (path: string, values: Untyped["path"] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

const onConsole: OnEventError = (error, events) => {
  console.error(`${events.length} events were not taken: ${error.message}`);
};

const named = (person: string): Schemas["NamedPerson"] =>
  person.includes("@") ? { email: person } : { customer_id: person };
