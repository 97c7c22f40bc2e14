// Everything that a step needs to open a connection, and the address of its server. Where private addresses
// are forbidden, the exact address that was looked up and checked is connected to.

import { lookup } from "node:dns/promises";
import {
  type BucketOptions,
  type ConnectionOptions,
  isSocket,
  type ProgramOptions,
} from "../../domain/data/connection.js";
import { isBucket, isProgram } from "../../domain/data/connections/registry.js";
import { isVerifiedTls } from "../../domain/data/connections/verified-tls.js";
import { isPrivateAddress } from "../../domain/machine/private-address.js";
import { refuse } from "../../errors/refusal.js";
import { sealingKey, unseal } from "../../store/secrets.js";

/** The secret is still sealed. */
export interface ConnectionAccess<O extends ConnectionOptions = ConnectionOptions> {
  options: O;
  /** The directory of the key. */
  dataDir: string;
  /** Command that prints the key in place of the directory. */
  sealingKeyCommand?: string | undefined;
  /** Whether the secret goes to servers alone whose certificate is checked. */
  isTlsRequired?: boolean | undefined;
  /** Whether the server may be on this machine or its network. */
  privateAddresses: boolean;
  /** Server in place of a cloud service, and the factor of its pauses; for tests alone. */
  endpoint?: { url: string; pauseScale: number };
}

export const isBucketAccess = (access: ConnectionAccess): access is ConnectionAccess<BucketOptions> =>
  isBucket(access.options.type);

export const isProgramAccess = (access: ConnectionAccess): access is ConnectionAccess<ProgramOptions> =>
  isProgram(access.options.type);

/** Refuses `connection-tls-required`: a connection may be older than that rule. */
export const secretOf = ({
  options,
  dataDir,
  sealingKeyCommand,
  isTlsRequired,
}: ConnectionAccess): string => {
  if (isTlsRequired && !isVerifiedTls(options)) throw refuse("connection-tls-required");
  return unseal(sealingKey(dataDir, sealingKeyCommand), options.sealed_password);
};

/** The host itself where private addresses are allowed. Refuses `connection-address-forbidden`. */
export const addressOf = async (host: string, privateAddresses: boolean): Promise<string> => {
  if (privateAddresses) return host;
  if (isSocket(host)) throw refuse("connection-address-forbidden", { host });
  const found = await lookup(host, { all: true });
  const open = found.find(({ address }) => !isPrivateAddress(address));
  if (!open) throw refuse("connection-address-forbidden", { host });
  return open.address;
};
