// Signature of a request to Azure Blob Storage, by a key of the account:
// https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key.

import { createHmac } from "node:crypto";

export interface SignedRequest {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** Value of the header `authorization`. `key` in base64. */
export const sharedKey = ({ method, url, headers }: SignedRequest, account: string, key: string): string => {
  const length = headers["content-length"] ?? "";
  const standard = [
    headers["content-encoding"],
    headers["content-language"],
    length === "0" ? "" : length,
    headers["content-md5"],
    headers["content-type"],
    headers.date,
    headers["if-modified-since"],
    headers["if-match"],
    headers["if-none-match"],
    headers["if-unmodified-since"],
    headers.range,
  ].map((value) => value ?? "");
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith("x-ms-"))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value.trim()}`);
  const parameters = [...url.searchParams]
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`);
  const text = [method, ...standard, ...own, `/${account}${url.pathname}`, ...parameters].join("\n");
  return `SharedKey ${account}:${createHmac("sha256", Buffer.from(key, "base64")).update(text, "utf8").digest("base64")}`;
};
