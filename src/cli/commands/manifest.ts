// The `bellwether manifest` command: prints what stands beside a target's file, for people or, as JSON, for programs.

import { command } from "../command.js";
import { connect, connection } from "../connect.js";
import { find } from "../resources/find.js";
import { typeAt } from "../resources/types.js";

export const manifest = command({
  usage: "manifest TARGET",
  text: "Prints the manifest of a deployment's (target's) newest file as JSON: rows, hash, dates, models, what to expect, and until when it is good.",
  options: { ...connection },
  operands: [1, 1],
  async run({ operands: [typed = ""], values }, terminal) {
    const client = connect(values, terminal);
    const target = await find(client, typeAt("targets"), typed);
    const found = await client.get<object>(`/targets/${target.id}/manifest`);
    terminal.out.write(`${JSON.stringify(found, null, 2)}\n`);
  },
});
