// The `bellwether airbyte` command: a destination of Airbyte's protocol. Standard output has its messages alone.

import { type Command, command, type Group } from "../command.js";
import { connect } from "../connect.js";
import { Interrupted, UsageError } from "../exit.js";
import { configuredStreams, writeRecords } from "../singer/airbyte.js";
import { RecordSink } from "../singer/record-sink.js";
import { datasetChoices, proposeDatasets } from "../singer/stream-dataset.js";
import { connectionOf, readConfig, sinkOptions, sinkSettings } from "../singer/target-options.js";
import type { Screen, Terminal } from "../terminal.js";

const prefix = "airbyte";

const connectionSpecification = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Bellwether",
  type: "object",
  required: ["url", "key"],
  additionalProperties: true,
  properties: {
    url: { type: "string", title: "URL", description: "Address of the service.", order: 0 },
    key: { type: "string", title: "API key", airbyte_secret: true, order: 1 },
    prefix: {
      type: "string",
      title: "Name of the source",
      description: "Upload directories and datasets begin with it, such as shopify.",
      default: prefix,
      order: 2,
    },
    datasets: {
      type: "string",
      title: "Streams that become datasets",
      description: "Known ones, all that leave nothing to ask, or none but previews.",
      enum: [...datasetChoices],
      default: "known",
      order: 3,
    },
  },
};

const write = ({ out }: Terminal, message: object) => void out.write(`${JSON.stringify(message)}\n`);

const spec: Command = command({
  usage: "airbyte spec",
  text: "Prints what the destination's configuration holds.",
  options: {},
  operands: [0, 0],
  async run(_given, terminal) {
    const modes = ["append", "overwrite", "append_dedup"];
    write(terminal, {
      type: "SPEC",
      spec: { connectionSpecification, supportsIncremental: true, supported_destination_sync_modes: modes },
    });
  },
});

const config = (values: { config?: string }): string => {
  if (values.config === undefined) throw new UsageError("The configuration is missing: --config FILE.");
  return values.config;
};

const check: Command = command({
  usage: "airbyte check --config FILE",
  text: "Says whether the service answers, and takes the key.",
  options: { config: sinkOptions.config },
  operands: [0, 0],
  async run({ values }, terminal) {
    const file = config(values);
    const status = await connect(connectionOf(readConfig(file), {}, file), terminal)
      .get("/uploads?limit=1")
      .then(
        () => ({ status: "SUCCEEDED" }),
        (error: Error) => ({ status: "FAILED", message: error.message }),
      );
    write(terminal, { type: "CONNECTION_STATUS", connectionStatus: status });
  },
});

const writing: Command = command({
  usage: "airbyte write --config FILE --catalog FILE",
  text: "Reads messages of a source from standard input, and uploads its records. Each state comes back once all records before it are durable.",
  options: {
    config: sinkOptions.config,
    catalog: { type: "string", value: "FILE", text: "Configured catalog of the connection." },
  },
  operands: [0, 0],
  async run({ values }, terminal) {
    const settings = sinkSettings({ config: config(values) }, prefix);
    if (values.catalog === undefined) throw new UsageError("The catalog is missing: --catalog FILE.");
    const { input, signal } = terminal;
    if (!input) throw new UsageError("A source must write to it.");
    const streams = configuredStreams(readConfig(values.catalog), values.catalog, Date.now());
    const client = connect(settings.connection, terminal);
    const sink = new RecordSink({ client, prefix: settings.prefix, signal });
    const stop = () => input.destroy(new Interrupted());
    signal.addEventListener("abort", stop, { once: true });
    try {
      await writeRecords({
        input,
        streams,
        sink,
        batch: settings.batch,
        write: (message) => write(terminal, message),
      });
    } finally {
      signal.removeEventListener("abort", stop);
      await sink.discard();
    }
    const screen = logging(terminal);
    await proposeDatasets(sink.list(), { client, screen, signal, choice: settings.datasets }).catch(
      (error: Error) =>
        screen.say(`The records have arrived. Their datasets were not looked at: ${error.message}`),
    );
  },
});

/** A screen whose lines are messages of the protocol. */
const logging = (terminal: Terminal): Screen => ({
  say: (message = "") => write(terminal, { type: "LOG", log: { level: "INFO", message } }),
  progress: () => {},
});

export const airbyte: Group = {
  text: "Destination of Airbyte's protocol.",
  verbs: { spec, check, write: writing },
};
