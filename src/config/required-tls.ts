// The rule that nothing of the service travels without TLS whose certificate is checked: to PostgreSQL, the mail server,
// object storage and the cluster. Servers on this machine are exempt.

import { parseClusterAddress } from "../domain/machine/cluster-address.js";
import { isLoopback } from "../domain/machine/private-address.js";

/** Addresses of the servers that are set. */
interface Servers {
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  filesEndpoint: string | undefined;
  sparkUrl: string | undefined;
}

/** Changes that the settings need, a sentence each. */
export const withoutTls = ({ databaseUrl, smtpUrl, filesEndpoint, sparkUrl }: Servers): string[] => [
  ...(databaseUrl === undefined || isDatabaseVerified(new URL(databaseUrl))
    ? []
    : ["DATABASE_URL needs sslmode=verify-full (and sslrootcert=FILE, to accept one authority alone)."]),
  ...(smtpUrl === undefined || isMailVerified(new URL(smtpUrl))
    ? []
    : ["SMTP_URL needs smtps://, or requireTLS=true, and a certificate that is checked."]),
  ...(filesEndpoint === undefined || isSecureUrl(filesEndpoint)
    ? []
    : ["BELLWETHER_FILES_ENDPOINT needs https://."]),
  ...(sparkUrl === undefined || isSecureUrl(parseClusterAddress(sparkUrl)?.origin ?? "")
    ? []
    : ["BELLWETHER_SPARK_URL needs use_ssl=true or a token."]),
];

const isHere = ({ hostname }: URL): boolean => isLoopback(hostname.replace(/^\[|\]$/g, ""));

const isSecureUrl = (text: string): boolean =>
  URL.canParse(text) && (text.startsWith("https:") || isHere(new URL(text)));

/** A host of the query goes before that of the address, and may be the directory of a socket. */
const isDatabaseVerified = (url: URL): boolean => {
  const named = url.searchParams.get("host") ?? "";
  if (named.startsWith("/")) return true;
  const host = named === "" ? url.hostname : named;
  if (host === "" || isLoopback(host.replace(/^\[|\]$/g, ""))) return true;
  return url.searchParams.get("sslmode") === "verify-full";
};

const isMailVerified = (url: URL): boolean => {
  if (isHere(url)) return true;
  if (url.searchParams.get("tls.rejectUnauthorized") === "false") return false;
  const isForced = url.searchParams.get("requireTLS") === "true";
  return url.protocol === "smtps:" || (isForced && url.searchParams.get("ignoreTLS") !== "true");
};
