import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CreateMultipartUploadCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needing } from "../../test/run/needs.js";
import { type S3Server, s3Program, startS3 } from "../../test/support/s3.js";
import { allOf } from "./bucket.js";
import { S3Bucket } from "./s3-bucket.js";

const program = s3Program();

describe("a bucket", needing("the S3 server", program !== undefined), () => {
  let server: S3Server;
  let dir: string;
  let bucket: S3Bucket;
  let answers: unknown[] = [];
  const file = (name: string) => path.join(dir, name);
  const credentials = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const;
  const opened = (prefix: string) =>
    new S3Bucket({
      bucket: server.bucket,
      prefix,
      endpoint: server.endpoint,
      onAnswer: (error) => answers.push(error),
    });

  beforeAll(async () => {
    server = await startS3(program!);
    for (const name of credentials) process.env[name] = server.env[name];
    dir = await mkdtemp(path.join(tmpdir(), "bucket-"));
    bucket = opened("one/two");
  });
  afterAll(async () => {
    bucket.close();
    for (const name of credentials) delete process.env[name];
    await server.stop();
    await rm(dir, { recursive: true });
  });

  const written = async (name: string, bytes: Buffer) => {
    await writeFile(file(name), bytes);
    return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  };

  test.each([
    ["an empty file", 0],
    ["a small file", 1000],
    ["a file in three parts", 20 << 20],
  ])("%s comes back as it was", async (what, size) => {
    const bytes = randomBytes(size);
    const hash = await written("in", bytes);
    await bucket.put(`files/${what}`, file("in"));
    expect(await bucket.get(`files/${what}`, file("out"), hash)).toBeNull();
    expect((await readFile(file("out"))).equals(bytes)).toBe(true);
  });

  test("other bytes, another size and no object differ, and leave no file", async () => {
    const hash = await written("in", Buffer.from("person_id\n1\n"));
    await bucket.put("a.csv", file("in"));
    const other = { ...hash, sha256: "0".repeat(64) };
    expect(await bucket.get("a.csv", file("out"), other)).toBe("content");
    expect(await bucket.get("a.csv", file("out"), { ...hash, bytes: 5 })).toBe("size");
    expect(await bucket.get("b.csv", file("out"), hash)).toBe("missing");
    expect(existsSync(file("out"))).toBe(false);
    expect(await bucket.read("b.csv")).toBeNull();
    expect((await bucket.read("a.csv"))!.bytes.toString()).toBe("person_id\n1\n");
  });

  test("an object is created once, and by one process alone", async () => {
    const made = await Promise.all([1, 2, 3].map((nth) => bucket.create("mark", Buffer.from(`${nth}`))));
    expect(made.filter((each) => each)).toHaveLength(1);
    const { version } = (await bucket.read("mark"))!;
    expect(await bucket.create("mark", Buffer.from("4"))).toBe(false);
    expect((await bucket.read("mark"))!.version).toBe(version);
  });

  test("objects are listed and removed by the beginning of their names, in their prefix alone", async () => {
    await written("in", Buffer.from("x"));
    const stranger = opened("one");
    for (const name of ["l/a/1", "l/a/2", "l/b/1", "lower"]) await bucket.put(name, file("in"));
    await stranger.put("l/a/1", file("in"));
    const listed = await allOf(bucket.list("l/"));
    expect(listed.map(({ name }) => name)).toEqual(["l/a/1", "l/a/2", "l/b/1"]);
    expect(listed.every(({ bytes, ageMs }) => bytes === 1 && Math.abs(ageMs) < 600_000)).toBe(true);
    expect(await bucket.folders("l")).toEqual(["a", "b"]);
    expect(await bucket.folders("nothing")).toEqual([]);
    await bucket.remove(["l/a/1", "l/a/2", "l/never"]);
    expect((await allOf(bucket.list("l"))).map(({ name }) => name)).toEqual(["l/b/1", "lower"]);
    expect(await stranger.read("l/a/1")).not.toBeNull();
    stranger.close();
  });

  test("a stopped upload leaves nothing, and one whose process died is ended", async () => {
    const hash = await written("in", randomBytes(20 << 20));
    const stopping = new AbortController();
    const putting = bucket.put("big", file("in"), stopping.signal);
    stopping.abort(new Error("superseded"));
    await expect(putting).rejects.toThrow("superseded");
    expect(await bucket.get("big", file("out"), hash)).toBe("missing");
    const client = new S3Client({ endpoint: server.endpoint, region: "us-east-1", forcePathStyle: true });
    await client.send(new CreateMultipartUploadCommand({ Bucket: server.bucket, Key: "one/two/dead" }));
    client.destroy();
    expect(await bucket.endUploads(3_600_000)).toBe(0);
    expect(await bucket.endUploads(-3_600_000)).toBe(1);
    expect(await bucket.endUploads(-3_600_000)).toBe(0);
  });

  test("a server that is killed while files come and go: nothing wrong arrives, and all go through once it is back", async () => {
    // So many that neither has ended when the server is killed.
    const bytes = randomBytes(64 << 20);
    const hash = await written("in", bytes);
    await bucket.put("kept", file("in"));
    answers = [];
    const putting = bucket.put("new", file("in")).then(
      () => "done",
      (error) => error.code,
    );
    const getting = bucket.get("kept", file("out"), hash).catch((error) => error.code);
    await sleep(60);
    await server.kill();
    expect(await putting).toBe("files-unavailable");
    expect(await getting).toBe("files-unavailable");
    expect(existsSync(file("out"))).toBe(false);
    await expect(bucket.read("kept")).rejects.toThrow(/file storage cannot be used.*ECONNREFUSED/);
    expect(answers.at(-1)).toMatchObject({ code: "files-unavailable" });
    await server.start();
    expect(await bucket.get("new", file("out"), hash)).toBe("missing");
    await bucket.put("new", file("in"));
    const late = bucket.get("new", file("out"), hash);
    await sleep(40);
    await server.kill();
    await server.start();
    expect(await late).toBeNull();
    expect((await readFile(file("out"))).equals(bytes)).toBe(true);
    expect(answers.at(-1)).toBeNull();
  });

  test("an unknown bucket and wrong credentials are refused by name", async () => {
    const other = new S3Bucket({ bucket: "nobodys", prefix: "", endpoint: server.endpoint });
    await expect(other.read("installation.json")).rejects.toThrow("NoSuchBucket");
    other.close();
    process.env.AWS_SECRET_ACCESS_KEY = "wrong";
    const stranger = opened("one");
    await expect(stranger.read("installation.json")).rejects.toThrow("SignatureDoesNotMatch");
    stranger.close();
    process.env.AWS_SECRET_ACCESS_KEY = server.env.AWS_SECRET_ACCESS_KEY;
  });
});
