// `bellwether plan` and `bellwether apply`: a whole pipeline from one file.

import { readFile } from "node:fs/promises";
import type { Client } from "../client.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { Different, exitCodes, Misuse } from "../exit.js";
import { Application } from "../pipeline/apply.js";
import { createChecker } from "../pipeline/check.js";
import { planData, planLines } from "../pipeline/describe.js";
import { type PipelineFile, readPipeline } from "../pipeline/file.js";
import { type Plan, planPipeline, type ServerState } from "../pipeline/plan.js";
import { readServer } from "../pipeline/server.js";
import { choose, listRecords } from "../resources/find.js";
import { printAnswer } from "../resources/show.js";
import { createScreen } from "../screen.js";
import { type WaitOptions, waitFor } from "../waiting.js";

const prune = { type: "boolean", text: "Delete what is not in the file, too." } as const;
const file = "FILE.yaml";

export const plan = command({
  usage: `plan ${file} [--prune] [--check]`,
  text: "Says what apply would do: create, change field by field, delete, and what would be built again. Does nothing.",
  options: {
    prune,
    check: { type: "boolean", text: `Exit with ${exitCodes.different} where there is something to do.` },
    ...connection,
    ...asJson,
  },
  operands: [1, 1],
  async run({ operands: [path = ""], values }, terminal) {
    const described = await readFileAt(path);
    const client = connect(values, terminal);
    const planned = planFor(described, await readServer(client), values.prune ?? false);
    if (values.json) printAnswer(terminal.out, planData(planned), true);
    else terminal.out.write(`${planLines(planned).join("\n")}\n`);
    if (values.check && planned.actions.length > 0)
      throw new Different(`The service is not as ${path} describes.`);
  },
});

export const apply = command({
  usage: `apply ${file} [--yes] [--wait] [--prune]`,
  text: "Makes the service as the file describes: shows the plan, asks, and does it. Applied twice, it changes nothing.",
  options: {
    yes: { type: "boolean", text: "Do not ask." },
    wait: { type: "boolean", text: "Wait until everything in the file is built." },
    prune,
    ...connection,
  },
  operands: [1, 1],
  async run({ operands: [path = ""], values }, terminal) {
    const described = await readFileAt(path);
    const client = connect(values, terminal);
    const state = await readServer(client);
    const planned = planFor(described, state, values.prune ?? false);
    terminal.out.write(`${planLines(planned).join("\n")}\n`);
    const waiting = { screen: createScreen(terminal.err), signal: terminal.signal };
    if (planned.actions.length > 0) {
      if (!values.yes) requireYes(await terminal.confirm("Do this?"));
      await new Application(client, waiting, state).run(planned.actions);
    }
    if (values.wait) await waitForAll(client, described, planned, waiting);
  },
});

/** Throws `Misuse`, with line and column of what is wrong. */
const readFileAt = async (path: string): Promise<PipelineFile> => {
  try {
    return readPipeline(await readFile(path, "utf8"), path);
  } catch (error) {
    if (error instanceof Misuse) throw error;
    throw new Misuse(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const planFor = ({ described, refusal }: PipelineFile, state: ServerState, prune: boolean): Plan => {
  const planned = planPipeline(described, state, { check: createChecker(state.api), prune });
  if ("problems" in planned) throw refusal(planned.problems);
  return planned.plan;
};

const requireYes = (answer: boolean | null): void => {
  if (answer === null) throw new Misuse("There is nobody to ask. Add --yes to do it without asking.");
  if (!answer) throw new Misuse("Nothing was done.");
};

const waitForAll = async (
  client: Client,
  { described }: PipelineFile,
  { rebuilt }: Plan,
  waiting: WaitOptions,
): Promise<void> => {
  for (const { type, name } of described) {
    if (type.builds === false) continue;
    const { id } = choose(type, await listRecords(client, type), name);
    await waitFor(client, `/${type.path}/${id}`, waiting);
    waiting.screen.say(`${type.noun} ${name} is ready`);
  }
  for (const { type, id } of rebuilt) await waitFor(client, `/${type.path}/${id}`, waiting);
};
