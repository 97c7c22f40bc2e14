// A session with the server of an owner's link: one file, wherever its redirects lead. Each address on the way is checked
// and connected to as it was checked. If a server cannot be reached, the request is sent again.

import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import type { FileLinkOptions } from "../../../../domain/data/connection.js";
import { isPrivateAddress } from "../../../../domain/machine/private-address.js";
import { limits } from "../../../../domain/resource/limits.js";
import { hostOf } from "../../../../domain/resource/url-host.js";
import { Refusal, refuse, retryLater } from "../../../../errors/refusal.js";
import { ForbiddenAddress, lookupPublic } from "../../../../notify/public-lookup.js";
import { type ConnectionAccess, secretOf } from "../../access.js";

export interface Link {
  /** The address that the owner gave. */
  url: URL;
  /**
   * Uses the answer with the file, whose body it reads to the end. Refuses `connection-failed`,
   * `connection-address-forbidden` and, after some attempts, `bucket-unreachable`.
   */
  get<T>(use: (response: IncomingMessage) => Promise<T>): Promise<T>;
}

const attempts = 4;
const firstPauseMs = 500;
const mostRedirects = 5;

export const openLink = (access: ConnectionAccess<FileLinkOptions>): Link => {
  const url = new URL(secretOf(access));
  const { privateAddresses, endpoint } = access;
  return {
    url,
    async get(use) {
      for (let attempt = 0; ; attempt++) {
        try {
          const response = await arrived(url, privateAddresses);
          try {
            return await use(response);
          } finally {
            response.destroy();
          }
        } catch (error) {
          if (!isTemporary(error)) throw refusalOf(error);
          if (attempt + 1 === attempts)
            throw retryLater("bucket-unreachable", { detail: error.message }, error);
          await pause((endpoint?.pauseScale ?? 1) * firstPauseMs * 4 ** attempt);
        }
      }
    },
  };
};

/** An answer of 429 or 500 and more. */
class ServerAway extends Error {
  override name = "ServerAway";
}

/** The first answer that is no redirect. */
const arrived = async (first: URL, privateAddresses: boolean): Promise<IncomingMessage> => {
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const response = await answerOf(url, privateAddresses);
    const { statusCode: status = 0 } = response;
    if (status === 200) return response;
    const { location } = response.headers;
    response.destroy();
    const { hostname } = url;
    if (status === 429 || status >= 500) throw new ServerAway(`${hostname} answers HTTP ${status}`);
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined)
      throw failed(`${hostname} answers HTTP ${status}`);
    if (redirects === mostRedirects) throw failed(`there are more than ${mostRedirects} redirects`);
    const next = redirectOf(url, location);
    if (!next) throw failed(`${hostname} redirects to no address, or to one without https://`);
    url = next;
  }
};

/** Null for what is no address of the web, and from https to http. */
export const redirectOf = (from: URL, location: string): URL | null => {
  if (!URL.canParse(location, from.href)) return null;
  const to = new URL(location, from.href);
  return to.protocol === "https:" || (to.protocol === "http:" && from.protocol === "http:") ? to : null;
};

const answerOf = async (url: URL, privateAddresses: boolean): Promise<IncomingMessage> => {
  const host = hostOf(url.href);
  if (!privateAddresses && isPrivateAddress(host)) throw new ForbiddenAddress(host);
  if (!privateAddresses && url.protocol !== "https:") throw failed("its address must begin with https://");
  const program = url.protocol === "https:" ? https : http;
  const sent = program.get(url, {
    agent: false,
    headers: { accept: "*/*", "user-agent": "Bellwether/1" },
    timeout: limits.serverSilence.is * 1_000,
    ...(!privateAddresses && { lookup: lookupPublic }),
  });
  sent.once("timeout", () =>
    sent.destroy(Object.assign(new Error(`${host} is silent`), { code: "ETIMEDOUT" })),
  );
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
};

const failed = (detail: string): Refusal => refuse("connection-failed", { detail });

const temporaryCodes = /^(ECONN|ETIMEDOUT|EAI_AGAIN|EHOST|ENETUNREACH|ENETDOWN|EPIPE)/;

const isTemporary = (error: unknown): error is Error => {
  if (error instanceof ServerAway) return true;
  if (error instanceof Refusal || !(error instanceof Error)) return false;
  return (
    temporaryCodes.test(String((error as NodeJS.ErrnoException).code)) ||
    ["aborted", "socket hang up"].includes(error.message)
  );
};

/** Refusal for an error of the wire. Every other error stays what it is. */
const refusalOf = (error: unknown): unknown => {
  if (error instanceof ForbiddenAddress) return refuse("connection-address-forbidden", { host: error.host });
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  const isOfTheWire = code === "ENOTFOUND" || /CERT|SSL|TLS|^HPE_/.test(String(code));
  return isOfTheWire ? failed(error.message || String(code)) : error;
};
