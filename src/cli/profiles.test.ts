import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exitCodes } from "./exit.js";
import { quiet, serveAnswers } from "./fixtures.js";
import { profilesFile } from "./profiles.js";
import { run } from "./run.js";

let server: Awaited<ReturnType<typeof serveAnswers>>;
let dir: string;
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "bellwether-profiles-"));
  server = await serveAnswers(({ path, headers }) => {
    if (headers.authorization === "Bearer wrong")
      return { status: 401, body: '{"error":"UNAUTHORIZED","note":"No such key."}' };
    return { body: path === "/v1/accounts/current" ? '{"name":"My shop"}' : "[]" };
  });
});
afterEach(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});

const typed = async (args: string[], environment: Record<string, string> = {}, secret = "") => {
  const { terminal, out, err } = quiet({ XDG_CONFIG_HOME: dir, ...environment }, null, secret);
  return { code: await run(args, terminal), out: out(), err: err() };
};
const file = () => profilesFile({ XDG_CONFIG_HOME: dir })!;
const lastKey = () => server.received.at(-1)?.headers.authorization;

test("a login is kept in a file of its owner alone, and later commands use it", async () => {
  const { out } = await typed(["login", "--url", `${server.url}/v1`], {}, " mine\n");
  expect(out).toBe(`Signed in to My shop at ${server.url}. Saved as profile default in ${file()}.\n`);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file())).mode & 0o777).toBe(0o700);
  expect((await typed(["cohort", "list"])).code).toBe(exitCodes.done);
  expect(lastKey()).toBe("Bearer mine");
});

test("--profile and BELLWETHER_PROFILE choose one, and the environment goes before a profile", async () => {
  await typed(["login", "--url", server.url], {}, "mine");
  await typed(["login", "--url", server.url, "--profile", "staging"], {}, "other");
  await typed(["cohort", "list", "--profile", "staging"]);
  expect(lastKey()).toBe("Bearer other");
  await typed(["cohort", "list"], { BELLWETHER_PROFILE: "staging" });
  expect(lastKey()).toBe("Bearer other");
  await typed(["cohort", "list"], { BELLWETHER_KEY: "given" });
  expect(lastKey()).toBe("Bearer given");
  expect(await typed(["cohort", "list", "--profile", "staging"], { BELLWETHER_KEY: "given" })).toMatchObject({
    code: exitCodes.misused,
    err: expect.stringContaining("The profile staging would not be used, because the key is given too."),
  });
  expect((await typed(["profiles"])).out).toMatch(/default .* …mine .* yes\nstaging .* …ther/);
});

test("the key of a profile is sent to its own service alone", async () => {
  await typed(["login", "--url", server.url], {}, "mine");
  const other = await serveAnswers(() => ({ body: "[]" }));
  await typed(["cohort", "list", "--url", other.url]);
  await typed(["cohort", "list"], { BELLWETHER_URL: other.url });
  await other.close();
  expect(other.received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

test("a key that the service refuses is not saved", async () => {
  expect(await typed(["login", "--url", server.url], {}, "wrong")).toMatchObject({
    code: exitCodes.refused,
    err: expect.stringContaining("No such key."),
  });
  expect(() => readFileSync(file())).toThrow("ENOENT");
});

test("a logout removes one profile, and an unknown one is named", async () => {
  await typed(["login", "--url", server.url], {}, "mine");
  await typed(["login", "--url", server.url, "--profile", "staging"], {}, "other");
  await typed(["logout"]);
  expect(readFileSync(file(), "utf8")).not.toContain("mine");
  expect(await typed(["logout"])).toMatchObject({ code: exitCodes.misused });
  expect(await typed(["cohort", "list", "--profile", "stagin"])).toMatchObject({
    code: exitCodes.misused,
    err: expect.stringContaining("Did you mean staging?"),
  });
});

test("a file that others can read, or that is damaged, is refused with what to do", async () => {
  await typed(["login", "--url", server.url], {}, "mine");
  await chmod(file(), 0o644);
  expect(await typed(["cohort", "list"])).toMatchObject({
    code: exitCodes.misused,
    err: expect.stringContaining(`chmod 600 ${file()}`),
  });
});
