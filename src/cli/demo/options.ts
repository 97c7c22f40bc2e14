// What can be asked of the demo.

import path from "node:path";
import { parseArgs } from "node:util";

export interface DemoOptions {
  customers: number;
  seed: number;
  /** Where the shop, the service's data and the delivered files go. */
  dir: string;
  keep: boolean;
}

export const help = `bellwether demo [options]

Starts the service on a free port, makes up a shop, scores its customers with both workflows, and says how good the
scores are. Then it stops the service; the files stay.

  --customers N  people who have ever bought (default 5000)
  --seed N       another seed makes another shop (default 1)
  --dir DIR      where everything goes (default ./data/demo-<time>)
  --keep         leave the service running, and print its URL and key
`;

/** Throws an error for the reader when an option is unknown or not a number. */
export const readOptions = (args: string[], now: Date): DemoOptions => {
  const { values } = parseArgs({
    args,
    options: {
      customers: { type: "string", default: "5000" },
      seed: { type: "string", default: "1" },
      dir: { type: "string" },
      keep: { type: "boolean", default: false },
    },
  });
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return {
    customers: wholeNumber("customers", values.customers),
    seed: wholeNumber("seed", values.seed),
    dir: values.dir ?? path.join("data", `demo-${time}`),
    keep: values.keep,
  };
};

const wholeNumber = (option: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${option} is ${text}, but must be a whole number.`);
  return Number(text);
};
