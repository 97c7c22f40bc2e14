// The `bellwether movers` command: the people of a pipeline whose probability changed most, and why.

import type { ChangePart } from "../../domain/pipeline/score-change.js";
import { english } from "../../words/format.js";
import { signedLogOdds } from "../../words/score-change.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { printAnswer, printTable } from "../resources/show.js";
import type { Output } from "../terminal.js";
import { outcomeOption, pipelineQuery } from "./pipeline-query.js";

export const movers = command({
  usage: "movers PIPELINE [--since BUILD] [--direction up|down] [--limit N] [--json]",
  text:
    "Lists the people of a pipeline (scope) whose probability changed most since an earlier build, and why: in words, in percentage points and in " +
    "log-odds, which add up to the change.",
  options: {
    ...outcomeOption,
    since: { type: "string", value: "BUILD", text: "A kept build; default: the one before the last." },
    direction: { type: "string", value: "DIRECTION", text: "up, down or both; default: both." },
    limit: { type: "string", value: "N", text: "At most so many people, 1 to 100; default: 20." },
    person: { type: "string", value: "ID", text: "Only this person." },
    ...connection,
    ...asJson,
  },
  operands: [1, 1],
  async run({ operands: [typed = ""], values }, terminal) {
    const client = connect(values, terminal);
    const { outcome, since, direction, limit, person } = values;
    const { scope, query } = await pipelineQuery(client, {
      pipeline: typed,
      outcome,
      parameters: { since, direction, limit, person_id: person },
    });
    const moved = await client.get<Moved>(`/scopes/${scope.id}/movers?${query}`);
    if (values.json) printAnswer(terminal.out, moved, true, moved.people);
    else printMoved(terminal.out, moved);
  },
});

interface Build {
  build: string;
  built_at: string;
}

interface Moved {
  text: string;
  from?: Build;
  builds: Build[];
  people: {
    person_id: string;
    name?: string;
    email?: string;
    customer_id?: string;
    from: number;
    to: number;
    parts: (ChangePart & { sentence: string })[];
  }[];
}

const printMoved = (out: Output, { text, from, builds, people }: Moved): void => {
  out.write(`${text}\n`);
  if (!from) return;
  out.write(`Since the build ${from.build} of ${from.built_at}.\n`);
  const others = builds.filter(({ build }) => build !== from.build);
  if (others.length > 0) out.write(`Others: ${others.map(({ build }) => build).join(", ")}.\n`);
  for (const { person_id, name, email, customer_id, from: before, to, parts } of people) {
    const who = [name ?? email ?? customer_id, person_id].filter((each) => each !== undefined).join(", ");
    out.write(`\n${who}: ${english.percent(before)} to ${english.percent(to)}\n`);
    const rows = parts.map((part) => [
      part.sentence,
      english.signedPoints(part.probability),
      signedLogOdds(part),
    ]);
    printTable(out, ["why", "points", "log-odds"], rows);
  }
};
