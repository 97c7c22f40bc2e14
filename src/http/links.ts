// Links in answers: addresses of the API, and signed links that replace the key for browsers and
// spreadsheets. They start with the configured public URL. Without one they are relative, because the Host
// header is chosen by whoever sends the request; only between two programs of this machine they start with
// the loopback address at which the service listens.

import type { FastifyRequest } from "fastify";
import type { Db } from "../db/connection.js";
import { type LinkExpiry, signLink, verifyLink } from "../delivery/links.js";
import { may } from "../domain/account/role.js";
import { isLoopback } from "../domain/machine/private-address.js";
import { type ResourceType, singular } from "../domain/resource/resource.js";
import { hostOf } from "../domain/resource/url-host.js";
import { fileOf } from "../domain/target/target.js";
import { type Refusal, refuse } from "../errors/refusal.js";
import { type Account, findAccount } from "../store/accounts.js";
import { findById, findResource, type Resource } from "../store/resources.js";
import { secretNamed } from "../store/secrets.js";
import { authenticate } from "./auth.js";
import type { AppOptions } from "./options.js";

/** Makes the links of one answer. */
export interface LinkMaker {
  /** URL of the API as its caller reaches it, with the version. */
  apiUrl: string;
  /** A signed link that is good for some days. */
  dated(resource: Resource, path: string): string;
  /** A signed link that is good until it is revoked. */
  standing(resource: Resource, path: string): string;
}

const hourMs = 3_600_000;
const hoursPerDay = 24;

/** Links end at a full hour, so that equal answers have equal ETags in between. */
export const makeLinks = async (
  request: FastifyRequest,
  options: LinkOptions & Pick<AppOptions, "db">,
): Promise<LinkMaker> => {
  const secret = await linkSecret(options.db);
  const { base, expires } = linkTerms(request, options);
  const signed = (resource: Resource, path: string, until: LinkExpiry): string => {
    // A signature opens the file to whoever has it, and so to whom its role keeps it from.
    if (!may(request.role, "read")) return `${base}${path}`;
    const query = new URLSearchParams({
      signature: signLink(secret, linked(resource, request.account), until),
      ...(until !== null && { expires: String(until) }),
    });
    return `${base}${path}?${query}`;
  };
  return {
    apiUrl: base,
    dated: (resource, path) => signed(resource, path, expires),
    standing: (resource, path) => signed(resource, path, null),
  };
};

type LinkOptions = Pick<AppOptions, "clock" | "publicUrl" | "linkDays">;

/**
 * On what links depend besides their record: how the API is reached, and until when a dated link is good, in
 * epoch seconds.
 */
export const linkTerms = (request: FastifyRequest, options: LinkOptions) => {
  const hours = Math.ceil(options.clock() / hourMs) + options.linkDays * hoursPerDay;
  return { base: apiUrl(request, options), expires: (hours * hourMs) / 1000 };
};

const linked = ({ id, linkEpoch }: Resource, account: Account) => ({
  id,
  linkEpoch,
  accountLinkEpoch: account.linkEpoch,
});

const secrets = new WeakMap<Db, Promise<string>>();

const linkSecret = (db: Db): Promise<string> => {
  const known = secrets.get(db) ?? secretNamed(db.kysely, "download-links");
  secrets.set(db, known);
  known.catch(() => secrets.delete(db));
  return known;
};

/** URL of the API with the version; a path without a host for callers elsewhere, if no public URL is configured. */
const apiUrl = (request: FastifyRequest, { publicUrl }: Pick<AppOptions, "publicUrl">): string =>
  `${publicUrl ?? loopbackUrl(request)}/v1`;

/**
 * The address of the service's own socket; empty unless both ends are on this machine and the caller knows it
 * by such a name.
 */
export const loopbackUrl = ({ raw: { socket }, host }: FastifyRequest): string => {
  const { localAddress = "", localPort, remoteAddress = "" } = socket;
  const isHere = [localAddress, remoteAddress].every(isLoopback) && isLoopback(hostOf(`http://${host}`));
  if (!isHere) return "";
  return `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
};

type LinkQuery = { signature?: string; expires?: string };
export type LinkRequest = { Params: { id: string }; Querystring: LinkQuery };

/** Throws `link-invalid`, `link-expired`, `link-ended`, `resource-unknown`, or an error of `authenticate`. */
export const requireByLink = async <T extends ResourceType>(
  request: FastifyRequest<LinkRequest>,
  options: AppOptions,
  type: T,
): Promise<Resource<T>> => {
  const { id } = request.params;
  const { signature } = request.query;
  if (signature !== undefined) {
    const found = await findLinked(options, type, id, { ...request.query, signature });
    request.actor = { type: "link", address: request.clientAddress };
    return found;
  }
  request.account = await authenticate(request as FastifyRequest, options);
  const found = await findResource(options.db.kysely, request.account.id, type, id);
  if (!found) throw refuse("resource-unknown", { type: singular[type], id });
  return found;
};

const findLinked = async <T extends ResourceType>(
  { db, clock }: AppOptions,
  type: T,
  id: string,
  query: LinkQuery & { signature: string },
): Promise<Resource<T>> => {
  const secret = await linkSecret(db);
  const found = await findById(db.kysely, id);
  const account = found && (await findAccount(db.kysely, found.accountId));
  if (found?.type !== type || !account) throw refuse("link-invalid");
  const refusal = refusalOf(secret, found, account, query, clock());
  if (refusal) throw refusal;
  return found as Resource<T>;
};

/** The signature first: whoever has none learns nothing else. */
const refusalOf = (
  secret: string,
  resource: Resource,
  account: Account,
  { signature, expires }: LinkQuery & { signature: string },
  nowMs: number,
): Refusal | undefined => {
  const until = expires === undefined ? null : Number(expires);
  const isStanding = resource.type === "targets" && asksForStandingLink(resource);
  if (!verifyLink(secret, linked(resource, account), until, signature)) return refuse("link-invalid");
  if (until === null && !isStanding) return refuse("link-invalid");
  if (until !== null && until * 1000 <= nowMs)
    return refuse("link-expired", { at: new Date(until * 1000).toISOString() });
  if (account.deleteAt !== null)
    return refuse("link-ended", {
      why: "its account is about to be deleted. Its owner can restore the account",
    });
  if (resource.archivedAt !== null)
    return refuse("link-ended", {
      why: `its ${singular[resource.type]} is archived. Its owner can unarchive it`,
    });
  return undefined;
};

export const asksForStandingLink = ({ config: { options } }: Pick<Resource<"targets">, "config">): boolean =>
  fileOf(options)?.standing_link === true;
