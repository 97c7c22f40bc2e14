// The tool that says what contacting has brought: of all pipelines together, and of one with its campaigns.

import { closed, optional } from "../../../domain/resource/schema.js";
import type { Client } from "../../client.js";
import type { PipelineLift } from "../../commands/lift.js";
import { inYaml, tool } from "../tool.js";
import { nameOrId } from "./overview.js";
import { idOf } from "./predictions.js";

export const readLift = tool({
  name: "read_lift",
  title: "Read what contacting has brought",
  text: "What contacting has brought over people who are held out at random: of all pipelines together, if the account has a hold-out, and of one pipeline with its campaigns, whom a contact moves and how to choose the next contacts. Quote the intervals with the numbers.",
  input: closed({
    pipeline: optional(nameOrId("a pipeline (scope); default: all pipelines together alone")),
  }),
  effect: "reads",
  async run({ pipeline }, { client }) {
    const together = await ofAccount(client);
    if (pipeline === undefined) return inYaml({ all_pipelines: together });
    const id = await idOf(client, "scopes", pipeline);
    return inYaml({ all_pipelines: together, pipeline: await ofPipeline(client, id) });
  },
});

const ofAccount = async (client: Client): Promise<object | string> => {
  const holdouts =
    await client.get<{ id: string; headline?: string; status: string; archived_at?: string }[]>("/holdouts");
  const inUse = holdouts.find(({ archived_at }) => archived_at === undefined);
  if (!inUse) return "No hold-out: nobody is left out of every pipeline, so it cannot be said.";
  if (inUse.headline === undefined) return "The hold-out has not been built yet.";
  const ledger = await client.get<{ headline: string }>(`/holdouts/${inUse.id}/ledger`);
  return { hold_out: inUse.headline, brought: ledger.headline };
};

const ofPipeline = async (client: Client, id: string): Promise<object> => {
  const found = await client.get<PipelineLift>(`/scopes/${id}/holdout`);
  return {
    hold_out: found.headline,
    ...(found.incrementality && { brought: found.incrementality.headline }),
    campaigns: found.campaigns.map(({ name, headline }) => (name ? `${name}: ${headline}` : headline)),
    ...(found.uplift && { whom_a_contact_moves: found.uplift.headline }),
    ...(found.decision && { next_contacts: found.decision.headline }),
    ...(found.policy && { the_same_on_the_last_list: found.policy.headline }),
  };
};
