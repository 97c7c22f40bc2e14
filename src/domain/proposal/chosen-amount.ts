// Chosen amount of a proposal, beside the others that the file has: with and without tax, discounts or
// shipping, of an order or of its lines. Only the owner knows which of them is revenue.

import { readAmounts, unnamedAmounts } from "./amounts.js";
import type { ReadColumn } from "./column.js";
import type { ProposalNote } from "./proposal.js";

const mostNames = 6;
const quoted = (names: readonly string[]): string =>
  names
    .slice(0, mostNames)
    .map((name) => `“${name}”`)
    .join(", ");

/** `chosen`: names of the columns of the value. */
export const chosenAmountNote = (
  columns: readonly ReadColumn[],
  chosen: readonly string[],
  isRefund: (name: string) => boolean = () => false,
): ProposalNote[] => {
  const amounts = readAmounts(columns);
  const { orderTotals, lineTotals, unitPrices, quantities } = amounts;
  const others = [...new Set([...orderTotals, ...lineTotals, ...unnamedAmounts(amounts, columns)])]
    .map(({ name }) => name)
    .filter((name) => !chosen.includes(name) && !isRefund(name));
  const isPrice = chosen.every((name) => unitPrices.some((column) => column.name === name));
  if (chosen.length > 0 && isPrice && quantities.length === 0)
    return [
      {
        code: "amount_chosen",
        title: `Amounts are ${quoted(chosen)}`,
        note: `Amounts come from ${quoted(chosen)}, and no column is known to be the quantity. If a row may be of several pieces, choose the columns of the amount.`,
        about: chosen[0]!,
      },
    ];
  if (chosen.length === 0 || others.length === 0) return [];
  return [
    {
      code: "amount_chosen",
      title: `Amounts are ${quoted(chosen)}`,
      note: `Amounts come from ${quoted(chosen)}. The file also has ${quoted(others)}. If your own revenue differs, choose another column as the amount.`,
      about: chosen[0]!,
    },
  ];
};

export const amountNote = (
  { free }: { free: readonly ReadColumn[] },
  { amounts }: { amounts: readonly ReadColumn[] },
): ProposalNote[] =>
  chosenAmountNote(
    free,
    amounts.map(({ name }) => name),
  );
