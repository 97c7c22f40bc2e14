// Limits on the number of requests: by API key, by account for all its sessions together, and by network
// address for requests without a valid key or session and for sign-ups.

import { isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import type { AuditActor } from "../domain/account/audit.js";
import type { Sender } from "../domain/machine/fair-queue.js";
import { refuse } from "../errors/refusal.js";
import type { AppOptions } from "./options.js";
import { RateLimiter } from "./rate-limit.js";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export class RequestLimits {
  private readonly keyed: RateLimiter;
  private readonly unkeyed: RateLimiter;
  private readonly events: RateLimiter;

  constructor(private readonly options: Pick<AppOptions, "limits" | "clock">) {
    const { requestsPerMinute, unkeyedRequestsPerMinute, eventRequestsPerMinute } = options.limits;
    this.events = new RateLimiter(eventRequestsPerMinute, minuteMs);
    this.keyed = new RateLimiter(requestsPerMinute, minuteMs);
    this.unkeyed = new RateLimiter(unkeyedRequestsPerMinute, minuteMs);
  }

  /** Throws `requests-too-many`. All sessions of an account count together. `areEvents`: the request sends events. */
  takeKeyed(actor: AuditActor, accountId: string, areEvents = false): void {
    const keyId = actor.type === "key" ? actor.id : undefined;
    const limiter = areEvents ? this.events : this.keyed;
    const seconds = limiter.take(keyId ?? accountId, this.options.clock());
    const { eventRequestsPerMinute, requestsPerMinute } = this.options.limits;
    const limit = areEvents ? eventRequestsPerMinute : requestsPerMinute;
    if (seconds > 0) throw refuse("requests-too-many", { limit, seconds });
  }

  /** Throws `address-requests-too-many`. */
  takeUnkeyed(address: string): void {
    const seconds = this.unkeyed.take(networkOf(address), this.options.clock());
    const limit = this.options.limits.unkeyedRequestsPerMinute;
    if (seconds > 0) throw refuse("address-requests-too-many", { limit, seconds });
  }
}

/** The returned function counts a sign-up, and throws `sign-ups-too-many`. */
export const limitSignUps = ({
  limits: { signUpsPerHour: limit },
  clock,
}: Pick<AppOptions, "limits" | "clock">): ((address: string) => void) => {
  const signUps = new RateLimiter(limit, hourMs);
  return (address) => {
    const seconds = signUps.take(networkOf(address), clock());
    if (seconds > 0) throw refuse("sign-ups-too-many", { limit, seconds });
  };
};

/**
 * Sender of a request, where senders take turns: a key or session of a network address. Nobody has checked
 * the key, so whoever makes up a thousand has one share, that of the address.
 */
export const senderOf = ({ clientAddress, headers }: FastifyRequest): Sender => ({
  group: networkOf(clientAddress),
  name: headers.authorization ?? headers.cookie ?? "",
});

/** Name under which limits are shared: the account, or the network address as long as none is known. */
export const accountOrNetwork = ({ account, clientAddress }: FastifyRequest): string =>
  account?.id ?? networkOf(clientAddress);

/** One user has all the addresses of an IPv6 network of 64 bits, and so has one bucket for them. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const [first, last] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = tail === undefined ? [] : Array<string>(8 - first.length - last.length).fill("0");
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
};
