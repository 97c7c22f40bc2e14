// Public lookup: names become addresses outside of this machine and its networks, or nothing. It is given to
// whatever opens the connection, so the address that was checked is the one that is connected to, and a name
// that resolves differently the second time does not help an attacker.

import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { isPrivateAddress } from "../domain/machine/private-address.js";

export class ForbiddenAddress extends Error {
  override name = "ForbiddenAddress";

  constructor(readonly host: string) {
    super(`${host} is a private address, which is forbidden here`);
  }
}

export const lookupPublic: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    const open = addresses.filter(({ address }) => !isPrivateAddress(address));
    if (open.length === 0) return done(new ForbiddenAddress(hostname), []);
    const [{ address, family }] = open as [LookupAddress];
    return options.all ? done(null, open) : done(null, address, family);
  });
