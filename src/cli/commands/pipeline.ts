// The `bellwether plan` and `bellwether apply` commands: a whole pipeline from one file.

import { readFile } from "node:fs/promises";
import type { Client } from "../client.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { exitCodes, PlanDiffers, UsageError } from "../exit.js";
import { PlanApplication } from "../pipeline/apply.js";
import { createChecker } from "../pipeline/check.js";
import { planData, planLines } from "../pipeline/describe.js";
import { type PipelineFile, readPipeline } from "../pipeline/file.js";
import { type Plan, planPipeline, type ServerState } from "../pipeline/plan.js";
import { readServer } from "../pipeline/server-state.js";
import { findAmong, listRecords } from "../resources/find.js";
import { printAnswer } from "../resources/show.js";
import { createScreen } from "../terminal.js";
import { type WaitOptions, waitFor } from "../waiting.js";

const prune = { type: "boolean", text: "Also delete resources that are not in the file." } as const;
const file = "FILE.yaml";

export const plan = command({
  usage: `plan ${file} [--prune] [--check]`,
  text: "Shows what apply would create, change (field by field), delete and rebuild. Changes nothing.",
  options: {
    prune,
    check: { type: "boolean", text: `Exit with ${exitCodes.different} if there is something to change.` },
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
      throw new PlanDiffers(`The service differs from ${path}.`);
  },
});

export const apply = command({
  usage: `apply ${file} [--yes] [--wait] [--prune]`,
  text: "Makes the service match the file: shows the plan, asks, and applies it. Applying it twice changes nothing.",
  options: {
    yes: { type: "boolean", text: "Apply without asking." },
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
      if (!values.yes) requireYes(await terminal.confirm("Apply this plan?"));
      await new PlanApplication(client, waiting, state).run(planned.actions);
    }
    if (values.wait) await waitForAll(client, described, planned, waiting);
  },
});

/** Throws `UsageError` with the line and column of each mistake. */
const readFileAt = async (path: string): Promise<PipelineFile> => {
  try {
    return readPipeline(await readFile(path, "utf8"), path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const planFor = ({ described, refusal }: PipelineFile, state: ServerState, prune: boolean): Plan => {
  const planned = planPipeline(described, state, { check: createChecker(state.api), prune });
  if ("problems" in planned) throw refusal(planned.problems);
  return planned.plan;
};

const requireYes = (answer: boolean | null): void => {
  if (answer === null)
    throw new UsageError("This is not an interactive terminal. Add --yes to apply without asking.");
  if (!answer) throw new UsageError("Nothing was changed.");
};

const waitForAll = async (
  client: Client,
  { described }: PipelineFile,
  { rebuilt }: Plan,
  waiting: WaitOptions,
): Promise<void> => {
  for (const { type, name } of described) {
    if (type.builds === false) continue;
    const { id } = findAmong(type, await listRecords(client, type), name);
    await waitFor(client, `/${type.path}/${id}`, waiting);
    waiting.screen.say(`${type.noun} ${name} is ready`);
  }
  for (const { type, id } of rebuilt) await waitFor(client, `/${type.path}/${id}`, waiting);
};
