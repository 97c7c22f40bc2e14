// A stream's result is made from the events of every dataset that outputs to it, and from the people whose events they are.

import { type Account, Waiting } from "../kind/account.js";
import type { Kind } from "../kind/kind.js";
import { ownColumnsOfStream } from "../kind/own-columns.js";
import { type BuiltResource, datasetPrint, dirOf } from "../kind/recorded.js";
import type { StreamInput } from "./input.js";

export const streams: Kind<"streams", StreamInput> = {
  version: 4,
  read: ({ name, resultDir, damagedFiles }, account) => {
    const datasets = emitters(name, account);
    const people = account.people();
    return {
      from: {
        name,
        datasets: datasets.map(datasetPrint),
        people: [people.fingerprint],
        ...ownColumnsOfStream(
          name,
          datasets.map(({ config }) => config),
        ),
      },
      input: (data) => ({
        name,
        datasets: datasets.map((dataset) => ({
          id: dataset.id,
          dir: dirOf(dataset, data),
          summary: dataset.result.streams[name]!,
        })),
        peopleDir: dirOf(people, data),
        previousDir: resultDir !== null && damagedFiles.length === 0 ? dirOf({ resultDir }, data) : null,
        version: streams.version,
      }),
    };
  },
  loadStep: async () => (await import("./step.js")).buildStream,
};

const emitters = (name: string, account: Account): BuiltResource<"datasets">[] => {
  const configured = account.datasetsInto(name);
  const [first] = configured;
  if (!first) throw new Waiting(`No dataset outputs to stream ${name} yet.`);
  const readable = account
    .readableOf(configured)
    .filter((dataset) => Object.hasOwn(dataset.result.streams, name));
  if (readable.length > 0) return readable;
  throw new Waiting(account.blockerOf(first.id) ?? `Waiting for dataset ${first.name}.`);
};
