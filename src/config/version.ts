// The version of this program, from its package.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const packageDir = (dir: string): string =>
  existsSync(path.join(dir, "package.json")) ? dir : packageDir(path.dirname(dir));

/** Such as 1.4.0. */
export const programVersion = (): string => {
  const text = readFileSync(path.join(packageDir(import.meta.dirname), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
};
