import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { needing } from "../../../../../test/run/needs.js";
import { containerInTests, isAzuriteInstalled } from "../../../../../test/support/owned-container.js";
import type { AzureBlobsOptions } from "../../../../domain/data/connection.js";
import type { StepTools } from "../../../kind/kind.js";
import { writeObject } from "../../../target/object.js";
import { buildConnection } from "../../step.js";
import { listFiles } from "../files.js";
import { withAzureBlobs } from "./storage.js";

describe("a container of Azure", needing("the npm registry", isAzuriteInstalled), () => {
  const owned = containerInTests();
  const root = mkdtempSync(path.join(tmpdir(), "azure-local-"));
  afterAll(() => rmSync(root, { recursive: true }));
  const connect = (options: Partial<AzureBlobsOptions> = {}, secret?: string) =>
    buildConnection(owned.access(options, secret), { progress: () => {} } as unknown as StepTools);
  const names = (place: string, options: Partial<AzureBlobsOptions> = {}, secret?: string) =>
    withAzureBlobs(owned.access(options, secret), async (storage) =>
      (await listFiles(storage, place)).map(({ name }) => name).sort(),
    );

  test("a connection lists the directories and files directly below its prefix", async () => {
    for (const name of ["a.csv", "in/orders/1.csv", "in/orders/2.csv", "in/people.csv", "in/z/y/x.csv"])
      await owned.put(name, "a\n1\n");
    expect(await connect()).toEqual({ tables: ["a.csv", "in/"] });
    expect(await connect({ prefix: "in" })).toEqual({ tables: ["orders/", "people.csv", "z/"] });
  });

  test("a shared access signature does as a key of the account does, and says what it may not do", async () => {
    expect(await connect({}, `?${owned.signature("rl")}`)).toEqual({ tables: ["a.csv", "in/"] });
    expect(await names("in/orders", {}, owned.signature("rl"))).toEqual([
      "in/orders/1.csv",
      "in/orders/2.csv",
    ]);
    await expect(connect({}, owned.signature("r"))).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining("permissions to read and list"),
    });
  });

  test.each<[Partial<AzureBlobsOptions>, string | undefined, RegExp]>([
    [{ container: "nowhere" }, undefined, /there is no container nowhere/],
    [{}, Buffer.from("wrong").toString("base64"), /the key or signature is not valid/],
    [{ endpoint: "http://127.0.0.1:1" }, undefined, /ECONNREFUSED/],
    [{ endpoint: "http://nowhere.invalid" }, undefined, /ENOTFOUND|EAI_AGAIN/],
  ])("%j with the key %s is refused in words that help", async (options, secret, said) => {
    await expect(connect(options, secret)).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringMatching(said),
    });
  });

  test("if private addresses are forbidden, nothing connects to one", async () => {
    const { port } = new URL(owned.access().endpoint!.url);
    for (const endpoint of [`http://127.0.0.1:${port}/shopexports`, `http://localhost:${port}/shopexports`])
      await expect(
        withAzureBlobs({ ...owned.access({ endpoint }), privateAddresses: false }, (storage) =>
          storage.contents(),
        ),
      ).rejects.toMatchObject({ code: "connection-address-forbidden" });
  });

  const answering = async (...answers: ((response: ServerResponse) => void)[]) => {
    let requests = 0;
    const server = createServer((_, response) =>
      answers[Math.min(requests++, answers.length - 1)]!(response),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return { endpoint: `http://127.0.0.1:${port}/x`, count: () => requests };
  };
  const busy = (response: ServerResponse) =>
    void response.writeHead(503, { "x-ms-error-code": "ServerBusy" }).end();
  const page = (next: string) => (response: ServerResponse) =>
    void response.end(
      `<?xml version="1.0"?><EnumerationResults><Blobs><Blob><Name>a &amp; b.csv</Name><Properties><Etag>0x1</Etag><Content-Length>3</Content-Length><Last-Modified>Fri, 02 Jan 2026 00:00:00 GMT</Last-Modified></Properties></Blob></Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
    );

  test("a storage that is busy is asked again, and one that stays so is a temporary fault", async () => {
    const soon = await answering(busy, busy, page(""));
    expect(await names("", { endpoint: soon.endpoint })).toEqual(["a & b.csv"]);
    const never = await answering(busy);
    await expect(names("", { endpoint: never.endpoint })).rejects.toMatchObject({
      code: "bucket-unreachable",
    });
    expect(never.count()).toBe(4);
  });

  test("a list without an end, or that is none, is refused", async () => {
    const endless = await answering(page("again"));
    await expect(names("", { endpoint: endless.endpoint })).rejects.toThrow("the same page again");
    const none = await answering((response) => void response.end("<!DOCTYPE html>"));
    await expect(names("", { endpoint: none.endpoint })).rejects.toThrow("cannot be read");
  });

  test("files of a place are those below it, whatever their names are, over pages", async () => {
    const odd = ["Zürich & Köln (1)+%.csv", "b=c 'd'.csv"];
    for (const name of odd) await owned.put(`odd/${encodeURIComponent(name)}`, "a\n");
    expect(await names("odd")).toEqual(odd.map((name) => `odd/${name}`).sort());
    expect(await names("in/orders/*.csv")).toEqual(["in/orders/1.csv", "in/orders/2.csv"]);
  });

  test("a file is downloaded as it was listed, and one that was replaced since is waited for", async () => {
    await owned.put("changing.csv", "a\n1\n");
    await withAzureBlobs(owned.access(), async (storage) => {
      const [file] = await listFiles(storage, "changing.csv");
      const to = path.join(root, "changing.csv");
      const sha256 = createHash("sha256").update("a\n1\n").digest("hex");
      expect(await storage.download(file!, to)).toEqual({ bytes: 4, sha256 });
      expect(readFileSync(to, "utf8")).toBe("a\n1\n");
      await owned.put("changing.csv", "a\n2\n");
      for (const gone of [file!, { ...file!, name: "gone.csv" }])
        await expect(storage.download(gone, path.join(root, "again.csv"))).rejects.toMatchObject({
          code: "bucket-file-changed",
        });
    });
  });

  test.each([
    ["in one request", 1_000],
    ["in blocks", (32 << 20) * 2 + 5],
  ])("a deployment's file is written %s, with its marks, and never over another's", async (way, bytes) => {
    const file = path.join(root, `${bytes}.csv`);
    const content = Buffer.alloc(bytes, "0123456789abcdef\n");
    writeFileSync(file, content);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const key = `out/${way.replaceAll(" ", "-")}.csv`;
    await withAzureBlobs(owned.access(), async (storage) => {
      expect(await storage.marksOf(key)).toBeNull();
      await storage.write(key, file, { targetId: "t1", sha256 });
      expect(await storage.marksOf(key)).toEqual({ targetId: "t1", sha256 });
      const [listed] = await listFiles(storage, key);
      expect(await storage.download(listed!, path.join(root, "back.csv"))).toEqual({ bytes, sha256 });
    });
    await writeObject(file, sha256, { key, now: 0 }, { access: owned.access(), targetId: "t1" });
    await expect(
      writeObject(file, sha256, { key, now: 0 }, { access: owned.access(), targetId: "t2" }),
    ).rejects.toMatchObject({ code: "object-foreign" });
    const head = await owned.send("HEAD", `files/${key}`);
    expect(head.headers.get("content-type")).toMatch(/^text\/csv/);
  });
});
