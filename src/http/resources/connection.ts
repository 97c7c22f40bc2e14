// Connections on the way in and out. The secret is encrypted at once and never returned.
import { isDeepStrictEqual } from "node:util";
import { Type } from "@sinclair/typebox";
import {
  bucketAliases,
  type ConnectionOptions,
  canonicalType,
  cloudSqlSocket,
  connectionOptions,
  databaseAliases,
  isCloudSql,
  isSocket,
  namedHost,
  optionsOfAlias,
  serverOf,
} from "../../domain/data/connection.js";
import { connectionTypes, descriptorOf } from "../../domain/data/connections/registry.js";
import { isVerifiedTls } from "../../domain/data/connections/verified-tls.js";
import { isPrivateAddress } from "../../domain/machine/private-address.js";
import { entryOf } from "../../domain/resource/entry.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { closed, name, optional } from "../../domain/resource/schema.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import { seal, unseal } from "../../store/secrets.js";
import type { Draft } from "../kind.js";
import { conform } from "../validation.js";
import { secretFault, shownOf } from "./connection-secret.js";
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
  const place =
    isCloudSql(type) && typeof instance === "string"
      ? { host: cloudSqlSocket(instance) }
      : instance === undefined
        ? {}
        : { instance_connection_name: instance };
  return { ...body, options: { ...optionsOfAlias(type), ...rest, ...place, type: canonical } };
};

/** The schema of each type, with the new secret or the sealed one that is kept. */
const drafts = Object.fromEntries(
  connectionTypes.map((type) => {
    const secret = { [descriptorOf(type).secret.name]: optional(Type.String({ minLength: 1 })) };
    const sealed = { sealed_password: optional(Type.String()) };
    return [
      type,
      closed({ name, options: closed({ ...connectionOptions[type].properties, ...secret, ...sealed }) }),
    ];
  }),
);

/** Throws `body-invalid`, `connection-address-forbidden` and `connection-tls-required`. A change without a secret keeps it. The key may be replaced at any time. */
export const parseConnection =
  (keyNow: () => Buffer, privateAddresses: boolean, isTlsRequired: boolean) =>
  (body: JsonObject): Draft<"connections"> => {
    const key = keyNow();
    const type = isObject(body.options) ? String(body.options.type) : "";
    const draft = conform(entryOf(drafts, type) ?? drafts.postgres!, body) as {
      name: string;
      options: ConnectionOptions & Record<string, string | undefined>;
    };
    const { name: field, form } = descriptorOf(draft.options.type).secret;
    const { [field]: secret, sealed_password: kept, ...rest } = draft.options;
    const fault = secret === undefined ? null : secretFault(form, secret);
    if (fault !== null) throw invalid(`options.${field}`, fault);
    const sealed_password = secret === undefined ? kept : seal(key, secret);
    if (sealed_password === undefined) throw invalid(`options.${field}`, "is required");
    const shown = shownOf(form, () => secret ?? unseal(key, sealed_password));
    const options = { ...rest, ...shown, sealed_password } as ConnectionOptions;
    if ("endpoint" in options && options.endpoint !== undefined && !URL.canParse(options.endpoint))
      throw invalid("options.endpoint", "is not an address");
    const host = namedHost(options);
    const isForbidden = !privateAddresses && host !== undefined && (isSocket(host) || isPrivateAddress(host));
    if (isForbidden) throw refuse("connection-address-forbidden", { host });
    if (isTlsRequired && !isVerifiedTls(options)) throw refuse("connection-tls-required");
    return { name: draft.name, config: { options } };
  };

/**
 * Throws `body-invalid`: datasets and targets rely on the type, and the secret for one server must not be
 * sent to another.
 */
export const checkConnectionChange = (
  { config: { options: before } }: Draft<"connections">,
  { config: { options: after } }: Draft<"connections">,
): void => {
  if (before.type !== after.type)
    throw invalid("options.type", "cannot be changed. Create another connection");
  const isSame = isDeepStrictEqual(serverOf(before), serverOf(after));
  const isGivenAgain = before.sealed_password !== after.sealed_password;
  if (!isSame && !isGivenAgain)
    throw invalid(`options.${descriptorOf(after.type).secret.name}`, "is required");
};

const checkType = (type: string): void => {
  if (connectionTypes.some((supported) => supported === type)) return;
  throw refuse(
    "connection-type-unsupported",
    { type, supported: [...connectionTypes, ...databaseAliases, ...bucketAliases].join(", ") },
    [{ path: "options.type", message: "is not supported", context: { errorType: "unsupported_type" } }],
  );
};

const invalid = (path: string, message: string) =>
  refuse("body-invalid", { detail: `${path} ${message}` }, [
    { path, message, context: { errorType: "invalid" } },
  ]);
