// A stream's result is made from the events of every dataset that outputs to it, and from the people whose
// events they are.

import { currencyCode } from "../../domain/data/currency.js";
import { mappingOfStream } from "../../domain/data/stream-mapping.js";
import { refuse } from "../../errors/refusal.js";
import { type Account, Hopeless, Waiting } from "../kind/account.js";
import type { Kind } from "../kind/kind.js";
import { ownColumnsOfStream } from "../kind/own-columns.js";
import { type BuiltResource, datasetPrint, dirOf, type RecordedResource } from "../kind/recorded.js";
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
  asOf: (input, { before, resource: { resultDir, damagedFiles }, data }) => {
    if (before === null) return input;
    if (resultDir === null || damagedFiles.length > 0)
      throw new Error(`Stream ${input.name} has no whole result of today.`);
    return { ...input, previousDir: null, past: { before, dir: dirOf({ resultDir }, data) } };
  },
};

const emitters = (name: string, account: Account): BuiltResource<"datasets">[] => {
  const configured = account.datasetsInto(name);
  requireOneCurrency(name, configured);
  const [first] = configured;
  if (!first) throw new Waiting(`No dataset outputs to stream ${name} yet.`);
  const readable = account
    .readableOf(configured)
    .filter((dataset) => Object.hasOwn(dataset.result.streams, name));
  if (readable.length > 0) return readable;
  throw new Waiting(account.blockerOf(first.id) ?? `Waiting for dataset ${first.name}.`);
};

/** Amounts of a dataset that names no currency are taken to be in that of the others. */
const requireOneCurrency = (stream: string, datasets: readonly RecordedResource<"datasets">[]): void => {
  const named = datasets.flatMap(({ name, config }) => {
    const currency = mappingOfStream(config.output_to_streams, stream)?.currency;
    return currency ? [{ name, code: currencyCode(currency.is) ?? currency.is }] : [];
  });
  if (new Set(named.map(({ code }) => code)).size < 2) return;
  const currencies = named.map(({ name, code }) => `${code} (${name})`).sort();
  throw new Hopeless(
    refuse("stream-currencies-differ", { stream, currencies: currencies.join(", ") }).message,
  );
};
