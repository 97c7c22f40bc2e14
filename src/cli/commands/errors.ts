// The `bellwether errors` command: failed builds and messages, each with its advice.

import type { Client } from "../client.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { listRecords, type ServerRecord } from "../resources/find.js";
import { servedTypes } from "../resources/openapi.js";
import { printAnswer } from "../resources/show.js";
import { displayName, type Type } from "../resources/types.js";

export const errors = command({
  usage: "errors [--json]",
  text: "Lists everything that could not be built or sent, with advice.",
  options: { ...connection, ...asJson },
  operands: [0, 0],
  async run({ values }, terminal) {
    const refused = await refusedRecords(connect(values, terminal));
    if (values.json)
      return printAnswer(
        terminal.out,
        refused.map(({ record }) => record),
        true,
      );
    if (refused.length === 0) terminal.out.write("No errors.\n");
    for (const { type, record } of refused)
      terminal.out.write(`${type.noun} ${displayName(type, record)}\n  ${record.status_error}\n`);
  },
});

const refusedRecords = async (client: Client): Promise<{ type: Type; record: ServerRecord }[]> => {
  const refused = [];
  for (const type of await servedTypes(client))
    for (const record of await listRecords(client, type))
      if (record.status === "error") refused.push({ type, record });
  return refused;
};
