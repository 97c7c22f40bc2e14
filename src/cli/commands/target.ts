// The `bellwether target` command: records of any tap of Singer's protocol become files and datasets of the account.

import { command } from "../command.js";
import { connect } from "../connect.js";
import { Interrupted, UsageError } from "../exit.js";
import { RecordSink } from "../singer/record-sink.js";
import { proposeDatasets } from "../singer/stream-dataset.js";
import { receiveMessages } from "../singer/target.js";
import { sinkOptions, sinkSettings } from "../singer/target-options.js";
import { createScreen } from "../terminal.js";

export const target = command({
  usage: "target [--config FILE] [--prefix NAME] [--datasets known|all|preview]",
  text:
    "Reads messages of a Singer tap from standard input, and uploads its records (tap-shopify --config shopify.json | bellwether target --prefix shopify). Writes a STATE to standard output once " +
    "all records before it are durable, so that a run that was killed goes on from the last one: nothing is lost, and nothing counts twice. " +
    "Known streams, such as orders of Shopify and charges of Stripe, become datasets as proposed; bellwether import --directory DIR imports others.",
  options: sinkOptions,
  operands: [0, 0],
  async run({ values }, terminal) {
    const { connection, prefix, datasets, batch } = sinkSettings(values);
    const client = connect(connection, terminal);
    const screen = createScreen(terminal.err);
    const { signal } = terminal;
    const sink = new RecordSink({ client, prefix, signal });
    const { input } = terminal;
    if (!input)
      throw new UsageError("A tap must write to it: tap-shopify --config FILE | bellwether target.");
    const stop = () => input.destroy(new Interrupted());
    signal.addEventListener("abort", stop, { once: true });
    try {
      await receiveMessages({ input, sink, batch, writeState: (line) => terminal.out.write(`${line}\n`) });
    } finally {
      signal.removeEventListener("abort", stop);
      await sink.discard();
    }
    try {
      await proposeDatasets(sink.list(), { client, screen, signal, choice: datasets });
    } catch (error) {
      if (signal.aborted) throw error;
      // The records have arrived: a key that may only upload is no reason to send them again.
      screen.say(`The records have arrived. Their datasets were not looked at: ${(error as Error).message}`);
    }
  },
});
