// A session with an owner's bucket. Wrong settings are refused in words that say what to change; a storage
// that cannot be reached is tried again later.

import type { S3Client } from "@aws-sdk/client-s3";
import { namedHost, type S3Options } from "../../../../domain/data/connection.js";
import { isPrivateAddress } from "../../../../domain/machine/private-address.js";
import { Refusal, refuse, retryLater } from "../../../../errors/refusal.js";
import { worldTrouble } from "../../../../errors/world.js";
import { ForbiddenAddress, lookupPublic } from "../../../../notify/public-lookup.js";
import { EndlessList, openS3Client } from "../../../../objects/s3-client.js";
import { type ConnectionAccess, secretOf } from "../../access.js";

export type BucketAccess = ConnectionAccess<S3Options>;

export interface OwnedBucket {
  client: S3Client;
  bucket: string;
  /** Prefix of the names of objects: empty, or with a slash at the end. */
  prefix: string;
}

/** Runs `work`. Refuses `connection-failed`, `connection-address-forbidden` and `bucket-unreachable`. */
export const withBucket = async <T>(
  access: BucketAccess,
  work: (bucket: OwnedBucket) => Promise<T>,
): Promise<T> => {
  const { options, privateAddresses } = access;
  const { endpoint, region, bucket, prefix, access_key_id: accessKeyId } = options;
  const host = namedHost(options);
  if (!privateAddresses && host !== undefined && isPrivateAddress(host))
    throw refuse("connection-address-forbidden", { host });
  const client = openS3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey: secretOf(access) },
    ...(!privateAddresses && { lookup: lookupPublic }),
  });
  try {
    return await work({ client, bucket, prefix: prefix === undefined ? "" : `${prefix}/` });
  } catch (error) {
    throw bucketRefusal(error, options);
  } finally {
    client.destroy();
  }
};

interface Fault extends Error {
  code?: unknown;
  Region?: unknown;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
}

/** Refusal for an error of the storage or of the network. Every other error stays what it is. */
const bucketRefusal = (error: unknown, options: S3Options): unknown => {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const forbidden = [error, error.cause].find((each) => each instanceof ForbiddenAddress);
  if (forbidden) return refuse("connection-address-forbidden", { host: forbidden.host });
  if (error instanceof EndlessList) return refuse("connection-failed", { detail: error.message });
  if (worldTrouble(error) || !isOfStorage(error)) return error;
  return isTemporary(error)
    ? retryLater("bucket-unreachable", { detail: said(error) }, error)
    : refuse("connection-failed", { detail: detailOf(error, options) });
};

const isOfStorage = (error: Fault): boolean =>
  (!(error instanceof TypeError) && "$metadata" in error) ||
  typeof error.code === "string" ||
  error.name === "TimeoutError";

const temporaryNames =
  /^(TimeoutError|SlowDown|ServiceUnavailable|InternalError|RequestTimeout|OperationAborted|Throttling\w*)$/;
const temporaryCodes = /^(ECONN|ETIMEDOUT|EAI_AGAIN|EHOST|ENETUNREACH|ENETDOWN|EPIPE)/;

const isTemporary = ({ name, code, $metadata }: Fault): boolean =>
  temporaryNames.test(name) || temporaryCodes.test(String(code)) || ($metadata?.httpStatusCode ?? 0) >= 500;

const detailOf = (error: Fault, { bucket, region, access_key_id: key }: S3Options): string => {
  const { name, $metadata, $response, Region } = error;
  const home = Region ?? $response?.headers?.["x-amz-bucket-region"];
  switch (name) {
    case "InvalidAccessKeyId":
      return `the storage does not know the access key ${key}`;
    case "SignatureDoesNotMatch":
      return `the secret is not that of access key ${key}`;
    case "NoSuchBucket":
      return `there is no bucket ${bucket}`;
    case "PermanentRedirect":
    case "AuthorizationHeaderMalformed":
    case "IllegalLocationConstraintException":
      return `bucket ${bucket} is not in region ${region}${home ? ` but in ${home}` : ""}`;
    case "RequestTimeTooSkewed":
      return "the clock of this service differs too much from that of the storage";
  }
  if ($metadata?.httpStatusCode === 403)
    return `access key ${key} may not do this in bucket ${bucket}: a connection needs the permissions to list, to read and, for targets, to write objects`;
  return said(error);
};

/** Without what only operators understand. */
const said = ({ name, code, message, $metadata }: Fault): string => {
  const { httpStatusCode: status } = $metadata ?? {};
  if (typeof code === "string" && message === "") return code;
  if (name === "Error" || name === "TimeoutError") return message;
  return [name, status === undefined ? "" : `(${status})`].filter((part) => part !== "").join(" ");
};
