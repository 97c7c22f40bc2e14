// New passwords: guessable ones are refused wherever one is chosen.

import { expect, test } from "vitest";
import { callerOf, openApi } from "./harness.js";
import { addMember } from "./member.js";

const guessable = (answer: { status: number; body: { validationErrors?: { path: string }[] } }) => [
  answer.status,
  answer.body.validationErrors?.[0]?.path,
];

test("a guessable password is refused at sign-up, at a change and with an invitation", async () => {
  const api = await openApi();
  const anyone = callerOf(api.app, {});
  const signUp = { name: "Garden Tools", email: "grace@example.com" };
  for (const password of ["password1234", "GardenTools1", "grace@example.com"])
    expect(guessable(await anyone.post("/accounts", { ...signUp, password }))).toEqual([400, "password"]);
  const owner = await api.signUp();
  const { headers } = await addMember(api, owner.accountId, "viewer", "ada@example.com");
  const change = (password: string) =>
    api.app.inject({ method: "PUT", url: "/v1/accounts/current/password", headers, payload: { password } });
  expect((await change("qwertyuiop12")).statusCode).toBe(400);
  expect((await change("gravel ochre tundra")).statusCode).toBe(204);
  const { body } = await owner.post("/members/invitations", {
    email: "bob.miller@example.com",
    role: "viewer",
  });
  const token = String(body.accept_url).split("#")[1]!;
  const accept = (password: string) => anyone.post("/invitations/accept", { token, password });
  expect(guessable(await accept("bob.miller12"))).toEqual([400, "password"]);
});
