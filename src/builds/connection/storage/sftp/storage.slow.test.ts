import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { needing } from "../../../../../test/run/needs.js";
import { isRoot } from "../../../../../test/support/server-process.js";
import { isSftpInstalled, passwordUser, sftpInTests } from "../../../../../test/support/sftp-server.js";
import type { SftpOptions } from "../../../../domain/data/connection.js";
import { limits } from "../../../../domain/resource/limits.js";
import type { StepTools } from "../../../kind/kind.js";
import { writeObject } from "../../../target/object.js";
import { buildConnection } from "../../step.js";
import { listFiles } from "../files.js";
import { withSftp } from "./session.js";
import { withSftpStorage } from "./storage.js";

describe("a server of SFTP", needing("sshd", isSftpInstalled), () => {
  const server = sftpInTests();
  const root = mkdtempSync(path.join(tmpdir(), "sftp-local-"));
  afterAll(() => rmSync(root, { recursive: true }));

  const put = (name: string, text: string | Buffer) => {
    const file = path.join(server.files(), name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const connect = (options: Partial<SftpOptions> = {}, secret?: string) =>
    buildConnection(server.access(options, secret), { progress: () => {} } as unknown as StepTools);
  const names = (place: string, options: Partial<SftpOptions> = {}) =>
    withSftpStorage(server.access(options), async (storage) =>
      (await listFiles(storage, place)).map(({ name }) => name).sort(),
    );

  test("a connection lists the directories and files directly below its directory", async () => {
    for (const name of ["a.csv", "in/orders/1.csv", "in/people.csv"]) put(name, "a\n1\n");
    expect(await connect()).toEqual({ tables: ["a.csv", "in/"] });
    expect(await connect({ directory: "in" })).toEqual({ tables: ["orders/", "people.csv"] });
    expect(await connect({ directory: path.join(server.files(), "in/orders") })).toEqual({
      tables: ["1.csv"],
    });
  });

  test("the key of the server is known by each of its kinds, as a fingerprint or a line of known_hosts", async () => {
    for (const host_key of [
      server.fingerprint("ecdsa"),
      server.fingerprint("rsa"),
      server.hostKey("rsa"),
      `[127.0.0.1]:${server.port()} ${server.hostKey("ecdsa")}`,
    ])
      expect((await connect({ host_key })).tables, host_key).toContain("a.csv");
  });

  test("a server with another key gets no secret, and the refusal says which key it has", async () => {
    const other = `SHA256:${"A".repeat(43)}`;
    const refused = await connect({ host_key: other }, "the password").catch((error) => error);
    expect(refused).toMatchObject({ code: "connection-failed" });
    for (const kind of ["ed25519", "ecdsa", "rsa"] as const)
      expect(refused.message).toContain(server.fingerprint(kind));
    const line = server.hostKey().replace(/AAAA.{20}/, server.hostKey("rsa").slice(8, 32));
    await expect(connect({ host_key: line })).rejects.toMatchObject({ code: "connection-failed" });
  });

  test("a user signs in with a password", needing("rights to mount", isRoot), async () => {
    const { name: user, password } = passwordUser;
    expect((await connect({ user }, password)).tables).toContain("a.csv");
    await expect(connect({ user }, "wrong")).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining(`does not let ${user} in`),
    });
  });

  test.each<[Partial<SftpOptions>, string | undefined, RegExp]>([
    [{ user: "nobody-of-that-name" }, undefined, /does not let nobody-of-that-name in/],
    [{ directory: "missing" }, undefined, /there is no directory missing/],
    [
      {},
      "-----BEGIN OPENSSH PRIVATE KEY-----\nno\n-----END OPENSSH PRIVATE KEY-----",
      /private key cannot be read/,
    ],
    [{ host: "nowhere.invalid" }, undefined, /ENOTFOUND|EAI_AGAIN/],
    [{ port: 1 }, undefined, /ECONNREFUSED/],
  ])("%j is refused in words that help", async (options, secret, said) => {
    await expect(connect(options, secret)).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringMatching(said),
    });
  });

  test("if private addresses are forbidden, nothing connects to one", async () => {
    for (const host of ["127.0.0.1", "localhost"])
      await expect(
        withSftpStorage({ ...server.access({ host }), privateAddresses: false }, async () => {}),
      ).rejects.toMatchObject({ code: "connection-address-forbidden" });
  });

  test("a server that is away, or says nothing, is a temporary fault", async () => {
    const temporary = { code: "bucket-unreachable", entry: { fault: "world" } };
    await expect(withSftpStorage(server.access({ port: 1 }), async () => {})).rejects.toMatchObject(
      temporary,
    );
    const silent = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as AddressInfo;
    silent.on("connection", (socket) => setTimeout(() => socket.destroy(), 100));
    await expect(withSftpStorage(server.access({ port }), async () => {})).rejects.toMatchObject(temporary);
    await expect(withSftp(server.access(), ({ ask }) => ask(() => {}), 50)).rejects.toMatchObject({
      ...temporary,
      message: expect.stringContaining("no answer for 0.05 s"),
    });
  });

  test("files are found below a directory, by a pattern, and through links to files", async () => {
    for (const name of [
      "mixed/b.csv",
      "mixed/c.json",
      "mixed/d.csv.tmp",
      "mixed/.e.csv.bellwether-part",
      "mixed/_temporary/f.csv",
      "mixed/sub/deep/g.jsonl",
      "mixed-old/h.csv",
    ])
      put(name, "a\n1\n");
    put("mixed/empty.csv", "");
    symlinkSync("b.csv", path.join(server.files(), "mixed/i.csv"));
    symlinkSync("nowhere", path.join(server.files(), "mixed/j.csv"));
    symlinkSync("..", path.join(server.files(), "mixed/loop"));
    expect(await names("mixed")).toEqual(["mixed/b.csv", "mixed/i.csv", "mixed/sub/deep/g.jsonl"]);
    expect(await names("mixed/*.csv")).toEqual(["mixed/b.csv", "mixed/i.csv"]);
    expect(await names("mixed*/*.csv")).toEqual(["mixed-old/h.csv", "mixed/b.csv", "mixed/i.csv"]);
    expect(await names("mixed/**.jsonl")).toEqual(["mixed/sub/deep/g.jsonl"]);
    expect(await names("b.csv", { directory: "mixed" })).toEqual(["b.csv"]);
    await expect(names("mixed/*.tmp")).rejects.toMatchObject({
      code: "bucket-empty",
      message: expect.stringContaining("sftp://127.0.0.1/mixed/*.tmp"),
    });
    await expect(names("../*.csv", { directory: "mixed" })).rejects.toMatchObject({
      code: "connection-failed",
    });
  });

  test("more entries than the limit are refused, whatever they are", async () => {
    const pages = async function* () {
      for (;;) yield Array.from({ length: 1_000 }, () => ({ name: "d/", tag: "", bytes: 0, modifiedMs: 0 }));
    };
    await expect(listFiles({ pages, shown: String }, "")).rejects.toMatchObject({
      code: "bucket-files-too-many",
    });
    expect(limits.bucketObjects.is).toBeGreaterThan(0);
  });

  const downloaded = (name: string, onListed = () => {}) =>
    withSftpStorage(server.access(), async (storage) => {
      const [file] = await listFiles(storage, name);
      onListed();
      const to = path.join(root, "downloaded");
      return { hash: await storage.download(file!, to), bytes: readFileSync(to) };
    });

  test("a file is fetched whole with its hash", async () => {
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => i % 251));
    put("large.csv", bytes);
    const { hash, bytes: found } = await downloaded("large.csv");
    expect(found.equals(bytes)).toBe(true);
    expect(hash).toEqual({ bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  });

  test.each<[string, (file: string) => void]>([
    ["grows", (file) => writeFileSync(file, "a\n1\n2\n")],
    ["shrinks", (file) => writeFileSync(file, "a")],
    ["is written again", (file) => utimesSync(file, 1, 1)],
    ["goes", (file) => unlinkSync(file)],
  ])("a file that %s after it was listed is noticed", async (_, change) => {
    const file = put("changing.csv", "a\n1\n");
    await expect(downloaded("changing.csv", () => change(file))).rejects.toMatchObject({
      code: "bucket-file-changed",
    });
  });

  const write = async (key: string, text: string, targetId = "mine", hash = text) => {
    const file = path.join(root, "scores.csv");
    writeFileSync(file, text);
    const access = server.access({ directory: "out" });
    await writeObject(file, hash, { key, now: Date.UTC(2026, 2, 1) }, { access, targetId });
  };
  const out = (name: string) => readFileSync(path.join(server.files(), "out", name), "utf8");

  test("a file is written with its directories, replaced by the next, and by nobody else's", async () => {
    mkdirSync(path.join(server.files(), "out"));
    await write("daily/{date}/scores.csv", "first");
    expect(out("daily/2026-03-01/scores.csv")).toBe("first");
    await write("daily/{date}/scores.csv", "second");
    expect(out("daily/2026-03-01/scores.csv")).toBe("second");
    expect(readdirSync(path.join(server.files(), "out/daily/2026-03-01")).sort()).toEqual([
      ".scores.csv.bellwether-target",
      "scores.csv",
    ]);
    writeFileSync(path.join(server.files(), "out/foreign.csv"), "theirs");
    for (const [key, targetId] of [
      ["foreign.csv", "mine"],
      ["daily/{date}/scores.csv", "other"],
    ] as const)
      await expect(write(key, "never", targetId)).rejects.toMatchObject({ code: "object-foreign" });
    expect(out("foreign.csv")).toBe("theirs");
  });

  test("equal bytes are not sent again, unless the file was taken away", async () => {
    await write("same.csv", "first", "mine", "h");
    await write("same.csv", "never sent", "mine", "h");
    expect(out("same.csv")).toBe("first");
    unlinkSync(path.join(server.files(), "out/same.csv"));
    await write("same.csv", "sent again", "mine", "h");
    expect(out("same.csv")).toBe("sent again");
  });

  test("readers see the old file or the new one, whole, while it is replaced", async () => {
    const texts = ["a", "b"].map((letter) => letter.repeat(2_000_000));
    await write("whole.csv", texts[0]!);
    const seen = new Set<string>();
    let isDone = false;
    const reading = (async () => {
      while (!isDone) {
        expect(existsSync(path.join(server.files(), "out/whole.csv"))).toBe(true);
        seen.add(out("whole.csv"));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    })();
    for (let i = 0; i < 6; i++) await write("whole.csv", texts[i % 2]!, "mine", String(i));
    isDone = true;
    await reading;
    expect([...seen].every((text) => texts.includes(text))).toBe(true);
  });

  test("a write that is cut off is made again", async () => {
    await write("cut.csv", "first", "mine", "1");
    const marks = path.join(server.files(), "out/.cut.csv.bellwether-target");
    writeFileSync(marks, "mine\n\n");
    await write("cut.csv", "second", "mine", "1");
    expect(out("cut.csv")).toBe("second");
  });
});
