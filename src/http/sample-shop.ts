// Files of the sample shop, in a directory of their own while they are read.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AppOptions } from "./options.js";

type SampleShop = Awaited<ReturnType<AppOptions["sampleShop"]>>;

const msPerDay = 86_400_000;

/** Calls `use` with the paths of the files, whose orders go until yesterday, and removes them. */
export const withSampleShop = async <T>(
  { sampleShop, clock }: Pick<AppOptions, "sampleShop" | "clock">,
  use: (shop: SampleShop) => Promise<T>,
): Promise<T> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-sample-"));
  try {
    const through = new Date(clock() - msPerDay).toISOString().slice(0, 10);
    return await use(await sampleShop(dir, through));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};
