// Webhook requests: a signed POST to a URL that a user chose, with the headers of Standard Webhooks. It
// follows no redirects. Where private addresses are forbidden, it connects to exactly the address that was
// checked.

import { createHmac } from "node:crypto";
import { type ClientRequest, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { isPrivateAddress } from "../domain/machine/private-address.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { hostOf } from "../domain/resource/url-host.js";
import { ForbiddenAddress, lookupPublic } from "./public-lookup.js";

/** Resolves to the status of the response; rejects without one. */
export type WebhookSender = (
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) => Promise<number>;

const answerWithinMs = 15_000;

export const createWebhookSender =
  (options: { privateAddresses: boolean; timeoutMs?: number }): WebhookSender =>
  async (url, headers, body, signal) => {
    if (!options.privateAddresses && isPrivateAddress(hostOf(url))) throw new ForbiddenAddress(hostOf(url));
    const { timeoutMs = answerWithinMs } = options;
    const send = new URL(url).protocol === "https:" ? overHttps : overHttp;
    const request = send(url, {
      method: "POST",
      agent: false,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Bellwether-Webhooks/1",
      },
      signal,
      ...(!options.privateAddresses && { lookup: lookupPublic }),
    });
    return statusOf(request, body, timeoutMs);
  };

/** Discards the body of the response, which has to end within the same time. */
const statusOf = (request: ClientRequest, body: string, timeoutMs: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const late = new Error(`no answer within ${timeoutMs / 1000} s`);
    const timer = setTimeout(() => request.destroy(late), timeoutMs);
    request.on("close", () => clearTimeout(timer));
    request.on("error", reject);
    request.on("response", (response) => {
      response.on("error", () => {}).resume();
      resolve(response.statusCode ?? 0);
    });
    request.end(body);
  });

const secretPrefix = "whsec_";

/**
 * Headers that authenticate a message, under both names of Standard Webhooks. `sentAt` is the time of this
 * attempt; `id` is the same for every attempt, so that a receiver can recognise duplicates. Each secret gives
 * one signature.
 */

export const webhookHeaders = (
  secrets: readonly string[],
  { id, body }: { id: string; body: string },
  sentAt: EpochMs,
): Record<string, string> => {
  const timestamp = String(Math.floor(sentAt / 1000));
  const signature = secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(" ");
  const values = { id, timestamp, signature };
  const named = (prefix: string) =>
    Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]);
  return Object.fromEntries([...named("webhook"), ...named("svix")]);
};

const signatureOf = (secret: string, signed: string): string => {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
};
