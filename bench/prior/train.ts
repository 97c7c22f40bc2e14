// Training of the prior network: steps of Adam (Kingma and Ba 2015) on made-up customer bases, each of which is
// seen once. The loss is the log loss of people today, given what is known of their base at past dates.

import { normal, type Random, randomFor } from "../../examples/shop/random.js";
import { logitLoss, sigmoid } from "../../src/model/numeric/special-functions.js";
import {
  type Activations,
  type LabelledPurchases,
  layers,
  leak,
  offsets,
  predictorActivations,
  rateOf,
  readerActivations,
  runPredictor,
  runReader,
  summaryOf,
  weightCount,
  writeLabel,
  writePurchases,
  writeSummary,
} from "../../src/model/propensity/prior-network.js";
import { type CustomerBase, drawBase } from "./base.js";

const batch = 16;
const mostRows = { known: 256, today: 64 };
const highestRate = 1.5e-3;
const warmUpSteps = 50;
const decay = { mean: 0.9, square: 0.999 };
const seed = 7;

export interface Step {
  step: number;
  /** Mean log loss, smoothed over about the last fifty steps. */
  loss: number;
}

/** The weights after so many steps. */
export const trainPrior = (steps: number, onStep: (done: Step) => void): Float32Array => {
  const random = randomFor(seed);
  const weights = firstWeights(random);
  const mean = new Float32Array(weightCount);
  const square = new Float32Array(weightCount);
  const gradient = new Float32Array(weightCount);
  let [nextBase, smoothed] = [1, 0];
  for (let step = 1; step <= steps; step++) {
    gradient.fill(0);
    let loss = 0;
    for (let b = 0; b < batch; b++) {
      const { horizonDays, known, today } = drawBase(nextBase++);
      const base = {
        horizonDays,
        known: someOf(random, known, mostRows.known),
        today: someOf(random, today, mostRows.today),
      };
      loss += addGradient(weights, gradient, base) / batch;
    }
    const rate =
      highestRate * Math.min(1, step / warmUpSteps) * 0.5 * (1 + Math.cos((Math.PI * step) / steps));
    for (let j = 0; j < weightCount; j++) {
      const slope = Math.max(-1, Math.min(1, gradient[j]! / batch));
      mean[j] = decay.mean * mean[j]! + (1 - decay.mean) * slope;
      square[j] = decay.square * square[j]! + (1 - decay.square) * slope * slope;
      const size = Math.sqrt(square[j]! / (1 - decay.square ** step)) + 1e-8;
      weights[j]! -= (rate * (mean[j]! / (1 - decay.mean ** step))) / size;
    }
    smoothed = step === 1 ? loss : 0.98 * smoothed + 0.02 * loss;
    onStep({ step, loss: smoothed });
  }
  return weights;
};

/** Deviations by the number of inputs (He et al. 2015), and small in the last layer. */
const firstWeights = (random: Random): Float32Array => {
  const weights = new Float32Array(weightCount);
  layers.forEach(({ inputs, outputs }, at) => {
    const deviation = Math.sqrt(2 / inputs) * (at === layers.length - 1 ? 0.1 : 1);
    for (let j = 0; j < inputs * outputs; j++) weights[offsets[at]! + j] = deviation * normal(random);
  });
  return weights;
};

const someOf = <T>(random: Random, rows: readonly T[], most: number): T[] => {
  const some = rows.slice();
  if (rows.length <= most) return some;
  for (let i = 0; i < most; i++) {
    const j = i + Math.floor(random() * (some.length - i));
    [some[i], some[j]] = [some[j]!, some[i]!];
  }
  return some.slice(0, most);
};

/** Adds the gradient of a base's mean loss, which it returns. */
const addGradient = (
  weights: Float32Array,
  gradient: Float32Array,
  { horizonDays, known, today }: CustomerBase,
): number => {
  const readings = known.map((row) => {
    const values = readerActivations();
    writePurchases(row, horizonDays, values[0]!);
    writeLabel(row.label, values[0]!);
    runReader(weights, values);
    return values;
  });
  const summary = summaryOfReadings(readings, known, horizonDays);
  const values = predictorActivations();
  writeSummary(summary, values[0]!);
  const purchaseInputs = values[0]!.length - summary.length;
  const slopes = new Float32Array(readings[0]!.at(-1)!.length);
  let loss = 0;
  for (const person of today) {
    writePurchases(person, horizonDays, values[0]!);
    runPredictor(weights, values);
    const logOdds = rateOf(summary) + values.at(-1)![0]!;
    loss += logitLoss(logOdds, person.label);
    const out = Float32Array.of((sigmoid(logOdds) - person.label) / today.length);
    const ofInput = backwards(weights, gradient, values, out, readerDepth);
    for (let j = 0; j < slopes.length; j++) slopes[j]! += ofInput[purchaseInputs + j]!;
  }
  for (const reading of readings)
    backwards(
      weights,
      gradient,
      reading,
      slopes.map((slope) => slope / known.length),
      0,
    );
  return loss / today.length;
};

const readerDepth = readerActivations().length - 1;

const summaryOfReadings = (
  readings: readonly Activations[],
  known: readonly LabelledPurchases[],
  horizonDays: number,
): Float32Array => {
  const sums = new Float32Array(readings[0]!.at(-1)!.length);
  for (const values of readings)
    values.at(-1)!.forEach((value, i) => {
      sums[i]! += value;
    });
  const positives = known.reduce((sum, { label }) => sum + label, 0);
  return summaryOf(sums, { rows: known.length, positives }, horizonDays);
};

/** Adds the gradient of the layers from `first` on; the slopes of the input. */
const backwards = (
  weights: Float32Array,
  gradient: Float32Array,
  values: Activations,
  ofOutput: Float32Array,
  first: number,
): Float32Array => {
  let slopes = ofOutput;
  for (let at = values.length - 1; at > 0; at--)
    slopes = layerBackwards(weights, gradient, first + at - 1, values[at - 1]!, values[at]!, slopes);
  return slopes;
};

const layerBackwards = (
  weights: Float32Array,
  gradient: Float32Array,
  at: number,
  input: Float32Array,
  output: Float32Array,
  slopes: Float32Array,
): Float32Array => {
  const { inputs, outputs } = layers[at]!;
  const start = offsets[at]!;
  if (at < layers.length - 1) for (let o = 0; o < outputs; o++) if (output[o]! < 0) slopes[o]! *= leak;
  for (let o = 0; o < outputs; o++) gradient[start + inputs * outputs + o]! += slopes[o]!;
  const ofInput = new Float32Array(inputs);
  for (let i = 0; i < inputs; i++) {
    const value = input[i]!;
    const row = start + i * outputs;
    let sum = 0;
    for (let o = 0; o < outputs; o++) {
      gradient[row + o]! += value * slopes[o]!;
      sum += weights[row + o]! * slopes[o]!;
    }
    ofInput[i] = sum;
  }
  return ofInput;
};
