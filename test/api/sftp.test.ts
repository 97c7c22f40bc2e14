// Servers of SFTP over HTTP: connections to them, datasets of their files and targets that write to them.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { needing } from "../run/needs.js";
import { isSftpInstalled } from "../support/sftp-server.js";
import { type Caller, dataset, openApi, repeatPurchase } from "./harness.js";

const options = {
  type: "sftp",
  host: "sftp.example.com",
  port: 2222,
  host_key: `SHA256:${"+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU"}`,
  user: "bellwether",
  directory: "exports/shop",
  password: "hunter2-of-the-server",
};
const create = (caller: Caller, changed: object = {}) =>
  caller.post("/connections", { name: "Files", options: { ...options, ...changed } });

test("a connection to a server is created, read and changed, and never returns its secret", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { status, body } = await create(caller);
  const { password: _, ...shown } = options;
  expect([status, body.options]).toEqual([201, shown]);
  const changed = await caller.patch(`/connections/${body.id}`, { options: { directory: "other" } });
  expect(changed.body.options).toEqual({ ...shown, directory: "other" });
  const stored = await api.db.kysely.selectFrom("resource").select("config").execute();
  expect(JSON.stringify([stored, api.log, changed.body])).not.toContain("hunter2");
});

test.each([{ host: "evil.example.com" }, { port: 22 }, { host_key: `SHA256:${"A".repeat(43)}` }])(
  "another server needs the secret again: %j",
  async (moved) => {
    const caller = await (await openApi()).signUp();
    const { id } = (await create(caller)).body;
    const { status, body } = await caller.patch(`/connections/${id}`, { options: moved });
    expect([status, body.note]).toEqual([400, expect.stringContaining("options.password is required")]);
  },
);

test.each([
  [{ password: undefined }, /options\.password is required/],
  [{ host_key: undefined }, /options\.host_key/],
  [{ host_key: "MD5:00:11" }, /options\.host_key/],
  [{ host_key: "ssh-dss AAAA" }, /options\.host_key/],
  [{ directory: "../other" }, /options\.directory/],
  [{ directory: "a/../../other" }, /options\.directory/],
  [{ host: "user@sftp.example.com" }, /options\.host/],
  [{ bucket: "exports" }, /options\.bucket/],
])("%j is refused with an explanation", async (changed, said) => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await create(caller, changed);
  expect([status, body.note]).toEqual([400, expect.stringMatching(said)]);
});

test("lines of known_hosts are host keys, too", async () => {
  const caller = await (await openApi()).signUp();
  for (const host_key of [
    "ssh-ed25519 AAAAC3Nz",
    "[sftp.example.com]:2222 ecdsa-sha2-nistp256 AAAAE2Vj root@host",
  ])
    expect((await create(caller, { host_key })).body.options).toMatchObject({ host_key });
});

test("a private key with a passphrase is refused at once", needing("sshd", isSftpInstalled), async () => {
  const caller = await (await openApi()).signUp();
  const dir = mkdtempSync(path.join(tmpdir(), "bw-keys-"));
  const keyWith = (name: string, ...args: string[]) => {
    execFileSync("ssh-keygen", ["-q", "-t", "rsa", "-f", path.join(dir, name), ...args]);
    return readFileSync(path.join(dir, name), "utf8");
  };
  for (const form of ["RFC4716", "PEM", "PKCS8"]) {
    const locked = await create(caller, {
      password: keyWith(`${form}-locked`, "-N", "a passphrase", "-m", form),
    });
    expect([locked.status, locked.body.note], form).toEqual([400, expect.stringContaining("passphrase")]);
    const plain = await create(caller, { password: keyWith(`${form}-plain`, "-N", "", "-m", form) });
    expect(plain.status, form).toBe(201);
  }
  rmSync(dir, { recursive: true });
});

test("if private addresses are forbidden, a server at one is refused, and where TLS is required it is taken", async () => {
  const closed = await openApi({ webhooks: { privateAddresses: false, enqueue: async () => true } });
  const caller = await closed.signUp();
  for (const host of ["127.0.0.1", "169.254.169.254", "/run/socket"]) {
    const { status, body } = await create(caller, { host });
    expect([status, body.note]).toEqual([400, expect.stringMatching(/forbidden|options\.host/)]);
  }
  const strict = await (await openApi({ isTlsRequired: true })).signUp();
  expect((await create(strict)).status).toBe(201);
});

test("a dataset reads files of a server and a target writes its file there, of that type alone", async () => {
  const caller = await (await openApi()).signUp();
  const { scope } = await repeatPurchase(caller);
  const { id } = (await create(caller)).body;
  const files = { type: "sftp", prefix: "orders/*.csv", refresh_hours: 6 };
  const made = await caller.post("/datasets", { ...dataset, connection_id: id, options: files });
  expect([made.status, made.body.options]).toEqual([201, files]);
  const other = await caller.post("/datasets", { ...dataset, connection_id: id, options: { type: "s3" } });
  expect([other.status, other.body.note]).toEqual([400, expect.stringMatching(/is of type sftp/)]);
  const target = await caller.post("/targets", {
    name: "Scores",
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "sftp", key: "scores/{date}.csv" },
    connection_id: id,
  });
  expect([target.status, target.body.options]).toEqual([
    201,
    { type: "sftp", key: "scores/{date}.csv", output_url: expect.stringMatching(/download\.csv/) },
  ]);
});
