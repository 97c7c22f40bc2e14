// Counts of the answers to a proposal's questions, against builds of the mappings that follow from them.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { answeredProposal, followingProposals, withAnswerCounts } from "../../domain/proposal/answers.js";
import type { DatasetProposal, ProposalQuestion } from "../../domain/proposal/proposal.js";
import { limits } from "../../domain/resource/limits.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { builtDataset, uploadedFiles } from "./fixtures.js";
import { proposedConfig } from "./preview.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "answers-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const built = async (config: DatasetConfig, body: string) => {
  const files = await uploadedFiles(root, { "orders.csv": body });
  return (await builtDataset(engine, root, { config, files }, buildDataset))!.result;
};

const preview: DatasetConfig = {
  identity_sets: {},
  options: { type: "hosted_csv", upload_directory: "shop" },
  output_to_streams: {},
  output_to_traits: {},
  preview: true,
};

const proposalFor = async (body: string): Promise<DatasetProposal> => (await built(preview, body)).proposal!;

const rows = (count: number, row: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i)).join("\n");

const files: [string, ProposalQuestion["code"], string][] = [
  [
    "days that may be months",
    "date_format",
    `Order number,Date,Email,Total\n${rows(60, (i) => `A${i},0${(i % 9) + 1}/0${(i % 7) + 1}/2025,c${i % 13}@example.com,${i}.50`)}`,
  ],
  [
    "words of an unknown language",
    "status",
    `Order number,Date,Email,Total,Status\n${rows(60, (i) => `A${i},2025-01-${(i % 27) + 1},c${i % 13}@example.com,${i}.50,${["zorp", "blim", "krot"][i % 3]}`)}`,
  ],
  [
    "customers of no known name",
    "customer",
    `Key,Date,Alpha ref,Beta ref,Total\n${rows(60, (i) => `A${i},2025-01-${(i % 27) + 1},M${i % 17},S${i % 5},${i}.50`)}`,
  ],
];

test.each(files)("each answer about %s has the counts of the mapping that follows", async (_, code, body) => {
  const proposal = await proposalFor(body);
  const question = proposal.questions.find((each) => each.code === code)!;
  expect(question, JSON.stringify(proposal.questions)).toBeDefined();
  expect(question.choices.length).toBeGreaterThan(1);
  for (const choice of question.choices) {
    const config = proposedConfig(
      { ...preview, preview: false },
      answeredProposal(proposal, question, choice),
    );
    const { events, customers, value_total } = (await built(config, body)).streams.transaction!.counts;
    expect(choice.counts, JSON.stringify(choice)).toEqual({ events, customers, value_total });
  }
});

test("statuses are not asked about where no answer changes a count", async () => {
  const [, , body] = files[1]!;
  const proposal = await proposalFor(body);
  const question = proposal.questions.find(({ code }) => code === "status")!;
  const alike = new Map(
    followingProposals(proposal).map(({ key }) => [key, proposal.figures!.transaction!] as const),
  );
  expect(question.choices.length).toBeGreaterThan(1);
  const { questions, decisions } = withAnswerCounts(proposal, alike);
  expect(questions.map(({ code }) => code)).not.toContain("status");
  expect(decisions!.find(({ code }) => code === "status")?.certainty).not.toBe("asked");
});

test("answers about long files are not counted", async () => {
  const [, , body] = files[1]!;
  const longer = limits.answeredRows as { is: number };
  const { is } = longer;
  longer.is = 59;
  const { questions } = await proposalFor(body);
  longer.is = is;
  expect(questions.flatMap(({ choices }) => choices).every(({ counts }) => counts === undefined)).toBe(true);
});
