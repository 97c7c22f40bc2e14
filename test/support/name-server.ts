// A small name server over UDP that knows TXT records alone (RFC 1035).

import { createSocket } from "node:dgram";
import { onTestFinished } from "vitest";

export interface NameServer {
  /** As BELLWETHER_DNS_SERVERS takes it. */
  address: string;
  /** By name in lower case. */
  records: Map<string, string[]>;
}

/** Closed with the test. */
export const startNameServer = async (): Promise<NameServer> => {
  const { stop, ...server } = await runNameServer();
  onTestFinished(stop);
  return server;
};

export const runNameServer = async (): Promise<NameServer & { stop(): void }> => {
  const records = new Map<string, string[]>();
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    socket.send(
      answerTo(query, (name) => records.get(name)),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${socket.address().port}`, records, stop: () => socket.close() };
};

const headerBytes = 12;

const answerTo = (query: Buffer, textsOf: (name: string) => string[] | undefined): Buffer => {
  const labels: string[] = [];
  let at = headerBytes;
  for (let size = query[at]!; size > 0; size = query[at]!) {
    labels.push(query.toString("ascii", at + 1, at + 1 + size));
    at += 1 + size;
  }
  const question = query.subarray(headerBytes, at + 5);
  const texts = textsOf(labels.join(".").toLowerCase());
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(texts ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  return Buffer.concat([header, question, ...(texts ?? []).map(recordOf)]);
};

/** Points at the name of the question. */
const recordOf = (text: string): Buffer => {
  const parts = (text.match(/.{1,200}/gs) ?? [""]).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]),
  );
  const data = Buffer.concat(parts);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(16, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
};
