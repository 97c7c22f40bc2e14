// A session with an owner's container of Azure Blob Storage, over its REST interface:
// https://learn.microsoft.com/rest/api/storageservices/blob-service-rest-api. The refusal of a wrong setting says what to
// change. If the storage cannot be reached, the request is sent again.

import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type AzureBlobsOptions, namedHost } from "../../../../domain/data/connection.js";
import { isPrivateAddress } from "../../../../domain/machine/private-address.js";
import { limits } from "../../../../domain/resource/limits.js";
import { Refusal, refuse, retryLater } from "../../../../errors/refusal.js";
import { worldTrouble } from "../../../../errors/world.js";
import { ForbiddenAddress, lookupPublic } from "../../../../notify/public-lookup.js";
import { type ConnectionAccess, secretOf } from "../../access.js";
import { sharedKey } from "./shared-key.js";

export interface BlobRequest {
  method: "GET" | "HEAD" | "PUT";
  /** Name of the blob; absent: the container itself. */
  blob?: string;
  query?: Readonly<Record<string, string>>;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  /** Made again for each attempt. */
  body?: { bytes: number; open: () => Readable | Buffer };
}

export interface BlobContainer {
  /**
   * Uses the answer to a request, whose body it reads to the end. Throws `BlobFault`, after some attempts where
   * the fault may pass.
   */
  ask<T>(request: BlobRequest, use: (response: IncomingMessage) => Promise<T>): Promise<T>;
}

/** A fault that the storage tells. */
export class BlobFault extends Error {
  override name = "BlobFault";

  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`${code} (${status})`);
  }
}

const attempts = 4;
const firstPauseMs = 500;
const version = "2023-11-03";
/** A fault has a text of a few hundred characters. */
const mostFaultBytes = 100_000;

/** Runs `work`. Refuses `connection-failed`, `connection-address-forbidden` and `bucket-unreachable`. */
export const withContainer = async <T>(
  access: ConnectionAccess<AzureBlobsOptions>,
  work: (container: BlobContainer) => Promise<T>,
): Promise<T> => {
  const { options, privateAddresses } = access;
  const host = namedHost(options);
  if (!privateAddresses && host !== undefined && isPrivateAddress(host))
    throw refuse("connection-address-forbidden", { host });
  const home = new URL(homeOf(options));
  const kept = { keepAlive: true, maxSockets: 8, ...(!privateAddresses && { lookup: lookupPublic }) };
  const agent = home.protocol === "https:" ? new https.Agent(kept) : new http.Agent(kept);
  const sign = signer(options.account, secretOf(access));
  const send = async (request: BlobRequest): Promise<IncomingMessage> => {
    const { method, blob, query = {}, body } = request;
    const url = new URL(home);
    const place = [options.container, ...(blob?.split("/") ?? [])].map(encodeURIComponent).join("/");
    url.pathname = `${url.pathname.replace(/\/$/, "")}/${place}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers: Record<string, string> = {
      "x-ms-version": version,
      "x-ms-date": new Date().toUTCString(),
      ...request.headers,
      ...(method === "PUT" && { "content-length": String(body?.bytes ?? 0) }),
    };
    sign({ method, url, headers });
    const program = url.protocol === "https:" ? https : http;
    const sent = program.request(url, { method, headers, agent, timeout: limits.serverSilence.is * 1_000 });
    sent.once("timeout", () =>
      sent.destroy(Object.assign(new Error("the storage is silent"), { code: "ETIMEDOUT" })),
    );
    const content = body?.open();
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    if (content === undefined || Buffer.isBuffer(content)) sent.end(content);
    // A storage may answer before it has read everything.
    else pipeline(content, sent).catch((error) => sent.destroy(error));
    return (await answered)[0];
  };
  const container: BlobContainer = {
    ask: async (request, use) => {
      for (let attempt = 0; ; attempt++) {
        try {
          const response = await send(request);
          try {
            if ((response.statusCode ?? 0) >= 300) throw await faultOf(response);
            return await use(response);
          } finally {
            response.destroy();
          }
        } catch (error) {
          if (!isTemporary(error) || attempt + 1 === attempts) throw error;
          await pause((access.endpoint?.pauseScale ?? 1) * firstPauseMs * 4 ** attempt);
        }
      }
    },
  };
  try {
    return await work(container);
  } catch (error) {
    throw containerRefusal(error, options);
  } finally {
    agent.destroy();
  }
};

export const homeOf = ({ account, endpoint }: Pick<AzureBlobsOptions, "account" | "endpoint">): string =>
  endpoint ?? `https://${account}.blob.core.windows.net`;

/** Adds what shows who asks: a header, or the fields of a shared access signature. */
const signer = (account: string, secret: string) => {
  const signature = new URLSearchParams(secret.replace(/^\?/, ""));
  const isShared = signature.has("sig");
  return (request: { method: string; url: URL; headers: Record<string, string> }): void => {
    if (!isShared) request.headers.authorization = sharedKey(request, account, secret);
    else for (const [name, value] of signature) request.url.searchParams.set(name, value);
  };
};

const faultOf = async (response: IncomingMessage): Promise<BlobFault> => {
  let text = "";
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > mostFaultBytes) break;
  }
  const named = response.headers["x-ms-error-code"] ?? /<Code>(\w+)<\/Code>/.exec(text)?.[1];
  return new BlobFault(response.statusCode ?? 0, String(named ?? "no reason given").slice(0, 100));
};

const temporaryCodes = /^(ECONN|ETIMEDOUT|EAI_AGAIN|EHOST|ENETUNREACH|ENETDOWN|EPIPE)/;

const isTemporary = (error: unknown): boolean => {
  if (error instanceof BlobFault) return error.status >= 500 || error.status === 429 || error.status === 408;
  const { code, message } = error as NodeJS.ErrnoException;
  return temporaryCodes.test(String(code)) || message === "aborted" || message === "socket hang up";
};

/** Refusal for an error of the storage or of the network. Every other error stays what it is. */
const containerRefusal = (error: unknown, options: AzureBlobsOptions): unknown => {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  if (error instanceof ForbiddenAddress) return refuse("connection-address-forbidden", { host: error.host });
  if (error instanceof BlobFault && !isTemporary(error))
    return refuse("connection-failed", { detail: detailOf(error, options) });
  if (worldTrouble(error)) return error;
  if (isTemporary(error)) return retryLater("bucket-unreachable", { detail: error.message }, error);
  const { code } = error as NodeJS.ErrnoException;
  const isOfTheWire = "syscall" in error || /CERT|SSL|TLS|^HPE_/.test(String(code));
  return isOfTheWire ? refuse("connection-failed", { detail: error.message || String(code) }) : error;
};

const detailOf = (
  { status, code, message }: BlobFault,
  { account, container }: AzureBlobsOptions,
): string => {
  switch (code) {
    case "ContainerNotFound":
      return `there is no container ${container} in the account ${account}`;
    case "AuthenticationFailed":
    case "InvalidAuthenticationInfo":
      return `the key or signature is not valid for the account ${account}, or the clock of this service differs too much`;
    case "AuthorizationFailure":
    case "AuthorizationPermissionMismatch":
    case "AuthorizationSourceIPMismatch":
    case "AuthorizationProtocolMismatch":
    case "AuthorizationServiceMismatch":
    case "AuthorizationResourceTypeMismatch":
      return `the key or signature is not valid here, or does not allow this (${code}): a connection needs the permissions to read and list and, for targets, to create and write`;
  }
  return status === 403 ? `the account ${account} may not be used from here (${code})` : message;
};
