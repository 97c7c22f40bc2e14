// Engine that measures the processor time of each statement. Statements of a step run one after the other.

import type { Engine } from "../../src/warehouse/engine.js";

export interface Measured {
  text: string;
  processorSeconds: number;
}

export const timedEngine = (engine: Engine): { engine: Engine; statements: Measured[] } => {
  const statements: Measured[] = [];
  const timed = new Proxy(engine, {
    get(target, name) {
      const own = Reflect.get(target, name);
      if (typeof own !== "function" || name === "close" || name === "batches") return own;
      return async (...args: unknown[]) => {
        const before = process.cpuUsage();
        try {
          return await own.apply(target, args);
        } finally {
          const { user, system } = process.cpuUsage(before);
          const text = `${String(name)} ${args.map((arg) => String(arg)).join(" ")}`;
          statements.push({ text, processorSeconds: (user + system) / 1e6 });
        }
      };
    },
  });
  return { engine: timed, statements };
};
