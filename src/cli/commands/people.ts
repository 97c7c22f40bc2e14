// The `bellwether people` command: all records with their people, whom an ID leads to, the matches to review,
// records without a person, why two records are one person, or are not, and what a person may ask for: their
// data, and their deletion.

import type { IdentityField } from "../../domain/data/dataset.js";
import type { ComparisonName } from "../../domain/people/matching.js";
import { comparisonLabels, identityLabels } from "../../words/labels.js";
import { type MatchQualityRead, qualitySentence } from "../../words/match-quality.js";
import { RequestRefused } from "../client.js";
import { command, type Group } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { confirmDeletion, withoutAsking } from "../deletion.js";
import { downloadTo, outOption } from "../download.js";
import { printAnswer, printTable } from "../resources/show.js";
import { createScreen, type Output } from "../terminal.js";

export const people: Group = {
  text: "People, made of records.",
  verbs: {
    export: command({
      usage: "people export [--out FILE]",
      text: "Writes all records with their people as CSV, a crosswalk between your systems: bellwether people export > crosswalk.csv.",
      options: {
        out: outOption,
        ...connection,
      },
      operands: [0, 0],
      async run({ values: { out, ...values } }, terminal) {
        const client = connect(values, terminal);
        const { status } = await client.get<{ status: string }>("/people/analysis");
        if (status !== "ready") createScreen(terminal.err).say(asOfLastBuild(status));
        await downloadTo(out, { path: "/people/crosswalk.csv", what: "Crosswalk" }, client, terminal);
      },
    }),
    show: command({
      usage: "people show ID [--json]",
      text:
        "Shows the person of an ID: that of a person, one that they had before, or that of a record. Of somebody who is gone it says since " +
        "which day.",
      options: { ...connection, ...asJson },
      operands: [1, 1],
      async run({ operands, values }, terminal) {
        const [id = ""] = operands;
        const person = await inWords(
          connect(values, terminal).get<PersonRead>(`/people/${encodeURIComponent(id)}`),
        );
        if (values.json) printAnswer(terminal.out, person, true);
        else printPerson(terminal.out, id, person);
      },
    }),
    review: command({
      usage: "people review [--random] [--limit N] [--offset N] [--json]",
      text: "Lists the pairs to review: records that belong to their person by likeness alone, and two people who are nearly alike enough, the costliest mistakes first.",
      options: {
        random: { type: "boolean", text: "A random draw, to measure quality." },
        limit: { type: "string", value: "N", text: "At most so many; default: 50." },
        offset: { type: "string", value: "N", text: "Pairs to skip." },
        ...connection,
        ...asJson,
      },
      operands: [0, 0],
      async run({ values }, terminal) {
        const { limit = "50", offset = "0" } = values;
        const order = values.random ? "random" : "cost";
        const query = new URLSearchParams({ order, limit, offset });
        const review = await connect(values, terminal).get<Review>(`/people/review?${query}`);
        if (values.json) return printAnswer(terminal.out, review, true, review.matches);
        printTable(
          terminal.out,
          ["person", "record", "other record", "same person", "probability", "rows", "wrong rows"],
          rowsOf(review),
        );
        terminal.out.write(`\n${review.total} pairs to review. ${qualitySentence(review.quality)}\n`);
      },
    }),
    unidentified: command({
      usage: "people unidentified [--limit N] [--offset N] [--json]",
      text: "Lists the records that are no person's, those with the most rows first, and why.",
      options: {
        limit: { type: "string", value: "N", text: "At most so many; default: 50." },
        offset: { type: "string", value: "N", text: "Records to skip." },
        ...connection,
        ...asJson,
      },
      operands: [0, 0],
      async run({ values }, terminal) {
        const { limit = "50", offset = "0" } = values;
        const query = new URLSearchParams({ limit, offset });
        const found = await connect(values, terminal).get<Unidentified>(`/people/unidentified?${query}`);
        if (values.json) printAnswer(terminal.out, found, true, found.records);
        else printUnidentified(terminal.out, found);
      },
    }),
    archive: command({
      usage: "people archive ID [--out FILE]",
      text: "Writes everything that the account has of a person, one JSON object a line, for somebody who asks what you know of them.",
      options: {
        out: outOption,
        ...connection,
      },
      operands: [1, 1],
      async run({ operands: [id = ""], values: { out, ...values } }, terminal) {
        const path = `/people/${encodeURIComponent(id)}/archive.jsonl`;
        await downloadTo(out, { path, what: "Archive" }, connect(values, terminal), terminal);
      },
    }),
    delete: command({
      usage: "people delete ID [--yes] [--json]",
      text:
        "Deletes a person from everything, by the account's list of deletion requests, whose analysis is the receipt. At an interactive " +
        "terminal it asks before.",
      options: { ...withoutAsking, ...connection, ...asJson },
      operands: [1, 1],
      async run({ operands: [id = ""], values }, terminal) {
        const client = connect(values, terminal);
        const consequence = `This deletes person ${id}: the next builds read every dataset without their rows. It cannot be undone.`;
        await confirmDeletion(consequence, values, terminal);
        const made = await inWords(client.post<Deletion>(`/people/${encodeURIComponent(id)}/deletion`, {}));
        if (values.json) return printAnswer(terminal.out, made, true);
        const { dataset_id, file, record_count } = made;
        terminal.out.write(
          `person ${id} (${record_count} records) is on the list ${dataset_id}, in ${file}.\n` +
            `The receipt: bellwether api GET /datasets/${dataset_id}/analysis/privacy\n`,
        );
      },
    }),
    why: command({
      usage: "people why LEFT RIGHT [--json]",
      text:
        "Says why two records are one person, or are not: in words, and in bits for each field. LEFT and RIGHT are IDs of records or of " +
        "people; of people, the most similar records are compared.",
      options: { ...connection, ...asJson },
      operands: [2, 2],
      async run({ operands, values }, terminal) {
        const [left = "", right = ""] = operands;
        const query = new URLSearchParams({ left, right });
        const reason = await inWords(connect(values, terminal).get<PairReason>(`/people/why?${query}`));
        if (values.json) printAnswer(terminal.out, reason, true);
        else printReason(terminal.out, reason);
      },
    }),
  },
};

/** New files are in the crosswalk once people are built from them. */
const asOfLastBuild = (status: string): string =>
  status === "error"
    ? "The newest build of people failed: the crosswalk is as of the one before."
    : "People are being built: the crosswalk is as of the build before. `bellwether wait --all` waits for the new one.";

interface Deletion {
  dataset_id: string;
  file: string;
  record_count: number;
}

interface Review {
  matches: {
    person_id: string;
    record_ids: [record: string, other: string];
    same_person: boolean;
    probability: number;
    row_count: number;
    expected_wrong_rows: number;
  }[];
  total: number;
  quality: MatchQualityRead;
}

const rowsOf = ({ matches }: Review): string[][] =>
  matches.map(({ person_id, record_ids, same_person, probability, row_count, expected_wrong_rows }) => [
    person_id,
    ...record_ids,
    same_person ? "yes" : "no",
    probability.toFixed(3),
    String(row_count),
    expected_wrong_rows.toFixed(2),
  ]);

interface Unidentified {
  records: { record_id: string; row_count: number; fields: Fields; reason: string }[];
  reasons: { reason: string; explanation: string; record_count: number; row_count: number }[];
}

const printUnidentified = (out: Output, { records, reasons }: Unidentified): void => {
  const shown = Object.keys(identityLabels) as IdentityField[];
  const known = shown.filter((field) => records.some(({ fields }) => fields[field]));
  printTable(
    out,
    ["record", "rows", "reason", ...known.map((field) => identityLabels[field].toLowerCase())],
    records.map(({ record_id, row_count, reason, fields }) => [
      record_id,
      String(row_count),
      reason,
      ...known.map((field) => fields[field] ?? ""),
    ]),
  );
  out.write(reasons.length === 0 ? "Every record is somebody's.\n" : "\n");
  for (const { reason, explanation, record_count, row_count } of reasons)
    out.write(`${reason}: ${record_count} records with ${row_count} rows. ${explanation}\n`);
};

type Fields = Partial<Record<IdentityField, string>>;

interface PersonRead {
  id: string;
  records: { id: string; fields: Fields }[];
  pending?: true;
}

/** Somebody who is gone is no failure of the request, so that the sentence stands alone. */
const inWords = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 410)
      throw new Error(error.problem.note, { cause: error });
    throw error;
  }
};

const printPerson = (out: Output, id: string, { id: own, records, pending }: PersonRead): void => {
  const shown = Object.keys(identityLabels) as IdentityField[];
  const known = shown.filter((field) => records.some(({ fields }) => fields[field]));
  if (id !== own) out.write(`${id} leads to person ${own}.\n`);
  if (pending) out.write("You have merged or split this person since the last build.\n");
  if (id !== own || pending) out.write("\n");
  printTable(
    out,
    ["record", ...known.map((field) => identityLabels[field].toLowerCase())],
    records.map((record) => [record.id, ...known.map((field) => record.fields[field] ?? "")]),
  );
};

interface Side {
  person_id: string;
  record: { id: string; fields: Fields };
}

interface PairReason {
  explanation: string;
  left: Side;
  right: Side;
  comparison?: {
    prior_bits: number;
    rival_bits: number;
    comparisons: { field: ComparisonName; level: string; bits: number }[];
  };
}

const printReason = (out: Output, { explanation, left, right, comparison }: PairReason): void => {
  out.write(`${explanation}\n\n`);
  printTable(out, ["", "left", "right"], sideBySide(left, right));
  if (!comparison) return;
  const { prior_bits, rival_bits, comparisons } = comparison;
  out.write("\n");
  printTable(
    out,
    ["comparison", "result", "bits"],
    [
      ["Before comparison", "how common such pairs are", signed(prior_bits)],
      ...comparisons.map(({ field, level, bits }) => [comparisonLabels[field], level, signed(bits)]),
      ["Total", "", signed(rival_bits)],
    ],
  );
};

const sideBySide = (left: Side, right: Side): string[][] => {
  const [ours, theirs] = [left.record.fields, right.record.fields];
  const fields = (Object.keys(identityLabels) as IdentityField[]).filter(
    (field) => ours[field] ?? theirs[field],
  );
  return [
    ["Person", left.person_id, right.person_id],
    ["Record", left.record.id, right.record.id],
    ...fields.map((field) => [identityLabels[field], ours[field] ?? "", theirs[field] ?? ""]),
  ];
};

/** `+4.2`: a number that tables align. */
const signed = (bits: number): string => `${bits < 0 ? "" : "+"}${bits.toFixed(1)}`;
