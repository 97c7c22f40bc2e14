// Does what a plan says, one request after another. What is done stays done: if one is refused, those before it are there,
// and the next plan begins where this one stopped.

import type { JsonObject } from "../../http/json.js";
import type { Client } from "../client.js";
import { listRecords, type ServerRecord } from "../resources/find.js";
import { unset } from "../resources/paths.js";
import { mapReferences } from "../resources/references.js";
import { calledBy, type Type } from "../resources/types.js";
import { type WaitOptions, waitFor } from "../waiting.js";
import { Names } from "./names.js";
import type { Action, ServerState } from "./plan.js";

export class Application {
  /** By type and key. */
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

  /** Throws what the service refuses, once it has said what was done before. */
  async run(actions: readonly Action[]): Promise<void> {
    const { screen } = this.waiting;
    for (const [done, action] of actions.entries())
      try {
        await this.do(action);
        screen.say(`${action.type.noun} ${action.name}: ${past[action.at]}`);
      } catch (error) {
        for (const line of stoppedAt(actions, done)) screen.say(line);
        throw error;
      }
  }

  private async do(action: Action): Promise<void> {
    const { type, name } = action;
    switch (action.at) {
      case "create": {
        const { id } = await this.create(type, name, this.withIds(type, action.body));
        return this.remember(type, name, id);
      }
      case "restore":
        return void (await this.client.post(`/${type.path}/${action.id}/unarchive`, {}));
      case "change": {
        const at = `/${type.path}/${action.id}`;
        if (enables(action)) await waitFor(this.client, at, this.waiting);
        return void (await this.client.patch(at, this.withIds(type, action.patch)));
      }
      case "delete":
        return this.client.delete(`/${type.path}/${action.id}`);
    }
  }

  /** What others make too, such as a trait, may have been made by what was created just before. */
  private async create(type: Type, name: string, body: JsonObject): Promise<ServerRecord> {
    const at = `/${type.path}`;
    const known = type.isMadeByOthers ? await listRecords(this.client, type) : [];
    const made = known.find((record) => calledBy(type, record) === name);
    if (!made) return this.client.post(at, body);
    return this.client.patch(`${at}/${made.id}`, unset(body, type.namedBy ?? "name"));
  }

  private withIds(type: Type, body: JsonObject): JsonObject {
    return mapReferences(type, body, (key, referred) => this.ids.get(placeOf(referred, key)) ?? key);
  }

  private remember(type: Type, key: string, id: string): void {
    this.ids.set(placeOf(type, key), id);
  }
}

const placeOf = ({ path }: Type, key: string): string => `${path} ${key}`;

/** A pipeline is enabled once its preview is there to look at. */
const enables = ({ type, patch }: Extract<Action, { at: "change" }>): boolean =>
  type.path === "scopes" && patch.preview === false;

const past: Record<Action["at"], string> = {
  create: "created",
  restore: "back in use",
  change: "changed",
  delete: "deleted",
};

const stoppedAt = (actions: readonly Action[], done: number): string[] => [
  `Stopped at ${actions[done]!.type.noun} ${actions[done]!.name}: ${done} of ${actions.length} were done and stay.`,
  "Apply the file again once this is put right; what is done is not done twice.",
];
