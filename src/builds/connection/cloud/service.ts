// A cloud service of the owner over HTTPS. Temporary faults, which are those of the network, too many
// requests and errors of the service itself, are tried again after the pause that the service names.
// Redirects are not followed, so that a token goes to one host alone.

import { setTimeout as pause } from "node:timers/promises";
import { Refusal, refuse, retryLater } from "../../../errors/refusal.js";
import { addressOf, type ConnectionAccess } from "../access.js";

/** A request of a service, made again for each attempt. `attempt` counts from 0. */
export type CloudRequest = (attempt: number) => { url: string } & RequestInit;

export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON; null for anything else. */
  body: unknown;
}

export interface CloudService {
  /** The reply to the request, whatever it says, unless the fault stays temporary. Refuses `unreachable`. */
  ask(request: CloudRequest): Promise<Reply>;
  /** Pause before an answer is looked for again. It grows with the number of the look, counted from 0. */
  wait(look: number): Promise<void>;
  /** Address of a host of the service; with `url`, that address as the owner wrote it. */
  urlOf(host: string, url?: string): string;
}

const usualAttempts = 5;
const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
const replyMs = 120_000;
const firstLookMs = 200;
const maxLookMs = 5_000;

interface ServiceOptions {
  /** Says so of further replies. */
  isTemporary?: (reply: Reply) => boolean;
  /** Requests of one question. Default: 5, whose pauses are 15 seconds. */
  attempts?: number;
  /** Code of the refusal where the fault stays. */
  unreachable?: "database-unreachable" | "program-unreachable";
}

export const cloudService = (
  { endpoint, privateAddresses }: ConnectionAccess,
  {
    isTemporary = () => false,
    attempts = usualAttempts,
    unreachable = "database-unreachable",
  }: ServiceOptions = {},
): CloudService => {
  const scale = endpoint?.pauseScale ?? 1;
  return {
    urlOf: (host, url = `https://${host}`) => endpoint?.url ?? url,
    wait: async (look) => {
      await pause(scale * Math.min(maxLookMs, firstLookMs * 2 ** look));
    },
    ask: async (request) => {
      for (let attempt = 0; ; attempt++) {
        const made = request(attempt);
        const outcome = await replyTo(made, endpoint ? true : privateAddresses).catch(networkFault);
        const isAway = outcome instanceof Error || isOfTheService(outcome.status) || isTemporary(outcome);
        if (!isAway) return outcome;
        if (attempt + 1 === attempts) throw retryLater(unreachable, ...troubleOf(outcome));
        await pause(scale * (requestedPauseMs(outcome) ?? Math.min(maxPauseMs, firstPauseMs * 2 ** attempt)));
      }
    },
  };
};

/** Refuses `connection-address-forbidden`. The certificate says that the address looked up here is the service's. */
const replyTo = async (
  { url, ...init }: { url: string } & RequestInit,
  privateAddresses: boolean,
): Promise<Reply> => {
  await addressOf(new URL(url).hostname, privateAddresses);
  const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(replyMs) });
  const { status, headers } = response;
  return { status, headers, body: parsed(await textOf(response)) };
};

/** More than any service is asked for at once, and less than a text may have. */
const mostReplyBytes = 128 << 20;

/** Refuses `connection-failed` for a reply that does not end. */
const textOf = async ({ body, url }: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > mostReplyBytes)
      throw refuse("connection-failed", {
        detail: `${new URL(url).hostname} sends more than ${mostReplyBytes >> 20} MB in one reply`,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const networkFault = (error: Error): Error => {
  if (error instanceof Refusal) throw error;
  return error;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const isOfTheService = (status: number): boolean => status === 429 || status >= 500;

/** Pause of a `Retry-After` in seconds. */
const requestedPauseMs = (outcome: Reply | Error): number | undefined => {
  const seconds = outcome instanceof Error ? null : outcome.headers.get("retry-after");
  return seconds === null || !/^\d+$/.test(seconds)
    ? undefined
    : Math.min(maxPauseMs, Number(seconds) * 1000);
};

const troubleOf = (outcome: Reply | Error): [params: { detail: string }, cause?: Error] =>
  outcome instanceof Error
    ? [{ detail: networkDetail(outcome) }, outcome]
    : [{ detail: `the service answers HTTP ${outcome.status}` }];

/** `fetch` hides the fault of the network in its cause. */
const networkDetail = (error: Error): string => {
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return message || code || error.message;
};
