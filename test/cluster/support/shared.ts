// Engines that the files of a run share: each starts when a test needs it first, and ends with the process.

import type { Engine } from "./engine.js";
import { startSail } from "./sail.js";
import { type Spark, startSpark } from "./spark.js";

const once = <T>(start: () => Promise<T>): (() => Promise<T>) => {
  let starting: Promise<T> | undefined;
  return () => {
    starting ??= start();
    return starting;
  };
};

export const sharedSail: () => Promise<Engine> = once(() => startSail());

/** A test that kills a part of it puts another one in its place. */
export const sharedSpark: () => Promise<Spark> = once(startSpark);
