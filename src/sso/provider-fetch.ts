// Requests to identity providers: they follow no redirects, end after a time, and read no more than a bound. Where private
// addresses are forbidden, they connect to exactly the address that was checked.

import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { CustomFetch } from "openid-client";
import { isPrivateAddress } from "../domain/machine/private-address.js";
import { limits } from "../domain/resource/limits.js";
import { hostOf } from "../domain/resource/url-host.js";
import { ForbiddenAddress, lookupPublic } from "../notify/public-lookup.js";

/** Status codes that have no body. */
const bodiless = [204, 205, 304];

export const providerFetch =
  (options: { privateAddresses: boolean }): CustomFetch =>
  async (url, { body, headers, method, signal }) => {
    if (!options.privateAddresses && isPrivateAddress(hostOf(url))) throw new ForbiddenAddress(hostOf(url));
    const send = new URL(url).protocol === "https:" ? overHttps : overHttp;
    const text = body === undefined || body === null ? undefined : String(body);
    const timeout = AbortSignal.timeout(limits.ssoSeconds.is * 1000);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(url, {
        method,
        agent: false,
        headers: {
          ...headers,
          ...(text !== undefined && { "content-length": Buffer.byteLength(text) }),
          "user-agent": "Bellwether-SSO/1",
        },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(!options.privateAddresses && { lookup: lookupPublic }),
      });
      request.on("error", reject);
      request.on("response", resolve);
      request.end(text);
    });
    const { statusCode = 0 } = response;
    const bytes = await bounded(response, limits.ssoBytes.is);
    return new Response(bodiless.includes(statusCode) ? null : new Uint8Array(bytes), {
      status: statusCode,
      headers: headersOf(response),
    });
  };

const bounded = async (response: IncomingMessage, most: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) {
      response.destroy();
      throw new Error(`the answer is larger than ${most} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const headersOf = ({ headers }: IncomingMessage): Headers => {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of [value ?? []].flat()) kept.append(name, each);
  return kept;
};
