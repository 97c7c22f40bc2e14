// Network address of whoever sends a request. Behind a proxy every connection comes from the proxy, which
// adds to `X-Forwarded-For` whose request it passes on. Whatever stands before that, the client may have
// written itself: so the addresses are read from the right, and only as far as trusted proxies have written
// them. `Forwarded` is not read: a proxy that writes one of the two passes the other on as the client wrote
// it.

import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import { inRanges } from "../domain/machine/address-ranges.js";

declare module "fastify" {
  interface FastifyRequest {
    /** As far as trusted proxies say. */
    readonly clientAddress: string;
  }
}

/** `proxies`: see `isAddressRange`. */
export const knowClients = (app: FastifyInstance, proxies: readonly string[] = []): void => {
  const isTrusted = inRanges(proxies);
  app.decorateRequest("clientAddress", {
    getter() {
      const { headers, socket } = this.raw;
      return clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"], isTrusted);
    },
  });
};

/** `forwarded`: the header, whose lines Node joins by commas. */
export const clientAddress = (
  connected: string,
  forwarded: string | string[] | undefined,
  isTrusted: (address: string) => boolean,
): string => {
  if (forwarded === undefined || !isTrusted(connected)) return connected;
  const passedOn = String(forwarded).split(",");
  let address = connected;
  while (passedOn.length > 0 && isTrusted(address)) {
    const before = withoutPort(passedOn.pop()!.trim());
    // A proxy that does not know says `unknown`: then its own address is the last that is known.
    if (isIP(before) === 0) break;
    address = before;
  }
  return address;
};

/** Some proxies write `192.0.2.7:4711` and `[2001:db8::7]:4711`. */
const withoutPort = (text: string): string =>
  /^\[(.*)\](:\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
