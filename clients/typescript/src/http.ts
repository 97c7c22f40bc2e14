// Requests to the service: JSON and files, tried again where that is safe, refusals as errors.

import { NoAnswer, Refused } from "./errors.js";
import type { Call } from "./operations.js";

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Sent extends Call {
  query?: Query | undefined;
  headers?: Record<string, string> | undefined;
  /** Texts and bytes are sent as files, everything else as JSON. */
  body?: object | string | undefined;
  /** Not repeated, because the caller does so itself. */
  isOnce?: boolean;
}

/** The service, or a proxy before it, cannot answer for the moment. */
const passing = new Set([429, 502, 503, 504, 507]);
/** Signing up and in have no idempotency keys, so that their answers, which are secrets, are not stored. */
const unrepeatable = new Set(["/accounts", "/sessions"]);
const bytes = [Blob, Uint8Array, ArrayBuffer];
const longestPauseMs = 60_000;

export const canPass = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof Refused && passing.has(error.status));

/** Pause that an error asks for; else it doubles with each attempt. */
export const pauseMsAfter = (error: unknown, attempt: number): number =>
  Math.min((error instanceof Refused ? error.retryAfterMs : undefined) ?? 500 * 2 ** attempt, longestPauseMs);

export class Http {
  readonly base: string;

  /** Requests with one key to one service. */
  constructor(
    url: string,
    readonly key: string | undefined,
    readonly retries: number,
    readonly timeoutMs: number,
  ) {
    if (!/^https?:\/\//.test(url))
      throw new TypeError(`${url} is not the URL of a service, such as http://127.0.0.1:8080.`);
    this.base = url.replace(/\/+$/, "").replace(/\/v1$/, "");
  }

  async json<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    return this.send(method, path, sent, async (response) => {
      const text = await response.text();
      return text ? JSON.parse(text) : undefined;
    });
  }

  /** Items of a list of any length, read page by page. */
  async *pages<T>(path: string, { query, ...sent }: Sent = {}): AsyncGenerator<T, void, undefined> {
    let following: string | undefined = withQuery(path, { limit: 500, ...query });
    while (following !== undefined) {
      const [items, link]: [T[], string | null] = await this.send(
        "GET",
        following,
        sent,
        async (response) => [await response.json(), response.headers.get("link")],
      );
      yield* items;
      following = /<([^>]+)>; rel="next"/.exec(link ?? "")?.[1];
    }
  }

  /** Sends a request until it is answered, and reads the answer. A broken answer counts as none. */
  async send<T>(
    method: string,
    path: string,
    { query, headers, body, signal, isOnce = false }: Sent,
    read: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    const isRepeatable = method !== "POST" || !unrepeatable.has(path);
    const isFile = typeof body === "string" || bytes.some((type) => body instanceof type);
    const type = isFile ? "octet-stream" : method === "PATCH" ? "merge-patch+json" : "json";
    const content = isFile ? (body as BodyInit) : body && JSON.stringify(body);
    const sent = {
      accept: "application/json",
      ...(body && { "content-type": `application/${type}` }),
      ...(this.key && { authorization: `Bearer ${this.key}` }),
      ...(method === "POST" && { "idempotency-key": randomKey() }),
      ...headers,
    };
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(
          method,
          withQuery(path, query),
          { headers: sent, body: content ?? null, signal },
          read,
        );
      } catch (error) {
        // A repeated deletion finds nothing if the first one arrived.
        if (method === "DELETE" && attempt > 0 && error instanceof Refused && error.status === 404)
          return await read(new Response(null, { status: 204 }));
        const mayRepeat = isRepeatable || error instanceof Refused;
        if (isOnce || attempt >= this.retries || !mayRepeat || !canPass(error)) throw error;
        await pause(pauseMsAfter(error, attempt), signal);
      }
    }
  }

  async #once<T>(
    method: string,
    path: string,
    {
      headers,
      body,
      signal,
    }: { headers: HeadersInit; body: BodyInit | null; signal: AbortSignal | undefined },
    read: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    const url = `${this.base}${path.startsWith("/v1/") ? "" : "/v1"}${path}`;
    // Of the time until the answer begins; a long file may take longer than that.
    const late = new AbortController();
    // A part of a file goes through slow lines.
    const limitMs = body && typeof body === "object" ? 10 * this.timeoutMs : this.timeoutMs;
    const timer = setTimeout(() => late.abort(new Error(`nothing came within ${limitMs / 1000} s`)), limitMs);
    try {
      const response = await fetch(url, {
        method,
        headers,
        body,
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      });
      clearTimeout(timer);
      if (!response.ok) throw await refusal(`${method} ${path.split("?")[0]}`, url, response);
      return await read(response);
    } catch (error) {
      if (error instanceof Refused) throw error;
      signal?.throwIfAborted();
      throw new NoAnswer(
        `${method} ${path} got no answer from ${this.base}: ${reasonOf(late.signal.reason ?? error)}. ` +
          "Is the service running there? Start it with `bellwether serve`, or correct the URL.",
        { cause: error },
      );
    } finally {
      clearTimeout(timer);
    }
  }
}

const refusal = async (request: string, url: string, response: Response): Promise<Refused> => {
  const text = await response.text();
  let problem: object | undefined;
  try {
    problem = JSON.parse(text);
  } catch {} // A proxy may answer in a form of its own.
  const { status, statusText, headers } = response;
  const help = /<([^>]+)>;\s*rel="help"/.exec(headers.get("link") ?? "")?.[1];
  return new Refused(
    request,
    status,
    problem instanceof Object ? problem : { note: text.slice(0, 500) || statusText },
    help && new URL(help, url).href,
    pauseMsOf(headers.get("retry-after")),
  );
};

/** Seconds, or a date. */
const pauseMsOf = (text: string | null): number | undefined => {
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Math.max(ms, 0) || 0;
};

/** In Node, the message of fetch is always `fetch failed`; its cause has the reason. */
const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || reasonOf(cause) : (message ?? String(error));
};

const withQuery = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length > 0 ? `${path}?${new URLSearchParams(given as [string, string][])}` : path;
};

/** `crypto.randomUUID` is missing on pages without https. */
const randomKey = (): string =>
  crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((key, byte) => key + byte.toString(16).padStart(2, "0"), "");

/** Ends early, with the signal's reason, when the signal does. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
