// node dist/bench/prior.js --steps 5000
//
// Trains the network that predicts for few people (src/model/propensity/prior-network.ts) on made-up customer
// bases, and writes its weights into the source. `bench/few.ts` judges it on other made-up bases.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { trainPrior } from "./prior/train.js";
import { numberOf, runProgram } from "./program/program.js";

const file = path.resolve(import.meta.dirname, "../../src/model/propensity/prior-network.bytes.ts");
const said = 100;

await runProgram({
  help: `Trains the network that predicts for few people, and writes its weights into the source.

  --steps N    steps, each of which sees sixteen customer bases (default 5000; about a quarter of an hour)
`,
  options: { steps: { type: "string", default: "5000" } },
  async run(values, { screen }) {
    const weights = trainPrior(numberOf("steps", values.steps), ({ step, loss }) => {
      if (step % said === 0) screen.say(`${step} steps: log loss ${loss.toFixed(4)}`);
    });
    await writeFile(file, sourceOf(weights));
  },
});

const sourceOf = (weights: Float32Array): string =>
  [
    "// Weights of the prior network: 32-bit numbers, the lowest byte first. Written by `bench/prior.ts`.",
    "",
    "export const base64OfWeights =",
    `  "${Buffer.from(weights.buffer).toString("base64")}";`,
    "",
  ].join("\n");
