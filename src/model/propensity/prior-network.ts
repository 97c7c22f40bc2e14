// A network that has seen many customer bases and predicts for one that it has not: a prior-fitted network
// (Müller et al. 2022). A base is read as a set (Zaheer et al. 2017): a first part reads what each person had
// done by a past date and whether they reached the goal, and the mean over all of them sums up the base. A
// second part reads the summary and what a person has done by now.
//
//   person and label ──▶ reader ──▶ mean over people ──▶ summary ─┐
//   person ───────────────────────────────────────────────────────┴▶ predictor ──▶ log-odds
//
// The network was fitted to made-up customer bases by `bench/prior.ts`, and is not fitted to any base here.

import { base64OfWeights } from "./prior-network.bytes.js";

/** What a person has done by a date. Times are in days. */
export interface KnownPurchases {
  /** Days with purchases, at least 1. */
  days: number;
  sinceLast: number;
  sinceFirst: number;
}

const purchaseInputs = 6;
const summaryOutputs = 48;
/** Besides the outputs of the reader: rate, number of rows, and horizon. */
const summarySize = summaryOutputs + 3;

/** Inputs and outputs of each layer, in the order of the weights. */
export const layers = [
  { inputs: purchaseInputs + 1, outputs: 48 },
  { inputs: 48, outputs: summaryOutputs },
  { inputs: purchaseInputs + summarySize, outputs: 64 },
  { inputs: 64, outputs: 64 },
  { inputs: 64, outputs: 1 },
] as const;
/** Layers of the reader, then those of the predictor. */
const readerLayers = 2;

/** Where a layer's weights begin, one row of outputs per input; its biases follow. */
export const offsets = layers.map((_, at) =>
  layers.slice(0, at).reduce((sum, { inputs, outputs }) => sum + (inputs + 1) * outputs, 0),
);
export const weightCount = layers.reduce((sum, { inputs, outputs }) => sum + (inputs + 1) * outputs, 0);

/** A negative value leaves a layer but the last with this share of itself (leaky rectifier). */
export const leak = 0.1;

/** Values after each layer for one row; `values[0]` is the input. */
export type Activations = Float32Array[];

const activations = (from: number, to: number): Activations =>
  [layers[from]!.inputs, ...layers.slice(from, to).map(({ outputs }) => outputs)].map(
    (size) => new Float32Array(size),
  );
export const readerActivations = (): Activations => activations(0, readerLayers);
export const predictorActivations = (): Activations => activations(readerLayers, layers.length);

/** Fills in what follows from the input. */
const run = (weights: Float32Array, values: Activations, from: number): void => {
  for (let at = 1; at < values.length; at++) runLayer(weights, from + at - 1, values[at - 1]!, values[at]!);
};
export const runReader = (weights: Float32Array, values: Activations): void => run(weights, values, 0);
export const runPredictor = (weights: Float32Array, values: Activations): void =>
  run(weights, values, readerLayers);

const runLayer = (weights: Float32Array, at: number, input: Float32Array, output: Float32Array): void => {
  const { inputs, outputs } = layers[at]!;
  const start = offsets[at]!;
  for (let o = 0; o < outputs; o++) output[o] = weights[start + inputs * outputs + o]!;
  for (let i = 0; i < inputs; i++) {
    const value = input[i]!;
    const row = start + i * outputs;
    for (let o = 0; o < outputs; o++) output[o]! += value * weights[row + o]!;
  }
  if (at < layers.length - 1) for (let o = 0; o < outputs; o++) if (output[o]! < 0) output[o]! *= leak;
};

/** A person with nothing between purchases has no gap. */
export const writePurchases = (
  { days, sinceLast, sinceFirst }: KnownPurchases,
  horizonDays: number,
  into: Float32Array,
): void => {
  const isRepeated = days > 1;
  const gap = isRepeated ? (sinceFirst - sinceLast) / (days - 1) : 0;
  into[0] = Math.log1p(days - 1);
  into[1] = Math.log1p((sinceLast / horizonDays) * 4);
  into[2] = Math.log1p(sinceFirst / horizonDays);
  into[3] = Math.log((sinceFirst + 0.1 * horizonDays) / horizonDays / days);
  into[4] = isRepeated ? Math.log((sinceLast + 0.5) / (gap + 0.5)) : 0;
  into[5] = isRepeated ? 1 : 0;
};

export const writeLabel = (label: number, into: Float32Array): void => {
  into[purchaseInputs] = label === 1 ? 1 : -1;
};

export const writeSummary = (summary: ArrayLike<number>, into: Float32Array): void => {
  into.set(summary, purchaseInputs);
};

/** The summary of a base from the sum of what the reader makes of its rows. */
export const summaryOf = (
  readings: Float32Array,
  { rows, positives }: { rows: number; positives: number },
  horizonDays: number,
): Float32Array => {
  const summary = new Float32Array(summarySize);
  readings.forEach((sum, i) => {
    summary[i] = sum / rows;
  });
  summary[summaryOutputs] = Math.log((positives + 1) / (rows - positives + 1));
  summary[summaryOutputs + 1] = Math.log(rows / 100);
  summary[summaryOutputs + 2] = Math.log(horizonDays / 60);
  return summary;
};

/** The log-odds that the predictor corrects. */
export const rateOf = (summary: ArrayLike<number>): number => summary[summaryOutputs]!;

let fitted: Float32Array | undefined;

/** Of the network as it is delivered. */
export const fittedWeights = (): Float32Array => {
  if (!fitted) {
    const bytes = Uint8Array.from(atob(base64OfWeights), (c) => c.charCodeAt(0));
    fitted = new Float32Array(bytes.buffer);
  }
  return fitted;
};

export interface LabelledPurchases extends KnownPurchases {
  label: number;
}

/** Sums up a base: people at past dates, and whether they reached the goal within the horizon. */
export const summarise = (
  base: readonly LabelledPurchases[],
  horizonDays: number,
  weights = fittedWeights(),
): Float32Array => {
  const values = readerActivations();
  const sums = new Float32Array(summaryOutputs);
  let positives = 0;
  for (const row of base) {
    writePurchases(row, horizonDays, values[0]!);
    writeLabel(row.label, values[0]!);
    runReader(weights, values);
    values.at(-1)!.forEach((value, i) => {
      sums[i]! += value;
    });
    positives += row.label;
  }
  return summaryOf(sums, { rows: base.length, positives }, horizonDays);
};

/** Log-odds that people of the base reach the goal within the horizon. */
export const predictWithPrior = (
  summary: ArrayLike<number>,
  people: readonly KnownPurchases[],
  horizonDays: number,
  weights = fittedWeights(),
): Float64Array => {
  const values = predictorActivations();
  writeSummary(summary, values[0]!);
  return Float64Array.from(people, (person) => {
    writePurchases(person, horizonDays, values[0]!);
    runPredictor(weights, values);
    return rateOf(summary) + values.at(-1)![0]!;
  });
};
