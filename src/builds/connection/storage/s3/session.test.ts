import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { needing } from "../../../../../test/run/needs.js";
import { bucketInTests, isBucketInstalled } from "../../../../../test/support/owned-bucket.js";
import type { S3Options } from "../../../../domain/data/connection.js";
import type { StepTools } from "../../../kind/kind.js";
import { buildConnection } from "../../step.js";
import { listFiles } from "../files.js";
import { withS3 } from "./storage.js";

describe("a bucket of an account", needing("the S3 server", isBucketInstalled), () => {
  const owned = bucketInTests();
  const connect = (options: Partial<S3Options>, secret?: string) =>
    buildConnection(owned.access(options, secret), { progress: () => {} } as unknown as StepTools);

  test("a connection lists the directories and files directly below its prefix", async () => {
    for (const key of ["a.csv", "in/orders/1.csv", "in/orders/2.csv", "in/people.csv", "in/z/y/x.csv"])
      await owned.put(key, "a\n1\n");
    expect(await connect({})).toEqual({ tables: ["a.csv", "in/"] });
    expect(await connect({ prefix: "in" })).toEqual({ tables: ["orders/", "people.csv", "z/"] });
  });

  test.each([
    [{ bucket: "nowhere" }, undefined, /there is no bucket nowhere/],
    [{ access_key_id: "nobody" }, undefined, /cannot be used: \w*(InvalidAccessKeyId|User)/],
    [{ region: "eu-west-1" }, undefined, /bucket files is not in region eu-west-1 but in us-east-1/],
    [{}, "wrong", /the secret is not that of access key bellwether-tests/],
    [{ endpoint: "http://127.0.0.1:1" }, undefined, /cannot be used: .*ECONNREFUSED/],
    [{ endpoint: "http://nowhere.invalid" }, undefined, /ENOTFOUND|EAI_AGAIN/],
  ])("%j with secret %s is refused in words that help", async (options, secret, said) => {
    await expect(connect(options, secret)).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringMatching(said),
    });
  });

  test("a storage that is away is a temporary fault", async () => {
    await expect(
      withS3(owned.access({ endpoint: "http://127.0.0.1:1" }), (storage) => storage.contents()),
    ).rejects.toMatchObject({
      code: "bucket-unreachable",
      entry: { fault: "world" },
    });
  });

  test("neither the secret nor the access of the service itself reaches another server", async () => {
    process.env.AWS_ENDPOINT_URL = "http://127.0.0.1:1";
    process.env.AWS_ACCESS_KEY_ID = "of-the-service";
    process.env.AWS_SECRET_ACCESS_KEY = "of-the-service";
    expect((await connect({})).tables).toContain("a.csv");
    for (const name of ["AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
      delete process.env[name];
  });

  describe("if private addresses are forbidden", () => {
    let server: Server | undefined;
    afterEach(() => server?.close());
    const forbidden = (endpoint: string) =>
      withS3({ ...owned.access({ endpoint }), privateAddresses: false }, (storage) => storage.contents());

    test.each(["http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1", "http://0x7f000001:1"])(
      "%s is refused, and nothing connects to it",
      async (endpoint) => {
        await expect(forbidden(endpoint)).rejects.toMatchObject({ code: "connection-address-forbidden" });
      },
    );

    test("a redirect to another address is not followed", async () => {
      let reached = 0;
      server = createServer((_, response) => {
        reached++;
        response.writeHead(307, { location: "http://localhost:1/files" }).end();
      });
      await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      await expect(
        withS3(owned.access({ endpoint: `http://127.0.0.1:${port}` }), (storage) => storage.contents()),
      ).rejects.toMatchObject({
        code: "connection-failed",
      });
      expect(reached).toBe(1);
    });
  });

  test("markers, empty, hidden and unreadable files are left out of the files to read", async () => {
    for (const name of [
      "_SUCCESS",
      "b.csv",
      ".b.csv.crc",
      "c.json",
      "c.csv.tmp",
      "_temporary/0/d.csv",
      "sub/e.csv.gz",
    ])
      await owned.put(`mixed/${name}`, "a\n1\n");
    await owned.put("mixed/empty.csv", "");
    await owned.put("mixed/marker/", "");
    const names = (place: string) =>
      withS3(owned.access(), async (storage) =>
        (await listFiles(storage, place)).map(({ name }) => name).sort(),
      );
    expect(await names("mixed")).toEqual(["mixed/b.csv", "mixed/sub/e.csv.gz"]);
    expect(await names("mixed/*.csv")).toEqual(["mixed/b.csv"]);
    expect(await names("mixed/*.json")).toEqual(["mixed/c.json"]);
    await expect(names("mixed/*.tmp")).rejects.toMatchObject({
      code: "bucket-empty",
      message: expect.stringContaining("s3://files/mixed/*.tmp"),
    });
  });
});
