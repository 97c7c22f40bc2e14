// Configuration: the environment, parsed once at start into one frozen object. A value that fails its check
// stops the start, with the name of the variable and the allowed values.

import { withoutTls } from "./required-tls.js";
import { clientSettings, type Machine, type Setting, settings } from "./settings.js";

type Values<S> = { readonly [K in keyof S]: S[K] extends Setting<infer V> ? V : never };
type Environment = Readonly<Record<string, string | undefined>>;
export type Config = Values<typeof settings>;
export type ClientConfig = Values<typeof clientSettings>;

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Throws ConfigError, which names the variable. An empty value counts as absent. */
export const readConfig = (environment: Environment, machine: Machine): Config =>
  withRequiredTls(read(settings, environment, machine));

const withRequiredTls = (config: Config): Config => {
  const faults = config.tls === "required" ? withoutTls(config) : [];
  if (faults.length > 0)
    throw new ConfigError(
      `BELLWETHER_TLS is required, and not every server is reached so. ${faults.join(" ")}`,
    );
  return config;
};

/** The configuration of the command line. Throws ConfigError, as `readConfig`. */
export const readClientConfig = (environment: Environment): ClientConfig =>
  read(clientSettings, environment, { cores: 1, memoryMb: 0 });

const read = <S extends Record<string, Setting<unknown>>>(
  all: S,
  environment: Environment,
  machine: Machine,
): Values<S> => {
  const entries = Object.entries(all).map(([key, setting]) => [
    key,
    readSetting(setting, environment[setting.variable]?.trim(), machine),
  ]);
  return Object.freeze(Object.fromEntries(entries) as Values<S>);
};

const readSetting = <V>(setting: Setting<V>, text: string | undefined, machine: Machine): V => {
  if (text === undefined || text === "") return setting.initial(machine);
  const value = setting.parse(text);
  if (value === undefined)
    throw new ConfigError(`${setting.variable} is ${JSON.stringify(text)}, but must be ${setting.allowed}.`);
  return value;
};
