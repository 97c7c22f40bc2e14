import { createServer, type Http2Server, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { framed, GrpcChannel, Messages } from "./grpc.js";

test("messages arrive whole, however the network cuts them", () => {
  const messages = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 });
  fc.assert(
    fc.property(messages, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (sent, sizes) => {
      const bytes = Buffer.concat(sent.map((each) => framed(Buffer.from(each))));
      const arrived: string[] = [];
      const reader = new Messages((message) => arrived.push(message.toString("hex")));
      for (let at = 0; at < bytes.length; ) {
        const size = sizes.next().value as number;
        reader.read(bytes.subarray(at, at + size));
        at += size;
      }
      expect(arrived).toEqual(sent.map((each) => Buffer.from(each).toString("hex")));
    }),
  );
});

/** A channel to a server that answers each call with `answer`. */
const channelTo = async (answer: (stream: ServerHttp2Stream) => void) => {
  const server: Http2Server = createServer().on("stream", answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const channel = new GrpcChannel(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    "x-a": "b",
  });
  onTestFinished(() => {
    channel.close();
    server.close();
  });
  return channel;
};

const callOf = (onMessage: (message: Buffer) => void = () => {}) => ({
  path: "/service/Method",
  request: Buffer.from("question"),
  onMessage,
});

const replyWith = (stream: ServerHttp2Stream, status: number, text = "", body = Buffer.alloc(0)): void => {
  stream.respond({ ":status": 200 }, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": status, "grpc-message": text }));
  stream.end(body);
};

test("a call sends its message and the headers, and receives all messages of the answer", async () => {
  let received = "";
  const channel = await channelTo((stream) => {
    stream.on("data", (chunk) => {
      received += chunk;
    });
    stream.on("end", () =>
      replyWith(stream, 0, "", Buffer.concat([framed(Buffer.from("a")), framed(Buffer.from("bc"))])),
    );
  });
  const messages: string[] = [];
  await channel.call(callOf((message) => messages.push(String(message))));
  expect(messages).toEqual(["a", "bc"]);
  expect(received).toBe(`\0\0\0\0${String.fromCharCode(8)}question`);
});

test("an error has the server's code and text", async () => {
  const channel = await channelTo((stream) => replyWith(stream, 3, "no table %E2%80%9Cx%E2%80%9D"));
  await expect(channel.call(callOf())).rejects.toMatchObject({ code: 3, message: "no table “x”" });
});

test("a proxy's refusal is one of the sign-in, and its absent server is unavailable", async () => {
  const statuses = [401, 503];
  const channel = await channelTo((stream) => {
    stream.respond({ ":status": statuses.shift()! });
    stream.end();
  });
  await expect(channel.call(callOf())).rejects.toMatchObject({ code: 16 });
  await expect(channel.call(callOf())).rejects.toMatchObject({ code: 14 });
});

test("a connection that breaks is unavailable, and the next call opens another", async () => {
  let calls = 0;
  const channel = await channelTo((stream) => {
    if (calls++ === 0) stream.session!.destroy();
    else replyWith(stream, 0);
  });
  await expect(channel.call(callOf())).rejects.toMatchObject({ code: 14 });
  await channel.call(callOf());
  expect(calls).toBe(2);
});

test("a server that is not there is unavailable", async () => {
  const channel = new GrpcChannel("http://127.0.0.1:1", {});
  await expect(channel.call(callOf())).rejects.toMatchObject({
    code: 14,
    message: expect.stringMatching(/^no connection: /),
  });
});

test("a call that is aborted ends with the reason, and the server hears of it", async () => {
  const heard = new AbortController();
  const aborting = new AbortController();
  const channel = await channelTo((stream) => {
    stream.on("error", () => {}).on("close", () => heard.abort());
    aborting.abort(new Error("superseded"));
  });
  await expect(channel.call({ ...callOf(), signal: aborting.signal })).rejects.toThrow("superseded");
  await expect.poll(() => heard.signal.aborted).toBe(true);
});

test("a server that says nothing within the time of a call is unavailable", async () => {
  const channel = await channelTo((stream) => void stream.on("error", () => {}));
  await expect(channel.call({ ...callOf(), timeoutMs: 20 })).rejects.toMatchObject({ code: 14 });
});
