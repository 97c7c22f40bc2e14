// The `bellwether tap` command: people, scores and lists of the account for any target of Singer's protocol.

import { once } from "node:events";
import { command } from "../command.js";
import { connect } from "../connect.js";
import { catalogOf, everything, runTap, selectionOf } from "../singer/tap.js";
import { tapStreams } from "../singer/tap-streams.js";
import { configured, connectionOf, readConfig } from "../singer/target-options.js";
import { createScreen } from "../terminal.js";

export const tap = command({
  usage: "tap [--config FILE] [--discover | --catalog FILE] [--state FILE]",
  text:
    "Writes people, the file of each deployment and the list of each pipeline as messages of Singer's protocol (bellwether tap | target-postgres --config postgres.json). With --state, " +
    "only what is new: changed people of deployments with track_changes, and files that are other ones now.",
  options: {
    ...configured,
    discover: { type: "boolean", text: "Print the catalog: streams, their columns and keys." },
    catalog: {
      type: "string",
      value: "FILE",
      text: "Send only what this catalog selects. Default: everything.",
    },
    properties: { type: "string", value: "FILE", text: "The same, as older runners call it." },
    state: { type: "string", value: "FILE", text: "Last state that the target wrote." },
  },
  operands: [0, 0],
  async run({ values }, terminal) {
    const file = values.config === undefined ? {} : readConfig(values.config);
    const client = connect(connectionOf(file, values, values.config ?? "the configuration"), terminal);
    const screen = createScreen(terminal.err);
    const streams = await tapStreams(client);
    if (values.discover) {
      terminal.out.write(`${JSON.stringify(await catalogOf(client, streams), null, 2)}\n`);
      return;
    }
    const catalog = values.catalog ?? values.properties;
    const selection = catalog === undefined ? everything : selectionOf(readConfig(catalog), catalog);
    const state = values.state === undefined ? {} : readConfig(values.state);
    await runTap(streams, selection, state, {
      client,
      async write(message) {
        const { out } = terminal;
        if (out.write(`${JSON.stringify(message)}\n`) === false && out === process.stdout)
          await once(process.stdout, "drain");
      },
      say: (line) => screen.say(line),
      clock: Date.now,
    });
  },
});
