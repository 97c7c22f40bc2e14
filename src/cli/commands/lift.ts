// The `bellwether lift` command: what contacting the people of a pipeline has brought, whom a contact moves, and how to
// choose the next ones.

import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { printAnswer } from "../resources/show.js";
import { outcomeOption, pipelineQuery } from "./pipeline-query.js";

interface Said {
  headline: string;
}

/** Sentences of `GET /scopes/{id}/holdout`. */
export interface PipelineLift extends Said {
  incrementality?: Said;
  campaigns: (Said & { name?: string })[];
  uplift?: Said;
  decision?: Said;
  policy?: Said;
}

export const lift = command({
  usage: "lift PIPELINE [--outcome OUTCOME] [--top N] [--json]",
  text:
    "Prints what contacting the people of a pipeline (scope) has brought over those who are held out: all contacts together, each campaign, whom a " +
    "contact moves, how to choose the next ones, and what that would have brought on the last list. With 95 % intervals.",
  options: {
    ...outcomeOption,
    top: { type: "string", value: "N", text: "So many next contacts; default: by what they cost and bring." },
    ...connection,
    ...asJson,
  },
  operands: [1, 1],
  async run({ operands: [typed = ""], values }, terminal) {
    const client = connect(values, terminal);
    const { outcome, top } = values;
    const { scope, query } = await pipelineQuery(client, { pipeline: typed, outcome, parameters: { top } });
    const found = await client.get<PipelineLift>(`/scopes/${scope.id}/holdout?${query}`);
    if (values.json) printAnswer(terminal.out, found, true);
    else terminal.out.write(`${paragraphs(found).join("\n\n")}\n`);
  },
});

const paragraphs = ({ headline, incrementality, campaigns, uplift, decision, policy }: PipelineLift) => [
  headline,
  ...titled("Brought so far", incrementality),
  ...campaigns.flatMap(({ name, ...said }, i) => titled(name ?? `Campaign ${i + 1}`, said)),
  ...titled("Whom a contact moves", uplift),
  ...titled("The next contacts", decision),
  ...titled("The same on the last list", policy),
];

const titled = (title: string, said: Said | undefined): string[] =>
  said ? [`${title}\n  ${said.headline}`] : [];
