// node dist/bench/delta.js --people 5
//
// Benchmark of tracked changes: what a build costs that tracks the rows of its file, beside the same build
// without, and what a file of changes costs. Scores and people are made up; the steps are the service's.

import { steps } from "./delta/steps.js";
import { numberOf, runProgram } from "./program/program.js";
import { inProcess, lineOf, resultOf } from "./program/step-process.js";

const help = `Measures a deployment whose changes are tracked.

  --people N     millions of people (default 1)
  --changed S    share of the people whose row is another one in the second build (default 0.1)
  --memory N     memory of a step's engine in MB, before it spills (default 1024)
`;

await runProgram({
  help,
  steps,
  options: {
    people: { type: "string", default: "1" },
    changed: { type: "string", default: "0.1" },
    memory: { type: "string", default: "1024" },
  },
  async run(values, { dir, screen }) {
    const [people, changed] = [1e6 * numberOf("people", values.people), numberOf("changed", values.changed)];
    const run = { file: `${people}:${changed}`, dir, memoryMb: numberOf("memory", values.memory) };
    for (const step of ["scores", "file", "tracked", "scores2", "file2", "tracked2", "changes"]) {
      const use = await inProcess(step, run);
      if (!step.startsWith("scores")) screen.say(lineOf(step, use));
    }
    const { bytes } = await resultOf(run, "changes");
    const { bytes: whole } = await resultOf(run, "file2");
    screen.say(`changes ${(bytes / 1e6).toFixed(1)} MB of a file of ${(whole / 1e6).toFixed(1)} MB`);
  },
});
