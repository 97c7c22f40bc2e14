// The environment becomes one frozen object, once, at start. Every setting has a default, a unit, a check and a text;
// a value that fails its check stops the start with the name of the variable and what is allowed.

import { type Machine, type Setting, settings } from "./settings.js";

type Values = { [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer V> ? V : never };
export type Config = Readonly<Values>;

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Throws ConfigError, which names the variable. An empty value counts as absent. */
export const readConfig = (environment: Record<string, string | undefined>, machine: Machine): Config => {
  const entries = Object.entries<Setting<unknown>>(settings).map(([key, setting]) => [
    key,
    readSetting(setting, environment[setting.variable]?.trim(), machine),
  ]);
  return Object.freeze(Object.fromEntries(entries) as Values);
};

const readSetting = <V>(setting: Setting<V>, text: string | undefined, machine: Machine): V => {
  if (text === undefined || text === "") return setting.initial(machine);
  const value = setting.parse(text);
  if (value === undefined)
    throw new ConfigError(`${setting.variable} is ${JSON.stringify(text)}, but must be ${setting.allowed}.`);
  return value;
};
