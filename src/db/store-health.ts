// Health of the store. A trouble begins with the first query that fails because of the store, and ends when a
// probe succeeds: a query and, after a trouble of writing, a write. While there is a trouble, a probe is made
// every second.

import { type Kysely, sql } from "kysely";
import type { ErrorCode } from "../errors/catalogue.js";
import type { Refusal } from "../errors/refusal.js";
import type { Troubles } from "../errors/troubles.js";
import { lostStore } from "../errors/world.js";
import type { Dialect } from "./migrations/migration.js";
import type { Database } from "./schema.js";

const probeMs = 1_000;
const source = "store";

/** Sentences for operators. */
const notes: { [code in ErrorCode]?: string } = {
  "store-unavailable":
    "The metadata store does not answer. Requests are answered with 503 and builds wait until it is back.",
  "disk-full":
    "The disk of the metadata store is full. Results can be read; the audit entries of reads are in the log and are saved later. Nothing else can be saved. Free some space; everything else follows by itself.",
  "disk-failing":
    "The disk of the metadata store cannot be written or read. Find the cause in the log of the operating system.",
};

export class StoreHealth {
  private readonly present = new Set<ErrorCode>();
  private timer: NodeJS.Timeout | undefined;
  private watched: { kysely: Kysely<Database>; kind: Dialect } | undefined;

  constructor(private readonly troubles: Pick<Troubles, "report" | "clear">) {}

  watch(kysely: Kysely<Database>, kind: Dialect): void {
    this.watched = { kysely, kind };
  }

  /** The refusal for an error of the store, which begins a trouble; every other error as it is. */
  readonly explain = (error: unknown): unknown => {
    const refusal = lostStore(error);
    if (refusal) this.begin(refusal);
    return refusal ?? error;
  };

  /** Throws the refusal if the store cannot be read or, in doubt or during a trouble, written. */
  async probe(isWriteInDoubt = false): Promise<void> {
    const { kysely, kind } = this.watched!;
    await kysely.selectFrom("migration").select("name").limit(1).execute();
    if (this.present.size === 0 && !isWriteInDoubt) return;
    if (kind === "sqlite") await writeNothing(kysely);
    this.end();
  }

  close(): void {
    clearTimeout(this.timer);
    this.watched = undefined;
  }

  private begin({ code, message, cause }: Refusal): void {
    this.present.add(code);
    this.troubles.report(code, notes[code] ?? message, cause, source);
    this.timer ??= setTimeout(() => void this.probeAgain(), probeMs).unref();
  }

  private async probeAgain(): Promise<void> {
    this.timer = undefined;
    if (this.watched === undefined) return;
    await this.probe().catch(() => {});
    if (this.present.size > 0) this.timer ??= setTimeout(() => void this.probeAgain(), probeMs).unref();
  }

  private end(): void {
    for (const code of this.present) this.troubles.clear(code, source);
    this.present.clear();
  }
}

/** Writes the first page of the file as it is, in a commit of its own. */
const writeNothing = async (kysely: Kysely<Database>): Promise<void> => {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(kysely);
  await sql`pragma user_version = ${sql.lit(rows[0]!.user_version)}`.execute(kysely);
};
