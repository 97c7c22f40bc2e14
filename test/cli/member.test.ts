// The commands for members, against the real app.

import { expect, test } from "vitest";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { callerOf, openApi } from "../api/harness.js";

const password = "correct horse battery staple";

test("a colleague is invited, gets another role, and is removed", async () => {
  const { app, signUp } = await openApi();
  const shop = await signUp();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const member = async (...args: string[]) => {
    const { terminal, out, err } = quiet({ BELLWETHER_URL: url, BELLWETHER_KEY: shop.key });
    return { code: await run(["member", ...args], terminal), out: out(), err: err() };
  };
  expect(await member("invite", "grace@example.com")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--role masked_viewer, viewer, editor or administrator"),
  });
  const { out: link } = await member("invite", "grace@example.com", "--role", "viewer");
  expect(link).toMatch(new RegExp(`^${url}/console/\\S+\n$`));
  expect((await member("list")).out).toMatch(/grace@example\.com +viewer +invited until 2026-01-08/);
  const token = link.trim().split("#")[1]!;
  await callerOf(app, {}).post("/invitations/accept", { token, password });
  expect((await member("role", "Grace@example.com", "editor")).out).toBe("grace@example.com is editor now\n");
  expect((await member("list")).out).toMatch(/grace@example\.com +editor +2026-01-01/);
  expect(await member("role", "grace@example.com", "king")).toMatchObject({ code: 1 });
  expect(await member("role", "nobody@example.com", "editor")).toMatchObject({
    code: 2,
    err: expect.stringContaining("No member has the e-mail address or ID nobody@example.com"),
  });
  expect((await member("remove", "grace@example.com", "--yes")).out).toBe("grace@example.com is removed\n");
  await member("invite", "bob@example.com", "--role", "administrator");
  expect((await member("remove", "bob@example.com")).out).toBe(
    "the invitation of bob@example.com is withdrawn\n",
  );
  expect((await shop.get("/members")).body).toEqual([]);
});

test("a key is created with a role", async () => {
  const { app, signUp } = await openApi();
  const shop = await signUp();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const { terminal, out } = quiet({ BELLWETHER_URL: url, BELLWETHER_KEY: shop.key });
  await run(["keys", "create", "--name", "dashboard", "--role", "viewer"], terminal);
  await run(["keys", "list"], terminal);
  expect(out()).toMatch(/dashboard +….... +everything +viewer/);
});
