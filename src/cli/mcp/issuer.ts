// Issuer of tokens for assistants: the service that the MCP server is a client of. What it says of itself is kept for a
// minute, so that strangers cause no requests to it, and a service that was away is found again.

import type { Client } from "../client.js";

export interface Issuer {
  /** Where assistants look for it. */
  issuer: string;
  /** The address for which it issues tokens; undefined: any on this machine. */
  resource: string | undefined;
}

interface Metadata {
  issuer: string;
  protected_resources?: string[];
}

const keptMs = 60_000;

/** `client`: without a key. Undefined where the service issues no tokens, or does not answer. */
export const issuerAt = (
  client: Pick<Client, "get">,
  clock: () => number = Date.now,
): (() => Promise<Issuer | undefined>) => {
  let known: Promise<Issuer | undefined> | undefined;
  let until = 0;
  return () => {
    if (known === undefined || clock() >= until) {
      until = clock() + keptMs;
      known = client.get<Metadata>("/.well-known/oauth-authorization-server").then(
        ({ issuer, protected_resources: [resource] = [] }) => ({ issuer, resource }),
        () => undefined,
      );
    }
    return known;
  };
};
