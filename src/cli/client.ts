// A small client of the HTTP API: JSON in and out, files streamed in both directions, refusals as errors with advice.

import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface ClientOptions {
  /** Without a path: `http://127.0.0.1:8080`. */
  url: string;
  /** Without it, only sign-up and health checks work. */
  key?: string;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export interface Client {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: object): Promise<T>;
  /** A JSON merge patch. */
  patch<T>(path: string, body: object): Promise<T>;
  delete(path: string): Promise<void>;
  /** For requests and responses that are not JSON. */
  send(method: string, path: string, sent?: RequestContent): Promise<Response>;
  /** Streams a CSV file of any size into an upload directory. */
  upload(directory: string, filename: string, file: string): Promise<void>;
  download(path: string, file: string): Promise<void>;
  /** A link of an answer, which is relative where the service has no public URL. */
  absolute(link: string): string;
}

export interface RequestContent {
  headers?: Record<string, string>;
  body?: NonNullable<RequestInit["body"]>;
}

/** No response: the service does not run, or not at this URL. */
export class NoResponse extends Error {
  override readonly name = "NoAnswer";
}

/** A response with an error status. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  constructor(
    request: string,
    readonly status: number,
    readonly problem: Problem,
  ) {
    const details = (problem.validationErrors ?? []).map(
      ({ path, message, suggestion }) => `\n  ${path}: ${message}${suggestion ? ` (${suggestion})` : ""}`,
    );
    super(
      `${request.split("?")[0]} failed with ${status} ${problem.error}: ${problem.note}${details.join("")}`,
    );
  }
}

interface Problem {
  error: string;
  note: string;
  id?: string;
  validationErrors?: { path: string; message: string; suggestion?: string }[];
}

export const createClient = ({ url, key, headers: standing, signal }: ClientOptions): Client => {
  const send = async (
    method: string,
    path: string,
    { headers, body }: RequestContent = {},
  ): Promise<Response> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        accept: "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...standing,
        ...headers,
      },
      ...(body === undefined ? {} : { body, duplex: "half" }),
      ...(signal === undefined ? {} : { signal }),
    }).catch((cause: unknown) => {
      throw new NoResponse(`${method} ${url}${path} got no response: ${reasonOf(cause)}`, { cause });
    });
    if (!response.ok)
      throw new RequestRefused(`${method} ${path}`, response.status, await problemOf(response));
    return response;
  };
  const json = async <T>(method: string, path: string, type: string, body: object): Promise<T> => {
    const sent = { headers: { "content-type": type }, body: JSON.stringify(body) };
    return contentOf(await send(method, path, sent), url);
  };

  return {
    send,
    get: async <T>(path: string) => contentOf<T>(await send("GET", path), url),
    post: (path, body) => json("POST", path, "application/json", body),
    patch: (path, body) => json("PATCH", path, "application/merge-patch+json", body),
    async delete(path) {
      await send("DELETE", path);
    },
    async upload(directory, filename, file) {
      const body = Readable.toWeb(createReadStream(file)) as ReadableStream;
      const headers = { "content-type": "application/octet-stream" };
      await send("POST", `/v1/uploads/${directory}/${filename}`, { headers, body });
    },
    async download(path, file) {
      const { body } = await send("GET", path);
      await pipeline(body ?? [], createWriteStream(file));
    },
    absolute: (link) => new URL(link, url).href,
  };
};

/** Links that are relative, because the service has no public URL, start with the address at which it was reached. */
const contentOf = async <T>(response: Response, url: string): Promise<T> =>
  JSON.parse(await response.text(), (field, value) =>
    linkFields.has(field) && typeof value === "string" ? new URL(value, url).href : value,
  );

const linkFields = new Set(["output_url", "report_url"]);

const problemOf = async (response: Response): Promise<Problem> => {
  const text = await response.text();
  try {
    const problem: Partial<Problem> = JSON.parse(text);
    if (typeof problem.error === "string" && typeof problem.note === "string") return problem as Problem;
  } catch {} // A proxy may respond in its own format.
  return { error: response.statusText, note: text.slice(0, 500) };
};

/** The message of fetch is always `fetch failed`; its cause has the reason. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};
