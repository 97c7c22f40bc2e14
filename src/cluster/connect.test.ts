import { createServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { SparkClient } from "./connect.js";
import { framed } from "./grpc.js";

// Messages are in hex, as Spark's own classes read and write them.
const session = "0a017312060a0175120175";
const client = "0a62656c6c776574686572";
const operation = "24<operation>";
const reattachable = `2a040a02080132${operation}`;

const config = (fields: string) => `Config ${session}1a${fields}22${client}`;
const executePlan = (plan: string) => `ExecutePlan ${session}1a${plan}22${client}${reattachable}`;
const reattach = (fields: string) => `ReattachExecute ${session}1a${operation}22${client}${fields}`;
const releaseExecute = `ReleaseExecute ${session}1a${operation}2a00`;

const complete = "7200";

/**
 * A client whose server gives the answers in their order, each a list of messages, and what the server
 * received. Ids of operations, which are made by chance, are left out.
 */
const connected = async (...answers: readonly string[][]) => {
  const received: string[] = [];
  const respond = async (stream: ServerHttp2Stream, path: string) => {
    const request = Buffer.concat(await stream.toArray()).subarray(5);
    const [id = "none"] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(request.toString("latin1")) ?? [];
    const hex = request.toString("hex").replace(Buffer.from(id).toString("hex"), "<operation>");
    const messages = answers[received.length] ?? [];
    received.push(`${path.replace("/spark.connect.SparkConnectService/", "")} ${hex}`);
    stream.respond({ ":status": 200 }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": 0 }));
    stream.end(Buffer.concat(messages.map((message) => framed(Buffer.from(message, "hex")))));
  };
  const server = createServer().on("stream", (stream, headers) => void respond(stream, headers[":path"]!));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const spark = new SparkClient({ origin, userId: "u", headers: {} }, "s", [0]);
  onTestFinished(() => {
    spark.close();
    server.close();
  });
  return { spark, received };
};

test("a session is configured, and an operation that breaks off goes on in the same server", async () => {
  const { spark, received } = await connected(["22027632"], ["6a0172"], [], [complete]);
  await spark.configure({ k: "1", é: "" });
  await spark.execute("x");
  expect(received).toEqual([
    config("120a100a060a016b1201310a060a02c3a91200"),
    `${executePlan("0b12092a07320552030a0178")}42027632`,
    reattach("2a017232027632"),
    reattach("2a017232027632"),
    releaseExecute,
  ]);
});

test("a query answers with its rows, whatever else the server sends", async () => {
  const [one, two] = ["1209080112036162631805", "120412026465"];
  const { spark, received } = await connected([one, "6a0172fa070131", two, complete]);
  expect(String(await spark.answer("x"))).toBe("abcde");
  expect(received).toEqual([executePlan("070a0552030a0178"), releaseExecute]);
});

test("the answer of a command is saved, as the relation that the server gave for it if there is one", async () => {
  const relation = "0a075a050a03616263";
  const { spark, received } = await connected(
    [`2a09${relation}`, complete],
    [],
    [complete],
    [],
    [complete],
    [],
    [complete],
  );
  await spark.save("x", "/d");
  await spark.save("x", "/d");
  const write = (input: string) => `${input}1207706172717565741a022f642803`;
  expect(received).toEqual([
    executePlan("0b12092a07320552030a0178"),
    releaseExecute,
    executePlan(`1c121a1218${write(relation)}`),
    releaseExecute,
    executePlan("0b12092a07320552030a0178"),
    releaseExecute,
    executePlan(`1a12181216${write("0a0552030a0178")}`),
    releaseExecute,
  ]);
});

test("progress is the share of all tasks, and an operation that is given up is interrupted", async () => {
  const progress = "92010e0a060801100418010a0410041803";
  const { spark, received } = await connected(["6a0172", progress]);
  const aborting = new AbortController();
  const shares: number[] = [];
  const onProgress = (share: number) => {
    shares.push(share);
    aborting.abort(new Error("superseded"));
  };
  await expect(spark.execute("x", { onProgress, signal: aborting.signal })).rejects.toThrow("superseded");
  expect(shares).toEqual([0.5]);
  expect(received).toEqual([
    executePlan("0b12092a07320552030a0178"),
    `Interrupt ${session}1a${client}200332${operation}`,
  ]);
});

test("a session is released after all of its operations are interrupted", async () => {
  const { spark, received } = await connected();
  await spark.release();
  expect(received).toEqual([`Interrupt ${session}1a${client}2001`, `ReleaseSession ${session}1a${client}`]);
});
