// Orders of the sample shop as one file, for the first steps of people who have no file at hand. They are
// made when they are first asked for, and are the same until the service starts again.

import { readFile } from "node:fs/promises";
import type { AppOptions } from "../options.js";
import { withSampleShop } from "../sample-shop.js";

export const madeUpOrders = (options: AppOptions): (() => Promise<Buffer>) => {
  let made: Promise<Buffer> | undefined;
  return () => {
    made ??= withSampleShop(options, ({ transactions }) => readFile(transactions)).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};
