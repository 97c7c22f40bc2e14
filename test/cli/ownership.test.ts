// The commands about the people around a resource, and handing an account over, against the real app.

import { expect, test } from "vitest";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { callerOf, openApi } from "../api/harness.js";

const password = "correct horse battery staple";

const open = async () => {
  const { app, signUp } = await openApi();
  const shop = await signUp();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const cli = async (...args: string[]) => {
    const { terminal, out, err } = quiet({ BELLWETHER_URL: url, BELLWETHER_KEY: shop.key });
    return { code: await run(args, terminal), out: out(), err: err() };
  };
  const invite = async (email: string) => {
    const { out } = await cli("member", "invite", email, "--role", "viewer");
    const token = out.trim().split("#")[1]!;
    await callerOf(app, {}).post("/invitations/accept", { token, password });
  };
  return { shop, cli, invite };
};

test("a note is written, shown and removed", async () => {
  const { cli } = await open();
  await cli("stream", "create", "visits");
  expect(await cli("stream", "note", "visits")).toMatchObject({
    code: 0,
    out: "stream visits has no note\n",
  });
  const { out } = await cli("stream", "note", "visits", "Do not change before May.");
  expect(out).toMatch(/^Do not change before May\.\n {2}.+, 2026-01-01T/);
  expect((await cli("stream", "note", "visits")).out).toBe(out);
  expect(JSON.parse((await cli("stream", "note", "visits", "--json")).out)).toMatchObject({
    text: "Do not change before May.",
  });
  expect(await cli("stream", "note", "visits", "More", "--remove")).toMatchObject({ code: 2 });
  expect((await cli("stream", "note", "visits", "--remove")).out).toBe(
    "the note on stream visits is removed\n",
  );
  expect((await cli("stream", "note", "visits")).out).toBe("stream visits has no note\n");
  expect(await cli("stream", "note", "nothing", "x")).toMatchObject({ code: 2 });
});

test("a member is asked for a look, and nobody has downloaded anything yet", async () => {
  const { cli, invite } = await open();
  await cli("stream", "create", "visits");
  await invite("grace@example.com");
  const look = await cli("stream", "ask-for-look", "visits", "grace@example.com", "--message", "Too many?");
  expect(look.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/streams\/\S+\n$/);
  expect(await cli("stream", "ask-for-look", "visits", "nobody@example.com")).toMatchObject({ code: 2 });
  expect(JSON.parse((await cli("stream", "downloads", "visits", "--json")).out)).toEqual([]);
});

test("a member is signed out, and an account is handed over to one", async () => {
  const { shop, cli, invite } = await open();
  await invite("grace@example.com");
  expect((await cli("member", "sign-out", "grace@example.com")).out).toBe(
    "grace@example.com is signed out\n",
  );
  expect(await cli("member", "hand-over", "nobody@example.com", "--yes")).toMatchObject({ code: 2 });
  expect((await cli("member", "hand-over", "grace@example.com", "--yes")).out).toBe(
    "grace@example.com is the owner now\n",
  );
  expect((await shop.get("/members")).body).toMatchObject([{ email: "grace@example.com", role: "owner" }]);
});
