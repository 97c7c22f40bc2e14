// The `bellwether mcp` command: lets an assistant work with an account, over standard input and output or over HTTP.

import { once } from "node:events";
import { stat } from "node:fs/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { resourceHeader } from "../http/resource-header.js";
import { createClient } from "./client.js";
import { command } from "./command.js";
import { connect, connection, serviceOf } from "./connect.js";
import { UsageError } from "./exit.js";
import { serveHttp } from "./mcp/http.js";
import { issuerAt } from "./mcp/issuer.js";
import { createMcpServer } from "./mcp/server.js";
import type { Terminal } from "./terminal.js";

export const mcp = command({
  usage: "mcp [--allow-writes [--allow-deletes]] [--files DIR] [--http]",
  text: `Serves the Model Context Protocol, so that assistants can work with an account of a running service. Without --http it speaks over
standard input and output, for an assistant that starts it. With --http it listens at /mcp, and each request brings an API key, or a token
that its person gave the assistant in the console.
It is read-only unless --allow-writes is given. docs/assistants.md says how to add it to an assistant.`,
  options: {
    "allow-writes": {
      type: "boolean",
      text: "Offer tools that upload files and create resources. They replace, delete and narrow nothing.",
    },
    "allow-deletes": {
      type: "boolean",
      text: "With --allow-writes: uploads may go into directories in use, and replace files of the same name.",
    },
    files: {
      type: "string",
      value: "DIR",
      text: "Folder that is shared: its files can be uploaded, and lists are saved there. Not with --http.",
    },
    http: { type: "boolean", text: "Listen for HTTP requests." },
    host: { type: "string", value: "HOST", text: "Address to listen at; default: 127.0.0.1." },
    port: { type: "string", value: "PORT", text: "Port to listen at; default: 8090." },
    "allow-host": {
      type: "string",
      multiple: true,
      value: "HOST",
      text: "Further name by which assistants reach it, such as that of a proxy; may be repeated.",
    },
    ...connection,
  },
  operands: [0, 0],
  async run({ values }, terminal) {
    const { files, http = false } = values;
    const { "allow-writes": allowWrites = false, "allow-deletes": allowDeletes = false } = values;
    if (files !== undefined) await checkFolder(files, http);
    const client = connect(values, terminal);
    if (!http) {
      const shared = files === undefined ? {} : { files };
      await serveStandardStreams(createMcpServer({ client, allowWrites, allowDeletes, ...shared }), terminal);
      return;
    }
    const url = `${serviceOf(values, terminal.environment).url}/v1`;
    const { signal } = terminal;
    const server = await serveHttp({
      clientOf: (key, resource) =>
        createClient({ url, key, headers: { [resourceHeader]: resource }, signal }),
      issuer: issuerAt(createClient({ url, signal })),
      allowWrites,
      allowDeletes,
      host: values.host ?? "127.0.0.1",
      port: portOf(values.port),
      allowedHosts: values["allow-host"] ?? [],
    });
    terminal.err.write(`Assistants can connect to ${server.url}\n`);
    await interrupted(terminal.signal);
    await server.close();
  },
});

const checkFolder = async (files: string, http: boolean): Promise<void> => {
  if (http)
    throw new UsageError(
      "--files is not for --http: anyone with a key could read the folder. Leave one out.",
    );
  if (!(await stat(files).catch(() => undefined))?.isDirectory())
    throw new UsageError(`There is no folder ${files}.`);
};

const serveStandardStreams = async (
  server: ReturnType<typeof createMcpServer>,
  { signal }: Terminal,
): Promise<void> => {
  await server.connect(new StdioServerTransport());
  await Promise.race([once(process.stdin, "close"), interrupted(signal)]);
  await server.close();
};

const interrupted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, "abort");
};

const portOf = (text = "8090"): number => {
  const port = Number(text);
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new UsageError(`--port is ${text}, but must be a number from 0 to 65535.`);
  return port;
};
