// A resumable upload, in chunks of a size that need not be known before:
// https://cloud.google.com/bigquery/docs/reference/api-uploads. After a fault the service says how much it
// has, and the rest is sent.

import { refuse } from "../../../errors/refusal.js";
import type { CloudService, Reply } from "../cloud/service.js";

export interface JobReference {
  projectId: string;
  jobId: string;
  location?: string;
}

interface Upload {
  url: string;
  headers: () => Promise<Record<string, string>>;
  /** Job that reads the uploaded lines. */
  job: object;
}

/** All chunks but the last have to be multiples of 256 KiB. */
const chunkBytes = 32 * 256 * 1024;
const incomplete = 308;

/** The reply to the last chunk, or to one that is refused; null if there are no lines. */
export const uploaded = async (
  service: CloudService,
  { url, headers, job }: Upload,
  lines: AsyncIterable<string>,
): Promise<Reply | null> => {
  let session: string | null = null;
  let start = 0;
  for await (const { bytes, isLast } of chunksOf(lines)) {
    if (session === null) {
      const began = await begun(service, { url, headers, job });
      if (typeof began !== "string") return began;
      session = began;
    }
    const reply = await sent(service, { session, headers, bytes, start, isLast });
    if (reply.status !== incomplete) return reply;
    start += bytes.length;
  }
  return null;
};

/** The address of the session, or the reply that refuses it. */
const begun = async (service: CloudService, { url, headers, job }: Upload): Promise<string | Reply> => {
  const common = await headers();
  const reply = await service.ask(() => ({
    url,
    method: "POST",
    body: JSON.stringify(job),
    headers: {
      ...common,
      "content-type": "application/json; charset=UTF-8",
      "x-upload-content-type": "application/octet-stream",
    },
  }));
  const place = reply.headers.get("location");
  if (reply.status !== 200 || place === null) return reply;
  // The token goes to Google alone.
  const { origin, hostname, protocol } = new URL(place);
  const isGoogle = protocol === "https:" && hostname.endsWith(".googleapis.com");
  if (!isGoogle && origin !== new URL(url).origin)
    throw refuse("connection-failed", { detail: `the upload leads to ${hostname}` });
  return place;
};

interface Chunk {
  session: string;
  headers: Upload["headers"];
  bytes: Buffer;
  /** Start of the chunk in the whole. */
  start: number;
  isLast: boolean;
}

const sent = async (
  service: CloudService,
  { session, headers, bytes, start, isLast }: Chunk,
): Promise<Reply> => {
  const end = start + bytes.length;
  for (let from = start; ; ) {
    const common = await headers();
    const reply = await service.ask((attempt) => {
      const isQuestion = attempt > 0;
      const range = isQuestion ? "*" : `${from}-${end - 1}`;
      return {
        url: session,
        method: "PUT",
        headers: { ...common, "content-range": `bytes ${range}/${isLast ? end : "*"}` },
        ...(!isQuestion && { body: new Uint8Array(bytes.subarray(from - start)) }),
      };
    });
    if (reply.status !== incomplete) return reply;
    const last = reply.headers.get("range")?.match(/^bytes=0-(\d+)$/)?.[1];
    from = last === undefined ? 0 : Number(last) + 1;
    if (from === end && !isLast) return reply;
    if (from < start || from > end || from === end)
      throw refuse("connection-failed", { detail: "BigQuery lost a part of the upload" });
  }
};

/** None for no lines. */
async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const line of lines) {
    const bytes = Buffer.from(line);
    parts.push(bytes);
    size += bytes.length;
    // One byte stays, so that the last chunk is never empty.
    if (size <= chunkBytes) continue;
    let whole = Buffer.concat(parts);
    for (; whole.length > chunkBytes; whole = whole.subarray(chunkBytes))
      yield { bytes: whole.subarray(0, chunkBytes), isLast: false };
    [parts, size] = [[whole], whole.length];
  }
  if (size > 0) yield { bytes: Buffer.concat(parts), isLast: true };
}
