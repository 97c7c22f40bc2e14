// The `bellwether sample` commands: creates, shows and removes the sample shop of an account.

import { command, type Group } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { confirmDeletion, withoutAsking } from "../deletion.js";
import { printAnswer } from "../resources/show.js";
import { createScreen } from "../terminal.js";

const shared = { ...connection, ...asJson };

interface SampleShop {
  exists: boolean;
  can_create: boolean;
  resource_ids: string[];
}

export const sample: Group = {
  text: "A made-up shop to try: datasets, predictions and lists of scored customers. An account without datasets can have it.",
  verbs: {
    create: command({
      usage: "sample create [--json]",
      text: "Creates the sample shop. Its builds take a minute or two.",
      options: shared,
      operands: [0, 0],
      async run({ values }, terminal) {
        const made = await connect(values, terminal).post<SampleShop>("/sample", {});
        if (values.json) printAnswer(terminal.out, made, true);
        else
          createScreen(terminal.err).say(
            `The sample shop has ${made.resource_ids.length} resources, which are building. Follow them with: bellwether graph`,
          );
      },
    }),
    get: command({
      usage: "sample get [--json]",
      text: "Shows whether the account has the sample shop, and whether it can be created.",
      options: shared,
      operands: [0, 0],
      async run({ values }, terminal) {
        printAnswer(terminal.out, await connect(values, terminal).get("/sample"), values.json);
      },
    }),
    delete: command({
      usage: "sample delete [--yes] [--json]",
      text: "Removes the sample shop with its files, and nothing else. At an interactive terminal it asks before.",
      options: { ...withoutAsking, ...shared },
      operands: [0, 0],
      async run({ values }, terminal) {
        const client = connect(values, terminal);
        const had = await client.get<SampleShop>("/sample");
        const consequence =
          "This deletes the sample shop with its files and results. To have it again: bellwether sample create";
        if (had.exists) await confirmDeletion(consequence, values, terminal);
        await client.delete("/sample");
        if (values.json) printAnswer(terminal.out, await client.get("/sample"), true);
        else
          createScreen(terminal.err).say(
            had.exists ? "The sample shop is removed." : "There is no sample shop.",
          );
      },
    }),
  },
};
