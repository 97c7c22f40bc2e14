// Connections on the way in and out. The password is encrypted at once and never returned.

import {
  canonicalType,
  cloudSqlSocket,
  isSocket,
  postgresAliases,
  supportedConnections,
} from "../../domain/connection.js";
import { isPrivateAddress } from "../../domain/private-address.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import { seal } from "../../store/secrets.js";
import { isObject, type JsonObject } from "../json.js";
import type { Draft } from "../kind.js";
import { connectionConfig } from "../schemas/connection.js";
import { conform } from "../validation.js";
import { recordOf } from "./record.js";

export const renderConnection = (connection: Resource<"connections">): JsonObject => {
  const { config, result, status, statusError } = connection;
  const { sealed_password: _, ...options } = config.options;
  return recordOf(connection, {
    options,
    directionality: "bidirectional",
    managed: false,
    contents: result?.tables.map((name) => ({ name })),
    contents_error: status === "error" ? statusError : undefined,
  });
};

/** Throws `connection-type-unsupported`. A patch without a type keeps it. */
export const respellConnection = (body: JsonObject): JsonObject => {
  const { options } = body;
  if (!isObject(options)) return body;
  if ("sealed_password" in options) throw invalid("options.sealed_password", "is not a known field");
  const { type, instance_connection_name: instance, ...rest } = options;
  if (type === undefined) return body;
  const canonical = canonicalType(type);
  checkType(String(canonical));
  const isCloudSql = type === "gcp_cloud_sql_postgres" && typeof instance === "string";
  const place = isCloudSql
    ? { host: cloudSqlSocket(instance) }
    : instance === undefined
      ? {}
      : { instance_connection_name: instance };
  return { ...body, options: { ...rest, ...place, type: canonical } };
};

/** Throws `body-invalid` and `connection-address-forbidden`. A change without a password keeps it. */
export const parseConnection =
  (key: Buffer, privateAddresses: boolean) =>
  (body: JsonObject): Draft<"connections"> => {
    const { name, options } = conform(connectionConfig, body);
    const { password, sealed_password: kept, ...rest } = options;
    const sealed_password = password === undefined ? kept : seal(key, password);
    if (sealed_password === undefined) throw invalid("options.password", "is required");
    const isForbidden = !privateAddresses && (isSocket(rest.host) || isPrivateAddress(rest.host));
    if (isForbidden) throw refuse("connection-address-forbidden", { host: rest.host });
    return { name, config: { options: { ...rest, sealed_password } } };
  };

/** Throws `body-invalid`: the password for one server must not be sent to another. */
export const checkSameServer = (
  { config: before }: Draft<"connections">,
  { config: after }: Draft<"connections">,
): void => {
  const isSame = before.options.host === after.options.host && before.options.port === after.options.port;
  const isGivenAgain = before.options.sealed_password !== after.options.sealed_password;
  if (!isSame && !isGivenAgain) throw invalid("options.password", "is required");
};

const checkType = (type: string): void => {
  if (supportedConnections.some((supported) => supported === type)) return;
  throw refuse(
    "connection-type-unsupported",
    { type, supported: [...supportedConnections, ...postgresAliases].join(", ") },
    [{ path: "options.type", message: "is not supported", context: { errorType: "unsupported_type" } }],
  );
};

const invalid = (path: string, message: string) =>
  refuse("body-invalid", { detail: `${path} ${message}` }, [
    { path, message, context: { errorType: "invalid" } },
  ]);
