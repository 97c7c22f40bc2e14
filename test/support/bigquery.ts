// A server of BigQuery's REST interface and of Google's tokens for tests, written from their documentation:
// https://cloud.google.com/bigquery/docs/reference/rest. It is strict: it verifies the claim's signature, the
// token, the headers and each chunk of an upload. What is behind them, such as tables and jobs, is answered
// by an engine. The connector has run against this server and not against BigQuery.

import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import type { BigqueryOptions } from "../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";
import { googleTokens } from "./google-token.js";

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface BigqueryEngine {
  /** Answer to a request below the project. */
  answer(method: string, place: string, body: unknown): Promise<Answer> | Answer;
  /** A load job, and the lines that were uploaded for it. */
  load(job: { configuration: { load: object } }, lines: string): Promise<Answer> | Answer;
}

export interface BigqueryInTests {
  access(options?: Partial<BigqueryOptions>): ConnectionAccess<BigqueryOptions>;
  /** `METHOD path` of each request, in order. */
  requests: string[];
  /**
   * The next answers: an answer, `cut` for a broken connection, or `lost` for one that breaks after the work
   * is done.
   */
  faults: (Answer | "cut" | "lost")[];
  credentials: string;
  close(): Promise<void>;
}

const projectPath = "/bigquery/v2/projects/my-shop";
const chunkUnit = 256 * 1024;

/** The directory has the key that seals the credentials. */
export const startBigquery = async (dataDir: string, engine: BigqueryEngine): Promise<BigqueryInTests> => {
  const google = googleTokens("https://www.googleapis.com/auth/bigquery");
  const { credentials } = google;
  const uploads = new Map<
    string,
    { job: { configuration: { load: object } }; received: Buffer; done?: Answer }
  >();
  const address = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const server: BigqueryInTests = {
    requests: [],
    faults: [],
    credentials,
    close: () => new Promise((resolve) => http.close(() => resolve())),
    access: (options = {}) => ({
      dataDir,
      privateAddresses: false,
      endpoint: { url: address(), pauseScale: 0.001 },
      options: {
        type: "bigquery",
        project_id: "my-shop",
        dataset: "shop",
        sealed_password: seal(sealingKey(dataDir), credentials),
        ...options,
      },
    }),
  };

  const uploadAnswer = async (request: IncomingMessage, url: URL, sent: Buffer): Promise<Answer> => {
    const { method, headers } = request;
    if (url.searchParams.get("uploadType") !== "resumable")
      return errorOf(400, "invalid", "wrong uploadType");
    const id = url.searchParams.get("upload_id");
    if (method === "POST" && id === null) {
      if (!headers["content-type"]?.startsWith("application/json") || !headers["x-upload-content-type"])
        return errorOf(400, "invalid", "wrong headers");
      const made = randomUUID();
      uploads.set(made, { job: JSON.parse(sent.toString()), received: Buffer.alloc(0) });
      return {
        status: 200,
        headers: { location: `${address()}${url.pathname}${url.search}&upload_id=${made}` },
      };
    }
    const upload = uploads.get(id ?? "");
    if (method !== "PUT" || !upload) return errorOf(404, "notFound", "no such upload");
    if (upload.done) return upload.done;
    const [, from, to, total] = headers["content-range"]?.match(/^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/) ?? [];
    if (total === undefined) return errorOf(400, "invalid", `wrong range ${headers["content-range"]}`);
    if (from !== undefined) {
      const isWrong =
        Number(from) !== upload.received.length ||
        Number(to) - Number(from) + 1 !== sent.length ||
        (total === "*" && sent.length % chunkUnit !== 0);
      if (isWrong) return errorOf(400, "invalid", `wrong chunk ${headers["content-range"]}`);
      upload.received = Buffer.concat([upload.received, sent]);
    } else if (sent.length > 0) return errorOf(400, "invalid", "a question has no bytes");
    const { length } = upload.received;
    if (Number(total) !== length)
      return { status: 308, headers: length > 0 ? { range: `bytes=0-${length - 1}` } : {} };
    upload.done = await engine.load(upload.job, upload.received.toString());
    return upload.done;
  };

  const answerTo = async (request: IncomingMessage, sent: Buffer): Promise<Answer> => {
    const { method, headers } = request;
    const url = new URL(request.url!, address());
    if (method === "POST" && url.pathname === "/token") return google.answer(sent.toString());
    if (!google.isValid(headers.authorization))
      return errorOf(401, "authError", "Request had invalid authentication credentials.");
    if (url.pathname === `/upload${projectPath}/jobs`) return uploadAnswer(request, url, sent);
    if (!url.pathname.startsWith(`${projectPath}/`)) return errorOf(404, "notFound", "no such project");
    if (sent.length > 0 && headers["content-type"] !== "application/json")
      return errorOf(400, "invalid", "wrong type");
    const body = sent.length > 0 ? JSON.parse(sent.toString()) : undefined;
    return engine.answer(method!, url.pathname.slice(projectPath.length) + url.search, body);
  };

  const http = createServer(async (request, response) => {
    const sent = await buffer(request);
    server.requests.push(`${request.method} ${request.url}`);
    const fault = request.url === "/token" ? undefined : server.faults.shift();
    if (fault === "cut") return request.socket.destroy();
    const answer =
      fault === undefined || fault === "lost" ? await answerTo(request, sent).catch(ofTheTest) : fault;
    if (fault === "lost") return request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    response.end(answer.body === undefined ? "" : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return server;
};

export const errorOf = (code: number, reason: string, message: string): Answer => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: "global", reason }] } },
});

const ofTheTest = (error: Error): Answer =>
  errorOf(400, "invalid", `The test's server failed: ${error.message}`);
