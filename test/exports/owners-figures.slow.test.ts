// Files of shops, tills, payment services and associations, previewed and built as proposed, without an
// answer to any question. A figure is what their owner knows, or the proposal asks about it: none is wrong in
// silence.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploadedFiles } from "../../src/builds/dataset/fixtures.js";
import { proposedConfig } from "../../src/builds/dataset/preview.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import { countsByStream, type DatedCounts } from "../../src/domain/data/dataset-findings.js";
import type { DatasetProposal, NoteCode, QuestionCode } from "../../src/domain/proposal/proposal.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { needing } from "../run/needs.js";
import { hasPublicData, publicFile } from "../support/public-data.js";
import { stepTools } from "../support/step-tools.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "owners-figures-"));
  engine = await openEngine({ memoryMb: 800, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

/** Figures that an owner knows. Money of several currencies is by currency. */
interface Known {
  events?: number;
  customers?: number;
  repeat_customers?: number;
  without_customer?: number;
  value_total?: number;
  by_currency?: Record<string, number>;
  first?: string;
  last?: string;
}

/** Rows of a later day would be in the future. */
const now = Date.UTC(2026, 11, 1);

interface Read {
  proposal: DatasetProposal;
  built: Record<string, DatedCounts>;
}

const readAsProposed = async (bodies: Record<string, Buffer | string>): Promise<Read> => {
  const files = await uploadedFiles(root, bodies);
  const config = {
    identity_sets: {},
    output_to_streams: {},
    output_to_traits: {},
    options: { type: "hosted_csv" as const, upload_directory: "data" },
  };
  const toolsOf = async () => stepTools(engine, await mkdtemp(path.join(root, "build-")), { now });
  const preview = await buildDataset({ config: { ...config, preview: true }, files }, await toolsOf());
  const proposal = preview.proposal!;
  const mapped = proposedConfig({ ...config, preview: false }, proposal);
  const { streams } = await buildDataset({ config: mapped, files }, await toolsOf());
  return { proposal, built: countsByStream(streams) };
};

const tolerated = 0.01;
const isNear = (found: number | undefined, known: number): boolean =>
  found !== undefined && Math.abs(found - known) <= tolerated * Math.abs(known);

const ofEvents: readonly QuestionCode[] = ["lines", "steps", "status", "date_format", "header"];
const ofAmounts: readonly QuestionCode[] = [...ofEvents, "amount", "cents", "currency", "unnamed_currency"];
/** Questions and notes about a figure, which may be wrong until they are answered. */
const asks: Record<keyof Known, readonly (QuestionCode | NoteCode)[]> = {
  events: ofEvents,
  customers: [...ofEvents, "customer", "spoilt_keys", "every_key_different", "nobody_found"],
  repeat_customers: [...ofEvents, "customer", "spoilt_keys", "every_key_different", "nobody_found"],
  without_customer: ["customer", "nobody_found"],
  value_total: [...ofAmounts, "amount_chosen"],
  by_currency: ["currency"],
  first: ["date_format"],
  last: ["date_format"],
};

/** The figures of a stream that are wrong, and of which nothing asks. */
const wrongInSilence = (
  counts: DatedCounts | undefined,
  { questions, notes }: DatasetProposal,
  known: Known,
) => {
  const codes = new Set<string>([...questions, ...notes].map(({ code }) => code));
  const isOpen = (figure: keyof Known) => asks[figure].some((code) => codes.has(code));
  const amounts = Object.fromEntries(
    (counts?.by_currency ?? []).map(({ currency, value_total }) => [currency, value_total]),
  );
  const { by_currency, first, last, ...figures } = known;
  const numbers = Object.entries(figures) as [
    Exclude<keyof Known, "by_currency" | "first" | "last">,
    number,
  ][];
  return [
    ...numbers
      .filter(([figure, is]) => !isNear(counts?.[figure], is) && !isOpen(figure))
      .map(([figure, is]) => `${figure}: ${counts?.[figure]} for ${is}`),
    ...Object.entries(by_currency ?? {})
      .filter(([currency, is]) => !isNear(amounts[currency], is))
      .map(([currency, is]) => `${currency}: ${amounts[currency]} for ${is}`),
    ...(by_currency && !isOpen("by_currency") ? ["several currencies, and none is asked for"] : []),
    ...(
      [
        ["first", first, counts?.oldest_date],
        ["last", last, counts?.newest_date],
      ] as const
    )
      .filter(([end, is, found]) => is !== undefined && found?.slice(0, 10) !== is && !isOpen(end))
      .map(([end, is, found]) => `${end}: ${found} for ${is}`),
  ];
};

const check = ({ proposal, built }: Read, known: Known, stream = mainStream(proposal)) => {
  expect(wrongInSilence(proposal.figures?.[stream], proposal, known)).toEqual([]);
  expect(built).toEqual(proposal.figures);
  for (const { rows_read, rows, left_out_by = [] } of Object.values(built))
    if (rows_read !== undefined)
      expect(rows + left_out_by.reduce((sum, each) => sum + each.rows, 0)).toBe(rows_read);
};

const mainStream = ({ output_to_streams: streams }: DatasetProposal): string => Object.keys(streams)[0] ?? "";

const folder = (name: string): string[] =>
  existsSync(publicFile(name)) ? readdirSync(publicFile(name)) : [];
const json = (name: string) => JSON.parse(readFileSync(publicFile(name), "utf8"));
const bodiesOf = (dir: string, files: readonly string[]) =>
  Object.fromEntries(files.map((file) => [file, readFileSync(publicFile(`${dir}/${file}`))]));

/**
 * Small files of one kind, in the folder `inputs` of any folder beside the public data; none where there is
 * no such folder.
 */
const smallFiles = (kind: string): string[] =>
  folder("..")
    .flatMap((beside) =>
      folder(`../${beside}/inputs/${kind}`).map((file) => `../${beside}/inputs/${kind}/${file}`),
    )
    .filter((file) => file.endsWith(".csv"));

interface Report {
  files: string[];
  expect?: Known;
  by_currency?: Record<string, number>;
  accept?: Known[];
}
const reports = folder("reports").filter((name) => existsSync(publicFile(`reports/${name}/expected.json`)));

interface Truth {
  orders?: number;
  customers?: number;
  repeat_purchasers?: number;
  orders_without_customer?: number;
  revenue?: string | Record<string, string>;
  /** The persons behind the rows, whom an address may tell apart better than the file's own key. */
  people?: { people: number; repeat: number };
  subscriptions_started?: number;
  subscriptions_ended?: number;
}
const exported = (): [string, Truth][] =>
  folder("exports3").length > 0
    ? Object.entries(json("exports3/truth.json").files as Record<string, Truth>)
    : [];

const knownOf = ({
  orders,
  customers,
  repeat_purchasers,
  orders_without_customer,
  revenue,
}: Truth): Known => ({
  ...(orders !== undefined && { events: orders }),
  ...(customers !== undefined && { customers }),
  ...(repeat_purchasers !== undefined && { repeat_customers: repeat_purchasers }),
  ...(orders_without_customer !== undefined && { without_customer: orders_without_customer }),
  ...(typeof revenue === "string" && { value_total: Number(revenue) }),
  ...(typeof revenue === "object" && {
    by_currency: Object.fromEntries(
      Object.entries(revenue).map(([currency, sum]) => [currency, Number(sum)]),
    ),
  }),
});

describe("public data", needing("public data", hasPublicData()), () => {
  test.each(exported().filter(([, { orders }]) => orders !== undefined))("%s", async (name, truth) => {
    const read = await readAsProposed(bodiesOf("exports3", [`${name}.csv.gz`]));
    const counts = read.built[mainStream(read.proposal)];
    const { people: persons } = truth;
    const areKnown = persons !== undefined && isNear(counts?.customers, persons.people);
    const known = knownOf(truth);
    check(read, areKnown ? { ...known, customers: persons.people, repeat_customers: persons.repeat } : known);
  });

  test("subscriptions: an end counts, or another one of the customer runs", async () => {
    const [, truth] = exported().find(([name]) => name === "recharge_subscriptions")!;
    const read = await readAsProposed(bodiesOf("exports3", ["recharge_subscriptions.csv.gz"]));
    check(read, { events: truth.subscriptions_started! }, "subscription");
    const { events, left_out_by = [] } = read.built.cancellation!;
    const running = left_out_by.find(({ reason }) => reason === "still_running")!.rows;
    expect(events + running).toBe(truth.subscriptions_ended);
  });

  test("payments in two currencies are not added", async () => {
    const { proposal } = await readAsProposed(bodiesOf("exports3", ["stripe_two_currencies.csv.gz"]));
    expect(proposal.questions.map(({ code }) => code)).toContain("currency");
    expect(proposal.figures!.transaction!.by_currency!.length).toBeGreaterThan(1);
  });

  test.each(smallFiles("leavers").map((file) => [path.basename(file), file]))(
    "leavers of %s",
    async (name, file) => {
      const read = await readAsProposed({ [name]: readFileSync(publicFile(file)) });
      check(read, { events: 39, customers: 39, first: "2023-01-21", last: "2023-04-15" }, "cancellation");
    },
  );

  test.each(smallFiles("lines").map((file) => [path.basename(file), file]))(
    "line breaks of %s",
    async (name, file) => {
      const read = await readAsProposed({ [name]: readFileSync(publicFile(file)) });
      const known = name.startsWith("h_")
        ? { events: 2, customers: 2, value_total: 8, first: "2025-01-02", last: "2025-01-03" }
        : { events: 200, customers: 200, value_total: 20_000, first: "2025-01-01", last: "2025-01-28" };
      check(read, known);
    },
  );

  test.each(reports)("%s", async (name) => {
    const {
      files,
      expect: known = {},
      by_currency,
      accept = [],
    } = json(`reports/${name}/expected.json`) as Report;
    const read = await readAsProposed(bodiesOf(`reports/${name}`, files));
    const stream = mainStream(read.proposal);
    const accepted = accept.find(({ value_total }) =>
      isNear(read.built[stream]?.value_total, value_total ?? NaN),
    );
    check(read, {
      ...known,
      ...(accepted && { value_total: accepted.value_total! }),
      ...(by_currency && { by_currency }),
    });
  });
});

const days = Array.from({ length: 28 }, (_, i) => `2025-02-${String(i + 1).padStart(2, "0")}`);

test.each(["cancelled_at", "cancel_date", "churned_at", "left_on"])(
  "a list of leavers by %s is one of events",
  async (column) => {
    const rows = days.map((day, i) => `${day},Elie,Wexlerley,851 Maple Ave,Millport,${i}.20,c${i}`);
    const header = `${column},first_name,last_name,address,city,lost,customer_no`;
    const read = await readAsProposed({ "members.csv": `${[header, ...rows].join("\n")}\n` });
    check(read, { events: 28, customers: 28, first: days[0]!, last: days.at(-1)! }, "cancellation");
  },
);

test.each([
  ["in every row, before the end of the row", "\n", (i: number) => `"x${i}\r"`],
  ["once, in quotes", "\n", (i: number) => (i === 0 ? '"l1\r\nl2"' : "p")],
  ["in quotes, in a file of CR LF", "\r\n", (i: number) => (i === 0 ? '"l1\nl2"' : "p")],
  ["of an old Mac, in quotes", "\n", (i: number) => (i === 1 ? '"l1\rl2"' : "p")],
  ["of an old Mac, in the whole file", "\r", () => "p"],
  ["in a later row", "\n", (i: number) => (i === 25 ? '"l1\r\nl2"' : "p")],
] as const)("line breaks: %s", async (_, lineBreak, note) => {
  const rows = days.map((day, i) => `${day},u${i}@x.test,${i}.50,${note(i)}`);
  const body = ["ordered_at,email,total,note", ...rows, ""].join(lineBreak);
  check(await readAsProposed({ "orders.csv": body }), { events: 28, customers: 28, value_total: 392 });
});
