// The comparison of this checkout with another one: processor time of the service for each request. Both services run, have
// the same accounts, and take turns, since a machine is faster at one time than at another; the ratio is the median of those
// of all turns.

import path from "node:path";
import { startServiceProcess } from "../../src/cli/demo/service.js";
import { type Account, builtPipeline, signUp } from "./accounts.js";
import { costOf } from "./cost.js";
import type { Operation } from "./load.js";

/** Of one operation: processor milliseconds for each request here, and how many times as much as there. */
export interface Comparison {
  name: string;
  hereMs: number;
  thereMs: number;
  ratio: number;
}

const rounds = 9;

/** A service with its account and its requests. */
interface Side {
  pid: number;
  url: string;
  operations: Operation[];
  stop(): Promise<void>;
}

/** `other` is the directory of a checkout that was built. `dir` gets the data of both. */
export const compareCheckouts = async (
  other: string,
  dir: string,
  transactions: string,
  operationsOf: (url: string, account: Account, pipeline: Pipeline) => Promise<Operation[]>,
): Promise<Comparison[]> => {
  const sides: Side[] = [];
  try {
    for (const [name, program] of [["here"], ["there", path.resolve(other, "dist/src/cli/main.js")]]) {
      const service = await startServiceProcess(path.join(dir, name!), {}, program);
      const account = await signUp(service.url, "reader");
      const pipeline = await builtPipeline(account, transactions);
      const side = { pid: service.pid, url: `${service.url}/v1`, stop: () => service.stop() };
      sides.push({ ...side, operations: await operationsOf(service.url, account, pipeline) });
    }
    const [here, there] = sides as [Side, Side];
    const compared: Comparison[] = [];
    for (const [i, { name }] of here.operations.entries())
      compared.push({ name, ...(await compareOperation([here, i], [there, i])) });
    return compared;
  } finally {
    for (const { stop } of sides) await stop();
  }
};

type Pipeline = Awaited<ReturnType<typeof builtPipeline>>;

const compareOperation = async (...[here, there]: [[Side, number], [Side, number]]) => {
  const cost = ([{ pid, url, operations }, at]: [Side, number]) => costOf({ pid, url }, operations[at]!);
  const costs: { here: number; there: number }[] = [];
  await cost(here);
  await cost(there);
  for (let round = 0; round < rounds; round++)
    costs.push(
      round % 2 === 0
        ? { here: await cost(here), there: await cost(there) }
        : { there: await cost(there), here: await cost(here) },
    );
  return {
    hereMs: median(costs.map((each) => each.here)),
    thereMs: median(costs.map((each) => each.there)),
    ratio: median(costs.map((each) => each.here / each.there)),
  };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
