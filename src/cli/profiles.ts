// Profiles: services and their API keys, by name, in a file that only its owner can read. `bellwether login` writes it.

import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isObject } from "../domain/resource/json.js";
import { UsageError } from "./exit.js";
import type { Terminal } from "./terminal.js";

export interface Profile {
  /** Without a path. */
  url: string;
  key: string;
}
export type Profiles = Readonly<Record<string, Profile>>;

type Environment = Terminal["environment"];

/** Undefined if the environment names no home: there are no profiles then. */
export const profilesFile = ({ XDG_CONFIG_HOME, APPDATA, HOME }: Environment): string | undefined => {
  const dir = XDG_CONFIG_HOME || APPDATA || (HOME && path.join(HOME, ".config"));
  return dir ? path.join(dir, "bellwether", "profiles.json") : undefined;
};

/** Empty without a file. Throws `UsageError` if the file is damaged, or if others can read it. */
export const readProfiles = (environment: Environment): Profiles => {
  const file = profilesFile(environment);
  const text = file === undefined ? undefined : contentOf(file);
  if (file === undefined || text === undefined) return {};
  requirePrivate(file);
  const content = parsed(text);
  if (!isObject(content) || !Object.values(content).every(isProfile))
    throw new UsageError(`${file} is damaged. Remove it and run bellwether login.`);
  return content as unknown as Profiles;
};

/** Replaces all profiles. */
export const writeProfiles = (environment: Environment, profiles: Profiles): string => {
  const file = profilesFile(environment);
  if (file === undefined)
    throw new UsageError("There is no place for profiles: set HOME or XDG_CONFIG_HOME to a directory.");
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  // An earlier file of this name keeps its mode.
  chmodSync(next, 0o600);
  renameSync(next, file);
  return file;
};

const contentOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UsageError(`The profiles cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

/** Windows has no such modes. */
const requirePrivate = (file: string): void => {
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    throw new UsageError(`Other users can read ${file}, which has API keys. Run: chmod 600 ${file}`);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isProfile = (value: unknown): boolean =>
  isObject(value) && typeof value.url === "string" && typeof value.key === "string";
