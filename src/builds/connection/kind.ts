// A connection's result is made from its configuration alone.

import { type Account, Waiting } from "../kind/account.js";
import type { Kind } from "../kind/kind.js";
import type { DataDirectory, RecordedResource } from "../kind/recorded.js";
import type { ConnectionAccess } from "./access.js";

type Connection = RecordedResource<"connections">;

export const connections: Kind<"connections", ConnectionAccess> = {
  version: 1,
  read: (connection) => ({ from: connection.config, input: (data) => accessTo(connection, data) }),
  isConnected: () => true,
};

/** Whoever reads a connection does not wait for it to work: it may work again by the time it is used. */
export const connectionOf = (
  { connection_id: id }: { connection_id?: string },
  account: Account,
): Connection | null => {
  if (id === undefined) return null;
  const connection = account.inUse("connections", id);
  if (!connection) throw new Waiting("Waiting for a connection that is archived or deleted.");
  return connection;
};

export const accessTo = (
  { config }: Connection,
  { dataDir, privateAddresses, sealingKeyCommand, isTlsRequired }: DataDirectory,
): ConnectionAccess => ({
  options: config.options,
  dataDir,
  privateAddresses,
  sealingKeyCommand,
  isTlsRequired,
});
