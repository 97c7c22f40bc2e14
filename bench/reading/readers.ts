// Reader of an export: the product's own preview in this process, or another program by its command. It gives
// the figures that it shows, and which of them it leaves open: by a question, or by a guess that it shows.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { buildDataset } from "../../src/builds/dataset/step.js";
import type { DatedCounts } from "../../src/domain/data/dataset-findings.js";
import type { DatasetProposal } from "../../src/domain/proposal/proposal.js";
import { Refusal } from "../../src/errors/refusal.js";
import type { Engine } from "../../src/warehouse/engine.js";
import type { Money } from "./truth.js";

export const figures = ["orders", "customers", "revenue"] as const;
export type Figure = (typeof figures)[number];

export interface FiguresRead {
  orders?: number;
  customers?: number;
  repeat_customers?: number;
  revenue?: Money;
  /** Figures that a question or a shown guess is about. */
  open: Figure[];
  /** What leaves them open. */
  because: string[];
}

export interface Reader {
  read(file: string, bytes: number): Promise<FiguresRead>;
}

/** Figures that each question and note is about. */
const concerns: Record<string, readonly Figure[]> = {
  customer: ["customers"],
  nobody_found: ["customers"],
  spoilt_keys: ["customers"],
  every_key_different: ["customers"],
  lines: figures,
  steps: figures,
  status: figures,
  header: figures,
  date_format: figures,
  without_dates: figures,
  snapshot: figures,
  amount: ["revenue"],
  amount_chosen: ["revenue"],
  cents: ["revenue"],
  currency: ["revenue"],
  unnamed_currency: ["revenue"],
  customer_guessed: ["customers"],
  customers_differ: ["customers"],
  lines_guessed: figures,
  steps_guessed: figures,
  status_guessed: figures,
  unread_dates: figures,
  unread_flags: figures,
  unread_statuses: figures,
  amount_guessed: ["revenue"],
  currency_guessed: ["revenue"],
  unread_amounts: ["revenue"],
  refunds_of_no_order: ["orders", "revenue"],
};

/** Rows of a later day would be in the future. */
const now = Date.UTC(2026, 10, 1);
const config = {
  identity_sets: {},
  output_to_streams: {},
  output_to_traits: {},
  options: { type: "hosted_csv" as const, upload_directory: "data" },
  preview: true,
};

/** `dir`: a directory for what it makes, which it removes. */
export const productReader = (engine: Engine, dir: string): Reader => ({
  async read(file, bytes) {
    const at = await mkdtemp(path.join(dir, "preview-"));
    const uploaded = { path: file, filename: path.basename(file), bytes, arrived_at: 1000 };
    try {
      const tools = { engine, dir: at, now, seed: 1, progress: () => {} };
      const { proposal } = await buildDataset({ config, files: [uploaded] }, tools);
      return figuresOf(proposal!);
    } catch (error) {
      if (error instanceof Refusal) return { open: [...figures], because: [error.code] };
      throw error;
    } finally {
      await rm(at, { recursive: true });
    }
  },
});

const figuresOf = (proposal: DatasetProposal): FiguresRead => {
  const { questions, notes, figures: counted = {}, output_to_streams: streams } = proposal;
  const because = [...questions, ...notes].map(({ code }) => code).filter((code) => concerns[code]);
  const name = streams.transaction ? "transaction" : Object.keys(streams)[0];
  const counts = name === undefined ? undefined : counted[name];
  const open = [...new Set(because.flatMap((code) => concerns[code]!))];
  if (!counts) return { open, because };
  const { events, customers, repeat_customers } = counts;
  return { orders: events, customers, repeat_customers, revenue: moneyOf(counts), open, because };
};

const moneyOf = ({ by_currency: by, value_total: total }: DatedCounts): Money =>
  by
    ? Object.fromEntries(by.map(({ currency, value_total }) => [currency ?? "XXX", value_total]))
    : total === undefined
      ? {}
      : { XXX: total };

const run = promisify(execFile);
/** The field of a command's answer that lists the figures which it leaves open. */
const openField = "asked";

/** The command gets the path of a file, and prints JSON. */
export const commandReader = (command: string): Reader => ({
  async read(file) {
    const { stdout } = await run("sh", ["-c", `${command} "$1"`, "sh", file], {
      maxBuffer: 1e7,
      timeout: 120_000,
    });
    const printed = JSON.parse(stdout) as FiguresRead & Record<string, string[]>;
    const because = printed[openField] ?? [];
    const open = figures.filter((figure) =>
      because.some((one) => one === figure || concerns[one]?.includes(figure)),
    );
    return { ...printed, open, because };
  },
});
