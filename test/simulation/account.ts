// A client of a simulated service, with one account: what it sent, which answers came, and so
// what must be there. A request without an answer may have been carried out or not; everything else is
// certain.

import { createHash } from "node:crypto";
import type { Answer } from "./node.js";
import { rowsOfCsv } from "./steps.js";
import { Violation, type World } from "./world.js";

/** Pause after a request that failed, and how often a client insists. */
const againMs = 3_000;
const mostTries = 400;

type Method = "GET" | "POST" | "PATCH" | "DELETE";
interface Ask {
  headers?: Record<string, string>;
  body?: string;
  pauseMs?: number;
  cutAfter?: number;
}

const json = { "content-type": "application/json" };
export const md5Of = (text: string): string => createHash("md5").update(text).digest("hex");

export class Account {
  id = "";
  private key = "";
  target = "";
  endpoint = "";
  /** Contents that a file may have by what is known; null: there is none. */
  readonly files = new Map<string, Set<string | null>>();
  /** Events by their id, and whether they were acknowledged. */
  readonly events = new Map<string, { isAcknowledged: boolean }>();
  /** Ids of cohorts that were acknowledged, and not asked to be deleted. */
  readonly cohorts = new Map<string, string>();
  /** Names of cohorts for which a request has no answer, or that are being deleted. */
  readonly uncertain = new Set<string>();
  /** Files in which a bit was flipped since they were sent. */
  readonly flipped = new Set<string>();
  private sent = 0;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly world: World,
    readonly name: string,
    readonly number: number,
  ) {}

  async open(): Promise<void> {
    const { body } = await this.must("POST", "/accounts", { name: this.name, email: this.mailbox });
    this.id = body.id;
    this.key = body.api_key;
    const endpoint = { url: this.hook, enabled_events: ["resource.ready_with_update", "audit.entry"] };
    this.endpoint = (await this.must("POST", "/webhook_endpoints", endpoint)).body.id;
    const datasets = [
      ["orders", "transaction"],
      ["signups", "signup"],
    ] as const;
    for (const [directory, stream] of datasets)
      await this.must("POST", "/datasets", {
        name: `From ${directory}`,
        identity_sets: { customer: { email: "email" } },
        options: { type: "hosted_csv", upload_directory: directory },
        output_to_streams: { [stream]: { data_map: { datetime: { column_name: "date" } } } },
      });
    // A dataset without any file waits for one.
    for (const [directory] of datasets) await this.upload(`${directory}/first.csv`, 3, {});
    const cohort = (await this.must("POST", "/cohorts", { name: "Everyone", stream_name: "transaction" }))
      .body;
    const scope = await this.must("POST", "/scopes", {
      name: "Scores",
      population: { cohort_ids: [cohort.id] },
      payload: { outcome_ids: [], cohort_ids: [cohort.id] },
    });
    this.target = (
      await this.must("POST", "/targets", {
        name: "List",
        scope_id: scope.body.id,
        representation: { mode: "identified", aggregate: "person" },
        options: { type: "hosted_csv" },
      })
    ).body.id;
  }

  get mailbox(): string {
    return `owner${this.number}@example.com`;
  }

  get hook(): string {
    return `https://receiver.example/${this.number}`;
  }

  /** One thing after the other, as a careful client does; what depends on no other goes on beside it. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    const next = this.turn.then(act);
    this.turn = next.catch(() => {});
    return next;
  }

  ask(method: Method, url: string, given: Ask = {}): Promise<Answer> {
    return this.world.ask({ method, url, ...(this.key !== "" && { key: this.key }), ...given });
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  private async must(method: Method, url: string, body: object): Promise<{ body: any }> {
    const { status, text } = await this.ask(method, url, { headers: json, body: JSON.stringify(body) });
    if (status === undefined || status >= 300) throw new Violation(`${method} ${url}: ${status} ${text}`);
    return { body: JSON.parse(text) };
  }

  /** Asks until there is an answer that says what became of it. */
  private async insist(method: Method, url: string, given: Ask = {}): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await this.ask(method, url, tries === 0 ? given : withoutCut(given));
      const { status } = answer;
      if (status === 500) this.world.violate(`${method} ${url} is answered with 500: ${answer.text}`);
      if (status !== undefined && status < 500 && status !== 429 && status !== 408) return answer;
      if (tries >= mostTries || this.world.violation) return answer;
      await this.world.machine.pause(againMs * Math.min(20, 1 + tries));
    }
  }

  async upload(
    file: string,
    rows: number,
    { pauseMs, cutAfter }: Pick<Ask, "pauseMs" | "cutAfter">,
  ): Promise<void> {
    const csv = this.orders(rows);
    const before = this.files.get(file) ?? new Set([null]);
    this.files.set(file, new Set([...before, csv]));
    const answer = await this.insist("POST", `/uploads/${file}`, {
      headers: { "content-type": "text/csv" },
      body: csv,
      ...(pauseMs !== undefined && { pauseMs }),
      ...(cutAfter !== undefined && { cutAfter }),
    });
    if (isDone(answer)) {
      this.files.set(file, new Set([csv]));
      this.flipped.delete(file);
    }
    this.world.tell(`${this.name} uploads ${file} with ${rows} rows: ${said(answer)}.`);
  }

  /** A file with a flipped bit is refused; it is replaced by a whole one. */
  async uploadAgain(file: string): Promise<void> {
    const { status, text } = await this.ask("GET", `/uploads/${file}`);
    if (status === 200 && ![...(this.files.get(file) ?? [])].includes(text))
      this.world.violate(`${this.name}: ${file} is delivered with a flipped bit`);
    await this.upload(file, 5, {});
  }

  /** A list that is damaged is made again, and comes then. */
  async insistOnList(): Promise<void> {
    await this.insist("GET", `/targets/${this.target}/download.csv`);
  }

  private orders(rows: number): string {
    let csv = "order,email,date\n";
    for (let i = 0; i < rows; i++)
      csv += `${this.number}-${++this.sent},p${this.sent % 7}@example.com,2025-11-${1 + (this.sent % 28)}\n`;
    return csv;
  }

  async deleteFile(file: string): Promise<void> {
    const before = this.files.get(file) ?? new Set([null]);
    this.files.set(file, new Set([...before, null]));
    const answer = await this.insist("DELETE", `/uploads/${file}`);
    // Not found: it was not there, or an attempt without an answer has deleted it.
    if (isDone(answer) || answer.status === 404) this.files.set(file, new Set([null]));
    this.world.tell(`${this.name} deletes ${file}: ${said(answer)}.`);
  }

  async sendEvents(stream: string, count: number): Promise<void> {
    const events = Array.from({ length: count }, () => {
      const id = `${this.number}-e${++this.sent}`;
      const event = {
        event_id: id,
        email: `p${this.sent % 7}@example.com`,
        datetime: "2025-12-01T00:00:00Z",
      };
      return event;
    });
    for (const { event_id: id } of events) this.events.set(id, { isAcknowledged: false });
    const answer = await this.insist("POST", `/streams/${stream}/events`, {
      headers: json,
      body: JSON.stringify(events),
    });
    if (isDone(answer)) for (const { event_id: id } of events) this.events.set(id, { isAcknowledged: true });
    this.world.tell(`${this.name} sends ${count} events of ${stream}: ${said(answer)}.`);
  }

  async createCohort(kind: string): Promise<void> {
    const key = `${this.number}-${++this.sent}`;
    const name = `${kind}, ${this.sent}`;
    this.uncertain.add(name);
    const answer = await this.insist("POST", "/cohorts", {
      headers: { ...json, "idempotency-key": key },
      body: JSON.stringify({ name, stream_name: "transaction" }),
    });
    if (isDone(answer)) {
      this.cohorts.set(name, JSON.parse(answer.text).id);
      this.uncertain.delete(name);
    }
    this.world.tell(`${this.name} creates ${name}: ${said(answer)}.`);
  }

  async deleteCohort(kind: string): Promise<void> {
    const [name, id] = [...this.cohorts].find(([each]) => each.startsWith(kind)) ?? [];
    if (name === undefined) return;
    this.cohorts.delete(name);
    this.uncertain.add(name);
    const answer = await this.insist("DELETE", `/cohorts/${id}`);
    this.world.tell(`${this.name} deletes ${name}: ${said(answer)}.`);
  }

  async rebuild(url: string, what: string): Promise<void> {
    const answer = await this.insist("POST", `${url}/force_update`);
    this.world.tell(`${this.name} has ${what} built again: ${said(answer)}.`);
  }

  /** The hosted file is whole, as its record says, and has no row of anybody else. */
  async download(): Promise<void> {
    const answer = await this.ask("GET", `/targets/${this.target}/download.csv`);
    const { status, text, headers } = answer;
    if (status === 200) {
      const etag = createHash("sha256").update(text).digest("hex");
      if (headers.etag !== `"${etag}"`) this.world.violate("a downloaded file is not the one of its ETag");
      this.requireOwn(text);
    } else if (status === 500) this.world.violate(`a download is answered with 500: ${text}`);
    this.world.tell(`${this.name} downloads its list: ${said(answer)}.`);
  }

  requireOwn(text: string): void {
    for (const line of text.split("\n").filter((each) => each !== "")) {
      const { order, event_id: id } = JSON.parse(line) as { order?: string; event_id?: string };
      const [owner] = (order ?? id ?? "").split("-");
      if (owner !== String(this.number))
        this.world.violate(`${this.name} has a row of somebody else: ${line}`);
    }
  }

  async lookAt(other: Account): Promise<void> {
    for (const url of [`/targets/${other.target}`, `/targets/${other.target}/download.csv`]) {
      const { status, text } = await this.ask("GET", url);
      if (status === 200)
        this.world.violate(`${this.name} reads ${url} of ${other.name}: ${text.slice(0, 200)}`);
    }
    this.world.tell(`${this.name} looks for what is ${other.name}'s.`);
  }

  /** Rows that the files have, once it is known which there are. */
  expectedOrders(): string[] {
    return [...this.files.values()].flatMap((contents) =>
      [...contents].flatMap((csv) => (csv === null ? [] : rowsOfCsv(csv))),
    );
  }
}

const withoutCut = ({ cutAfter, ...given }: Ask): Ask => given;
const isDone = ({ status }: Answer): boolean => status !== undefined && status < 300;

const said = ({ status, text }: Answer): string => {
  if (status === undefined) return "no answer";
  if (status < 300) return "done";
  try {
    const { code, title } = JSON.parse(text) as { code?: string; title?: string };
    return `refused, ${status} ${code ?? title ?? ""}`.trim();
  } catch {
    return `refused, ${status}`;
  }
};
