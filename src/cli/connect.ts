// Options of all commands that talk to a service: its URL and the API key, or a profile that has both.

import { ConfigError, readClientConfig } from "../config/config.js";
import { type Client, createClient } from "./client.js";
import { type Given, unknown } from "./command.js";
import { UsageError } from "./exit.js";
import { type Profile, readProfiles } from "./profiles.js";
import type { Terminal } from "./terminal.js";

export const connection = {
  url: {
    type: "string",
    value: "URL",
    text: "URL of the service (BELLWETHER_URL; default: that of the profile, or http://127.0.0.1:8080).",
  },
  key: { type: "string", value: "KEY", text: "API key (BELLWETHER_KEY; default: that of the profile)." },
  profile: { type: "string", value: "NAME", text: "Profile of bellwether login (BELLWETHER_PROFILE)." },
} as const;

/** Options of commands that print an answer of the service; `command` turns `output` into the others. */
export const asJson = {
  json: { type: "boolean", text: "Print the service's JSON." },
  output: {
    type: "string",
    value: "FORMAT",
    text: "table, json (as --json) or csv, with a column for each field of the JSON; default: table.",
  },
} as const;

type Values = Given<typeof connection>["values"];

/** A client of version 1 of the API. Throws `UsageError` for an invalid URL or an unknown profile. */
export const connect = (values: Values, { environment, signal }: Terminal): Client => {
  const { url, key } = serviceOf(values, environment);
  return createClient({ url: `${url}/v1`, signal, ...(key !== undefined && { key }) });
};

/** Options go before the environment, and that before the profile, whose key is sent to its own service alone. */
export const serviceOf = (
  values: Values,
  environment: Terminal["environment"],
): { url: string; key?: string } => {
  const profile = profileOf(values, environment);
  const { url, key } = configured({
    BELLWETHER_URL: values.url ?? (environment.BELLWETHER_URL || profile?.url),
    BELLWETHER_KEY: values.key ?? environment.BELLWETHER_KEY,
  });
  const service = withoutPath(url);
  const given = key ?? (profile?.url === service ? profile.key : undefined);
  return { url: service, ...(given !== undefined && { key: given }) };
};

/** Name of the profile that is used if it exists. */
export const profileName = (values: Values, environment: Terminal["environment"]): string =>
  values.profile ?? configured({ BELLWETHER_PROFILE: environment.BELLWETHER_PROFILE }).profile;

const profileOf = (values: Values, environment: Terminal["environment"]): Profile | undefined => {
  const { profile: named } = values;
  const [url, key] = [values.url ?? environment.BELLWETHER_URL, values.key ?? environment.BELLWETHER_KEY];
  if (named !== undefined && (url || key))
    throw new UsageError(
      `The profile ${named} would not be used, because ${[...(url ? ["the URL"] : []), ...(key ? ["the key"] : [])].join(" and ")} is given too. Leave out --profile, or unset BELLWETHER_URL and BELLWETHER_KEY.`,
    );
  if (url && key) return undefined;
  const profiles = readProfiles(environment);
  const name = profileName(values, environment);
  if (Object.hasOwn(profiles, name)) return profiles[name];
  if (named === undefined && !environment.BELLWETHER_PROFILE) return undefined;
  throw new UsageError(
    `${unknown("profile", name, Object.keys(profiles))} bellwether login --profile ${name} creates it.`,
  );
};

const withoutPath = (url: string): string => url.replace(/\/+$/, "").replace(/\/v1$/, "");

const configured = (environment: Record<string, string | undefined>) => {
  try {
    return readClientConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
};
