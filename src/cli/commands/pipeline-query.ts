// Question about the people of a pipeline: its scope, and the query of the request, from what the user typed.

import type { Client } from "../client.js";
import { find, type ServerRecord } from "../resources/find.js";
import { typeAt } from "../resources/types.js";

export const outcomeOption = {
  outcome: {
    type: "string",
    value: "OUTCOME",
    text: "Prediction (outcome); default: the pipeline's first.",
  },
} as const;

interface Typed {
  pipeline: string;
  outcome: string | undefined;
  /** Parameters; those that are undefined are left out. */
  parameters: Readonly<Record<string, string | undefined>>;
}

export const pipelineQuery = async (
  client: Client,
  { pipeline, outcome, parameters }: Typed,
): Promise<{ scope: ServerRecord; query: URLSearchParams }> => {
  const scope = await find(client, typeAt("scopes"), pipeline);
  const predicted = outcome === undefined ? undefined : await find(client, typeAt("outcomes"), outcome);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ outcome_id: predicted?.id, ...parameters }))
    if (value !== undefined) query.set(name, value);
  return { scope, query };
};
