// The `bellwether plan`, `bellwether apply` and `bellwether export` commands: a whole pipeline from one file,
// and into one.

import { writeFile } from "node:fs/promises";
import { counted } from "../../words/plural.js";
import type { Client } from "../client.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { exitCodes, PlanDiffers, UsageError } from "../exit.js";
import { type Applied, PlanApplication } from "../pipeline/apply.js";
import { createChecker } from "../pipeline/check.js";
import { planData, planLines } from "../pipeline/describe.js";
import { exportPipeline } from "../pipeline/export.js";
import { type PipelineFile, readPipeline } from "../pipeline/file.js";
import { type Plan, planPipeline, type ServerState } from "../pipeline/plan.js";
import { readDescribed, textOf } from "../pipeline/read.js";
import { requireSamePlan, type SavedPlan } from "../pipeline/saved-plan.js";
import { readServer } from "../pipeline/server-state.js";
import { findAmong, listRecords } from "../resources/find.js";
import { printAnswer } from "../resources/show.js";
import { createScreen, type Terminal } from "../terminal.js";
import { type WaitOptions, waitFor } from "../waiting.js";

const prune = { type: "boolean", text: "Also delete resources that are not in the file." } as const;
const file = "FILE.yaml";

export const plan = command({
  usage: `plan ${file} [--prune] [--check] [--out PLAN.json]`,
  text: `Shows what apply would create, change (field by field), delete and rebuild. Changes nothing. Values may name environment
variables: \${NAME} or \${NAME:-default}.`,
  options: {
    prune,
    check: { type: "boolean", text: `Exit with ${exitCodes.different} if there is something to change.` },
    out: { type: "string", value: "PLAN.json", text: "Also save the plan, for bellwether apply PLAN.json." },
    ...connection,
    ...asJson,
  },
  operands: [1, 1],
  async run({ operands: [path = ""], values }, terminal) {
    const text = await textOf(path);
    const described = readPipeline(text, path, terminal.environment);
    const client = connect(values, terminal);
    const planned = planFor(described, await readServer(client), values.prune ?? false);
    if (values.json) printAnswer(terminal.out, planData(planned), true);
    else terminal.out.write(`${planLines(planned).join("\n")}\n`);
    if (values.out !== undefined) await savePlan(client, values.out, { path, text, planned, ...values });
    if (values.check && planned.actions.length > 0)
      throw new PlanDiffers(`The service differs from ${path}.`);
  },
});

export const apply = command({
  usage: `apply (${file} | PLAN.json) [--yes] [--wait] [--prune]`,
  text: `Makes the service match the file: shows the plan, asks, and applies it. Applying it twice changes nothing. A plan that
bellwether plan --out saved is applied without asking, and refused if it is no longer what would be done.`,
  options: {
    yes: { type: "boolean", text: "Apply without asking." },
    wait: { type: "boolean", text: "Wait until everything in the file is built." },
    prune,
    ...connection,
    json: {
      type: "boolean",
      text: "Print the plan and what was applied as JSON; with a file it needs --yes.",
    },
  },
  operands: [1, 1],
  async run({ operands: [path = ""], values }, terminal) {
    const { described, saved } = await readDescribed(path, terminal.environment);
    if (saved && values.prune) throw new UsageError("A saved plan has its --prune from bellwether plan.");
    const client = connect(values, terminal);
    const state = await readServer(client);
    const planned = planFor(described, state, saved?.prune ?? values.prune ?? false);
    if (saved)
      requireSamePlan(saved, { accountId: (await currentAccount(client)).id, plan: planData(planned) });
    if (!values.json) terminal.out.write(`${planLines(planned).join("\n")}\n`);
    const waiting = { screen: createScreen(terminal.err), signal: terminal.signal };
    const application = new PlanApplication(client, waiting, state);
    if (planned.actions.length > 0) {
      if (!values.yes && !saved) requireYes(values.json ? null : await terminal.confirm(questionOf(planned)));
      await reported(application, planned, values.json, terminal);
    } else if (values.json) printApplied(terminal, planned, []);
    if (values.wait) await waitForAll(client, described, planned, waiting);
  },
});

export const exportAccount = command({
  usage: "export [--out FILE.yaml]",
  text: `Writes everything in use as a pipeline file, which apply makes again in this account or in another. Names stand for ids, and
variables such as \${WAREHOUSE_PASSWORD} for passwords, which the service does not tell. Uploaded files are not in it.`,
  options: {
    out: { type: "string", value: "FILE.yaml", text: "Output file; default: standard output." },
    ...connection,
  },
  operands: [0, 0],
  async run({ values }, terminal) {
    const client = connect(values, terminal);
    const [account, state] = await Promise.all([currentAccount(client), readServer(client)]);
    const { text, secrets } = exportPipeline(
      state,
      ` The pipeline of ${account.name}, by bellwether export.`,
    );
    const screen = createScreen(terminal.err);
    if (secrets.length > 0) screen.say(`To apply it elsewhere, set: ${secrets.join(", ")}.`);
    if (values.out === undefined) return void terminal.out.write(text);
    await written(values.out, text);
    screen.say(`${values.out} written`);
  },
});

const currentAccount = (client: Client) => client.get<{ id: string; name: string }>("/accounts/current");

const savePlan = async (
  client: Client,
  out: string,
  { path, text, planned, prune = false }: { path: string; text: string; planned: Plan; prune?: boolean },
): Promise<void> => {
  const { id, name } = await currentAccount(client);
  const saved: SavedPlan = {
    bellwether_plan: 1,
    planned_at: new Date().toISOString(),
    account: { id, name },
    file: path,
    text,
    prune,
    plan: planData(planned),
  };
  await written(out, `${JSON.stringify(saved, null, 2)}\n`);
};

const written = async (file: string, text: string): Promise<void> => {
  await writeFile(file, text).catch((error: Error) => {
    throw new UsageError(`${file} cannot be written: ${error.message}`, { cause: error });
  });
};

const planFor = ({ described, refusal }: PipelineFile, state: ServerState, prune: boolean): Plan => {
  const planned = planPipeline(described, state, { check: createChecker(state.api), prune });
  if ("problems" in planned) throw refusal(planned.problems);
  return planned.plan;
};

const questionOf = ({ actions }: Plan): string => {
  const deleted = actions.filter(({ at }) => at === "delete").length;
  if (deleted === 0) return "Apply this plan?";
  return `It deletes ${counted(deleted, "resource")} with all results, which cannot be undone. Apply this plan?`;
};

const requireYes = (answer: boolean | null): void => {
  if (answer === null)
    throw new UsageError("This is not an interactive terminal. Add --yes to apply without asking.");
  if (!answer) throw new UsageError("Nothing was changed.");
};

/** With JSON, what was done is printed even if the rest is refused. */
const reported = async (
  application: PlanApplication,
  planned: Plan,
  json: boolean | undefined,
  terminal: Terminal,
): Promise<void> => {
  try {
    await application.run(planned.actions);
  } finally {
    if (json) printApplied(terminal, planned, application.applied);
  }
};

const printApplied = ({ out }: Terminal, planned: Plan, applied: readonly Applied[]): void =>
  printAnswer(out, { ...planData(planned), applied }, true);

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
