// What can be asked of the demo.

import path from "node:path";
import type { Given } from "../command.js";
import { Misuse } from "../exit.js";

export interface DemoOptions {
  customers: number;
  seed: number;
  /** Where the shop, the service's data and the delivered files go. */
  dir: string;
  keep: boolean;
}

export const demoOptions = {
  customers: { type: "string", value: "N", text: "People who have ever bought (default 5000)." },
  seed: { type: "string", value: "N", text: "Another seed makes another shop (default 1)." },
  dir: { type: "string", value: "DIR", text: "Where everything goes (default ./data/demo-<time>)." },
  keep: { type: "boolean", text: "Leave the service running, and print its URL and key." },
} as const;

/** Throws `Misuse` for what is no number. */
export const readOptions = (values: Given<typeof demoOptions>["values"], now: Date): DemoOptions => {
  const { customers = "5000", seed = "1", keep = false } = values;
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return {
    customers: wholeNumber("customers", customers),
    seed: wholeNumber("seed", seed),
    dir: values.dir ?? path.join("data", `demo-${time}`),
    keep,
  };
};

const wholeNumber = (option: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new Misuse(`--${option} is ${text}, but must be a whole number.`);
  return Number(text);
};
