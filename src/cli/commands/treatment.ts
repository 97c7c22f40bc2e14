// The `bellwether treatment` command: whether chance decided on the contacts of a stream and, only then, what they
// brought.

import { english } from "../../words/format.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { UsageError } from "../exit.js";
import { printAnswer, printTable } from "../resources/show.js";
import type { Output } from "../terminal.js";

/** Options that are parameters of the request. */
const parameters = {
  goal: { type: "string", value: "STREAM", text: "Stream whose events the contacts should bring." },
  days: {
    type: "string",
    value: "N",
    text: "Days from the first contact within which they count, 1 to 365.",
  },
  "campaign-property": { type: "string", value: "NAME", text: "Property that says the campaign." },
  campaign: { type: "string", value: "VALUE", text: "Its value." },
  "arm-property": {
    type: "string",
    value: "NAME",
    text: "Property that says the arm. Without it, whoever has no event is the control, of the people who were known before.",
  },
  contact: { type: "string", value: "VALUE", text: "Its value for those who were contacted." },
  control: { type: "string", value: "VALUE", text: "Its value for those who were not." },
  "promised-share": {
    type: "string",
    value: "SHARE",
    text: "Share that was to be contacted, such as 0.5: the split is tested, too.",
  },
  "cost-property": { type: "string", value: "NAME", text: "Property that says what a contact costs." },
  margin: {
    type: "string",
    value: "SHARE",
    text: "Share of the amounts that is left for you, for the profit.",
  },
  "value-per-conversion": {
    type: "string",
    value: "X",
    text: "What one more conversion is worth, in its place.",
  },
} as const;

export const treatment = command({
  usage:
    "treatment STREAM --goal STREAM --days N [--arm-property NAME --contact VALUE --control VALUE] [--json]",
  text:
    "Tests whether chance decided who was contacted, of a stream with an event for each contact. Only if it can have, it says what the contacts did, " +
    "with 95 % intervals; otherwise in what the groups differ.",
  options: { ...parameters, ...connection, ...asJson },
  operands: [1, 1],
  async run({ operands: [stream = ""], values }, terminal) {
    if (values.goal === undefined || values.days === undefined)
      throw new UsageError("--goal says what the contacts should bring, and --days within how many days.");
    const query = new URLSearchParams();
    for (const option of Object.keys(parameters) as (keyof typeof parameters)[]) {
      const given = values[option];
      if (given !== undefined) query.set(option.replaceAll("-", "_"), given);
    }
    const client = connect(values, terminal);
    const path = `/streams/${encodeURIComponent(stream)}/analysis/treatment?${query}`;
    const found = await client.get<Found>(path);
    if (values.json) printAnswer(terminal.out, found, true, found.balance.largest);
    else printFound(terminal.out, found);
  },
});

interface Found {
  headline: string;
  verdict: "random" | "not_random" | "too_few";
  balance: { largest: { name: string; difference: number }[] };
}

const printFound = (out: Output, { headline, verdict, balance: { largest } }: Found): void => {
  out.write(`${headline}\n`);
  if (verdict !== "not_random" || largest.length === 0) return;
  out.write("\n");
  printTable(
    out,
    ["known before", "difference in standard deviations"],
    largest.map(({ name, difference }) => [name, english.number(difference, 2)]),
  );
};
