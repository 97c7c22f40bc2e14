// Every command that speaks to a service is told which one, and with which key, in the same way.

import { ConfigError, readClientConfig } from "../config/config.js";
import { type Client, createClient } from "./client.js";
import type { Given } from "./command.js";
import { Misuse } from "./exit.js";
import type { Terminal } from "./terminal.js";

export const connection = {
  url: { type: "string", value: "URL", text: "The service (BELLWETHER_URL; default http://127.0.0.1:8080)." },
  key: { type: "string", value: "KEY", text: "The API key (BELLWETHER_KEY)." },
} as const;

export const asJson = {
  json: { type: "boolean", text: "Print JSON as the service answers it." },
} as const;

/** Of the API of version 1. Throws `Misuse` for a URL that is none. */
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
    if (error instanceof ConfigError) throw new Misuse(error.message);
    throw error;
  }
};
