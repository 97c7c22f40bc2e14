// The tool that says what contacting has brought: of all pipelines together, and of one with its campaigns.

import { Type } from "@sinclair/typebox";
import { byName, closed, optional } from "../../../domain/resource/schema.js";
import type { Client } from "../../client.js";
import type { PipelineLift } from "../../commands/lift.js";
import { tool } from "../tool.js";
import { nameOrId } from "./overview.js";
import { idOf } from "./predictions.js";

/** Sentences by what they are about. */
const lift = byName(Type.Union([Type.String(), Type.Array(Type.String())]));
type Lift = Record<string, string | string[]>;

export const readLift = tool({
  name: "read_lift",
  title: "Read what contacting has brought",
  text: "What contacting has brought over people who are held out at random: of all pipelines together, if the account has a hold-out, and of one pipeline with its campaigns, whom a contact moves and how to choose the next contacts. Quote the intervals with the numbers.",
  input: closed({
    pipeline: optional(nameOrId("a pipeline (scope); default: all pipelines together alone")),
  }),
  output: Type.Object({ all_pipelines: lift, pipeline: optional(lift) }),
  effect: "reads",
  async run({ pipeline }, { client }) {
    const together = await ofAccount(client);
    if (pipeline === undefined) return { all_pipelines: together };
    const id = await idOf(client, "scopes", pipeline);
    return { all_pipelines: together, pipeline: await ofPipeline(client, id) };
  },
});

const ofAccount = async (client: Client): Promise<Lift> => {
  const holdouts =
    await client.get<{ id: string; headline?: string; status: string; archived_at?: string }[]>("/holdouts");
  const inUse = holdouts.find(({ archived_at }) => archived_at === undefined);
  if (!inUse) return { brought: "No hold-out: nobody is left out of every pipeline, so it cannot be said." };
  if (inUse.headline === undefined) return { brought: "The hold-out has not been built yet." };
  const ledger = await client.get<{ headline: string }>(`/holdouts/${inUse.id}/ledger`);
  return { hold_out: inUse.headline, brought: ledger.headline };
};

const ofPipeline = async (client: Client, id: string): Promise<Lift> => {
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
