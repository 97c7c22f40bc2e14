// One POST to an address that a user chose. It follows no redirect, and where private addresses are forbidden it goes to
// the very address that was looked up and judged: a name that answers differently the second time leads nowhere else.

import { createHmac } from "node:crypto";
import { type LookupAddress, lookup } from "node:dns";
import { type ClientRequest, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { hostOf, isPrivateAddress } from "../domain/private-address.js";
import type { EpochMs } from "../domain/resource.js";

/** Resolves to the status of the answer, whatever it is; rejects where there is none. */
export type WebhookSender = (
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) => Promise<number>;

const timeoutMs = 15_000;

export const createWebhookSender =
  (options: { privateAddresses: boolean }): WebhookSender =>
  async (url, headers, body, signal) => {
    if (!options.privateAddresses && isPrivateAddress(hostOf(url))) throw forbidden(hostOf(url));
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(!options.privateAddresses && { lookup: lookupPublic }),
    });
    return statusOf(request, body);
  };

/** The answer's body is of no interest, and is let go by. */
const statusOf = (request: ClientRequest, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request.on("error", (error) =>
      reject(error.name === "TimeoutError" ? new Error(`no answer within ${timeoutMs / 1000} s`) : error),
    );
    request.on("response", (response) => {
      response.on("error", () => {}).resume();
      resolve(response.statusCode ?? 0);
    });
    request.end(body);
  });

const lookupPublic: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    const open = addresses.filter(({ address }) => !isPrivateAddress(address));
    if (open.length === 0) return done(forbidden(hostname), []);
    const [{ address, family }] = open as [LookupAddress];
    return options.all ? done(null, open) : done(null, address, family);
  });

const forbidden = (host: string): Error => new Error(`${host} is a private address, which is forbidden here`);

// The headers by which a receiver knows that a message is ours and is new: Standard Webhooks, under both of its names.

const secretPrefix = "whsec_";

/** `sentAt` is of this attempt; `id` is the same for every attempt, so that a receiver can tell that it has it already. */
export const webhookHeaders = (
  secret: string,
  { id, body }: { id: string; body: string },
  sentAt: EpochMs,
): Record<string, string> => {
  const timestamp = String(Math.floor(sentAt / 1000));
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const values = { id, timestamp, signature: `v1,${signed}` };
  const named = (prefix: string) =>
    Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]);
  return Object.fromEntries([...named("webhook"), ...named("svix")]);
};
