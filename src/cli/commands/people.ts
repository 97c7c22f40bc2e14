// The `bellwether people` command: why two records are one person, or are not.

import type { IdentityField } from "../../domain/data/dataset.js";
import type { ComparisonName } from "../../domain/people/matching.js";
import { comparisonLabels, identityLabels } from "../../words/labels.js";
import { command, type Group } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { printAnswer, printTable } from "../resources/show.js";
import type { Output } from "../terminal.js";

export const people: Group = {
  text: "People, made of records.",
  verbs: {
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
        const reason = await connect(values, terminal).get<PairReason>(`/people/why?${query}`);
        if (values.json) printAnswer(terminal.out, reason, true);
        else printReason(terminal.out, reason);
      },
    }),
  },
};

interface Side {
  person_id: string;
  record: { id: string; fields: Partial<Record<IdentityField, string>> };
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
