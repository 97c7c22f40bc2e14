// Options of all commands that talk to a service: its URL and the API key.

import { ConfigError, readClientConfig } from "../config/config.js";
import { type Client, createClient } from "./client.js";
import type { Given } from "./command.js";
import { UsageError } from "./exit.js";
import type { Terminal } from "./terminal.js";

export const connection = {
  url: {
    type: "string",
    value: "URL",
    text: "URL of the service (BELLWETHER_URL; default http://127.0.0.1:8080).",
  },
  key: { type: "string", value: "KEY", text: "API key (BELLWETHER_KEY)." },
} as const;

export const asJson = {
  json: { type: "boolean", text: "Print the service's JSON." },
} as const;

/** A client of version 1 of the API. Throws `UsageError` for an invalid URL. */
export const connect = (
  values: Given<typeof connection>["values"],
  { environment, signal }: Terminal,
): Client => {
  const { url, key } = configured({
    BELLWETHER_URL: values.url ?? environment.BELLWETHER_URL,
    BELLWETHER_KEY: values.key ?? environment.BELLWETHER_KEY,
  });
  const base = url.replace(/\/+$/, "").replace(/\/v1$/, "");
  return createClient({ url: `${base}/v1`, signal, ...(key !== undefined && { key }) });
};

const configured = (environment: Record<string, string | undefined>) => {
  try {
    return readClientConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
};
