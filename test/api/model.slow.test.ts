// Any order of requests of two accounts, by members and keys of all roles and scopes, is answered as by a plain model in
// memory.

import fc from "fast-check";
import { expect, test } from "vitest";
import { amountOf, rotatingSeed } from "../run/amounts.js";
import { callerOf, dataset, startApi } from "./harness.js";
import { addMember } from "./member.js";
import { type Real, requests } from "./model/commands.js";
import { type Actor, type Model, status } from "./model/model.js";

const editor = { mayLook: true, mayEdit: true };
const viewer = { mayLook: true, mayEdit: false };
const nothing = { mayLook: false, mayEdit: false };
const kinds = [
  ["owner's key", editor],
  ["editor's key", editor],
  ["viewer's key", viewer],
  ["key that reads", viewer],
  ["key that uploads", nothing],
  ["session of an editor", editor],
  ["session of a viewer without personal data", viewer],
] as const;
const accounts = 2;

const start = async (seen: Set<number>): Promise<{ real: Real; close(): Promise<void> }> => {
  const api = await startApi();
  const real: Real = { actors: [], seen };
  for (let account = 0; account < accounts; account++) {
    const owner = await api.signUp(`Account ${account}`);
    await owner.post("/datasets", dataset);
    const keyWith = async (rights: object) =>
      api.as((await owner.post("/accounts/current/api_keys", { name: "key", ...rights })).body.api_key);
    const sessionOf = async (role: "editor" | "masked_viewer") =>
      callerOf(api.app, (await addMember(api, owner.accountId, role)).headers);
    const callers = [
      owner,
      await keyWith({ role: "editor" }),
      await keyWith({ role: "viewer" }),
      await keyWith({ scope: "read" }),
      await keyWith({ scope: "upload" }),
      await sessionOf("editor"),
      await sessionOf("masked_viewer"),
    ];
    for (const [i, [name, rights]] of kinds.entries())
      real.actors.push({ caller: callers[i]!, name, actor: { account, ...rights } satisfies Actor });
  }
  return { real, close: api.close };
};

test("any order of requests is answered as the model says", { timeout: 600_000 }, async () => {
  let answered = 0;
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.commands(requests(kinds.length * accounts), { maxCommands: 60, size: "+2" }),
      async (commands) => {
        const { real, close } = await start(seen);
        try {
          const model: Model = { items: [] };
          await fc.asyncModelRun(() => ({ model, real }), commands);
          answered += [...commands].length;
        } finally {
          await close();
        }
      },
    ),
    { numRuns: amountOf("interface", { whole: 150, sample: 12 }), seed: rotatingSeed },
  );
  expect(answered).toBeGreaterThan(200);
  expect([...seen].sort()).toEqual(Object.values(status));
});
