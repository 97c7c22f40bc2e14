// Execution of a plan, one request after another. Completed actions stay: if one is refused, the next plan
// continues where this one stopped.

import type { JsonObject } from "../../domain/resource/json.js";
import type { Client } from "../client.js";
import { listRecords, type ServerRecord } from "../resources/find.js";
import { unset } from "../resources/paths.js";
import { mapReferences } from "../resources/references.js";
import { displayName, type Type } from "../resources/types.js";
import { type WaitOptions, waitFor } from "../waiting.js";
import { Names } from "./names.js";
import type { Action, ServerState } from "./plan.js";

export interface Applied {
  /** Path of the type in the API. */
  type: string;
  name: string;
  at: Action["at"];
  id: string;
}

export class PlanApplication {
  /** Changes that were made so far. */
  readonly applied: Applied[] = [];
  /** Ids by type and key. */
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly client: Client,
    private readonly waiting: WaitOptions,
    { records }: ServerState,
  ) {
    const names = new Names([], records);
    for (const [type, those] of records)
      for (const record of those) this.remember(type, names.keyOf(type, record), record.id);
  }

  /** Throws the service's refusal, after it has reported what was done before. */
  async run(actions: readonly Action[]): Promise<void> {
    const { screen } = this.waiting;
    for (const [done, action] of actions.entries())
      try {
        const { type, name, at } = action;
        const id = await this.do(action);
        this.applied.push({ type: type.path, name, at, id });
        screen.say(`${action.type.noun} ${action.name}: ${past[action.at]}`);
      } catch (error) {
        for (const line of stoppedAt(actions, done)) screen.say(line);
        throw error;
      }
  }

  /** Resolves to the ID of the resource. */
  private async do(action: Action): Promise<string> {
    const { type, name } = action;
    switch (action.at) {
      case "create": {
        const { id } = await this.create(type, name, this.withIds(type, action.body));
        this.remember(type, name, id);
        return id;
      }
      case "restore":
        await this.client.post(`/${type.path}/${action.id}/unarchive`, {});
        return action.id;
      case "change": {
        const at = `/${type.path}/${action.id}`;
        if (enables(action)) await waitFor(this.client, at, this.waiting);
        await this.client.patch(at, this.withIds(type, action.patch));
        return action.id;
      }
      case "delete":
        await this.client.delete(`/${type.path}/${action.id}`);
        return action.id;
    }
  }

  /** A resource that datasets create too, such as a trait, may exist since the action before. */
  private async create(type: Type, name: string, body: JsonObject): Promise<ServerRecord> {
    const at = `/${type.path}`;
    const known = type.isMadeByOthers ? await listRecords(this.client, type) : [];
    const made = known.find((record) => displayName(type, record) === name);
    if (!made) return this.client.post(at, body);
    return this.client.patch(`${at}/${made.id}`, unset(body, type.namedBy ?? "name"));
  }

  private withIds(type: Type, body: JsonObject): JsonObject {
    return mapReferences(type, body, (key, referred) => this.ids.get(cacheKey(referred, key)) ?? key);
  }

  private remember(type: Type, key: string, id: string): void {
    this.ids.set(cacheKey(type, key), id);
  }
}

const cacheKey = ({ path }: Type, key: string): string => `${path} ${key}`;

/** A pipeline can be enabled once its preview is built. */
const enables = ({ type, patch }: Extract<Action, { at: "change" }>): boolean =>
  type.path === "scopes" && patch.preview === false;

const past: Record<Action["at"], string> = {
  create: "created",
  restore: "unarchived",
  change: "changed",
  delete: "deleted",
};

const stoppedAt = (actions: readonly Action[], done: number): string[] => [
  `Stopped at ${actions[done]!.type.noun} ${actions[done]!.name}: ${done} of ${actions.length} actions were completed and stay.`,
  "Correct this and apply the file again; completed actions are not repeated.",
];
