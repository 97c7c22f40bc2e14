// The `bellwether contact-ledger` command: what contacting has brought over the account's hold-out, by month.

import type { Estimate } from "../../domain/outcome/evaluation.js";
import { english } from "../../words/format.js";
import type { Client } from "../client.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { find } from "../resources/find.js";
import { printAnswer, printTable } from "../resources/show.js";
import { typeAt } from "../resources/types.js";
import type { Output } from "../terminal.js";

export const contactLedger = command({
  usage: "contact-ledger [HOLDOUT] [--csv] [--json]",
  text:
    "Prints what contacting has brought over the people who are held out of every pipeline: conversions, amount and profit by month and so far, " +
    "with 95 % intervals. Without a name it is the hold-out in use.",
  options: {
    csv: { type: "boolean", text: "All figures of each month as CSV." },
    ...connection,
    ...asJson,
  },
  operands: [0, 1],
  async run({ operands: [typed], values }, terminal) {
    const client = connect(values, terminal);
    const id =
      typed === undefined ? await idInUse(client) : (await find(client, typeAt("holdouts"), typed)).id;
    if (values.csv || values.output === "csv") {
      const response = await client.send("GET", `/holdouts/${id}/ledger.csv`);
      terminal.out.write(await response.text());
      return;
    }
    const ledger = await client.get<Ledger>(`/holdouts/${id}/ledger`);
    if (values.json) printAnswer(terminal.out, ledger, true);
    else printLedger(terminal.out, ledger);
  },
});

const idInUse = async (client: Client): Promise<string> => {
  const holdouts = await client.get<{ id: string; archived_at?: string }[]>("/holdouts");
  const [found] = holdouts.filter((each) => each.archived_at == null);
  if (!found) throw new Error("The account has no hold-out. Create one with bellwether create holdout.");
  return found.id;
};

interface Effects {
  conversions?: Estimate;
  amount?: Estimate;
  profit?: Estimate;
}

interface Ledger {
  headline: string;
  months: (Effects & {
    from: string;
    contact: { people: number };
    held_out: { people: number };
    so_far: Effects;
  })[];
}

const printLedger = (out: Output, { headline, months }: Ledger): void => {
  out.write(`${headline}\n`);
  if (months.length === 0) return;
  out.write("\n");
  const shown = (["conversions", "amount", "profit"] as const).filter((measure) =>
    months.some((month) => month.so_far[measure]),
  );
  printTable(
    out,
    ["month", "to contact", "held out", ...shown.flatMap((measure) => [measure, `${measure} so far`])],
    months.map((month) => [
      month.from.slice(0, 7),
      english.count(month.contact.people),
      english.count(month.held_out.people),
      ...shown.flatMap((measure) => [withRange(month[measure]), withRange(month.so_far[measure])]),
    ]),
  );
};

const withRange = (estimate: Estimate | undefined): string =>
  estimate ? english.withRange(estimate.value, estimate, (value) => english.count(Math.round(value))) : "";
