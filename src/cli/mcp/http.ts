// The HTTP transport of the MCP server: one address, `/mcp`. Each request brings its account's API key, or a token that
// a person gave the assistant for this address. It is tried at the service, and is answered by a server of its own, so
// nothing is kept between requests. Whoever brings none learns where to get one: from the service, by OAuth (RFC 9728).
// Pages of other sites, and names that lead here by DNS, are refused before anything is read.

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { limits } from "../../domain/resource/limits.js";
import { gateConnections } from "../../http/connection-gate.js";
import { limitConnections } from "../../http/connections.js";
import { type Client, NoResponse, RequestRefused } from "../client.js";
import type { Issuer } from "./issuer.js";
import { createMcpServer } from "./server.js";

export interface HttpOptions {
  /** A client of the service with the key or token, which was given at the address `resource`. */
  clientOf(key: string, resource: string): Client;
  /** The service as an issuer of tokens. Undefined: it issues none, or is not reached. */
  issuer(): Promise<Issuer | undefined>;
  allowWrites: boolean;
  allowDeletes?: boolean;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Further names by which assistants reach it, such as that of a proxy. */
  allowedHosts: readonly string[];
  mostConnections?: number;
}

export interface HttpServer {
  url: string;
  close(): Promise<void>;
}

const path = "/mcp";
/** Both forms: that of the address, and that of its host. */
const metadataPath = "/.well-known/oauth-protected-resource";

/** Resolves once it listens. */
export const serveHttp = async (options: HttpOptions): Promise<HttpServer> => {
  const { host, port, allowedHosts, mostConnections = limits.connections.is } = options;
  const hosts = new Set(["localhost", "127.0.0.1", "[::1]", bracketed(host), ...allowedHosts]);
  const server = createServer((request, response) => {
    answer(request, response, hosts, options).catch((error: unknown) => {
      if (!response.headersSent)
        refuse(response, 500, error instanceof Error ? error.message : String(error));
    });
  });
  limitConnections(server, mostConnections);
  gateConnections(server);
  server.listen(port, host);
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${bracketed(host)}:${taken}${path}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
};

const bracketed = (host: string): string => (host.includes(":") ? `[${host}]` : host);

const answer = async (
  request: IncomingMessage,
  response: ServerResponse,
  known: ReadonlySet<string>,
  { clientOf, issuer: askIssuer, allowWrites, allowDeletes = false }: HttpOptions,
): Promise<void> => {
  const { host, origin, authorization } = request.headers;
  const issuer = await askIssuer();
  const hosts = new Set([...known, ...(issuer?.resource ? [hostnameOf(issuer.resource)] : [])]);
  if (!hosts.has(hostnameOf(`http://${host}`)))
    return refuse(response, 403, `The host ${host} is not allowed. Start bellwether mcp with --allow-host.`);
  if (origin !== undefined && !hosts.has(hostnameOf(origin)))
    return refuse(response, 403, `Requests from pages of ${origin} are not allowed.`);
  const resource = issuer?.resource ?? `http://${host}${path}`;
  const scopes = allowWrites ? ["read", "edit"] : ["read"];
  if (issuer && request.method === "GET" && request.url?.split("?")[0]?.startsWith(metadataPath))
    return sendMetadata(response, resource, issuer, scopes);
  const challenge = issuer ? { resource, scopes } : undefined;
  if (request.url !== path) return refuse(response, 404, `There is nothing here: use ${path}.`);
  if (request.method !== "POST") {
    response.setHeader("allow", "POST");
    return refuse(response, 405, "Send requests with POST. There are no sessions.");
  }
  const key = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (key === undefined)
    return refuseKey(response, "The API key is missing. Send it as Authorization: Bearer KEY.", challenge);
  const client = clientOf(key, resource);
  try {
    await client.get("/accounts/current");
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 401)
      return refuseKey(response, error.message, challenge, ', error="invalid_token"');
    return refuse(response, error instanceof NoResponse ? 502 : 503, (error as Error).message);
  }
  const server = createMcpServer({ client, allowWrites, allowDeletes });
  const transport = new StreamableHTTPServerTransport({});
  response.on("close", () => void server.close());
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response);
};

/** `localhost` of `http://localhost:8080`; empty if it is no URL. */
const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : "");

interface Challenge {
  resource: string;
  scopes: readonly string[];
}

const refuseKey = (
  response: ServerResponse,
  message: string,
  challenge: Challenge | undefined,
  why = "",
): void => {
  const where = challenge
    ? `, resource_metadata="${metadataUrl(challenge.resource)}", scope="${challenge.scopes.join(" ")}"`
    : "";
  response.setHeader("www-authenticate", `Bearer realm="Bellwether"${why}${where}`);
  refuse(response, 401, message);
};

const metadataUrl = (resource: string): string => {
  const { origin, pathname } = new URL(resource);
  return `${origin}${metadataPath}${pathname}`;
};

const sendMetadata = (
  response: ServerResponse,
  resource: string,
  { issuer }: Issuer,
  scopes: readonly string[],
): void => {
  response.writeHead(200, { "content-type": "application/json", "cache-control": "no-cache" });
  response.end(
    JSON.stringify({
      resource,
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ["header"],
      resource_name: "Bellwether",
    }),
  );
};

/** In the form of JSON-RPC, which clients show. */
const refuse = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } }));
};
