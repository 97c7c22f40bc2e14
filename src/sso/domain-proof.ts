// Proof that an e-mail domain belongs to an account: a TXT record in the DNS with the account's token.

import { Resolver } from "node:dns/promises";

/** The record is below the domain, so that it stands in nobody's way. */
export const recordName = (domain: string): string => `_bellwether.${domain}`;
export const recordText = (token: string): string => `bellwether-domain=${token}`;

const timeoutMs = 3_000;
const tries = 2;

/**
 * Undefined if the record is there, otherwise what is there instead. `servers`: addresses of name servers; empty: those
 * of the machine.
 */
export const missingProof = async (
  { domain, token }: { domain: string; token: string },
  servers: readonly string[],
): Promise<string | undefined> => {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers.length > 0) resolver.setServers([...servers]);
  try {
    const records = (await resolver.resolveTxt(recordName(domain))).map((parts) => parts.join(""));
    if (records.some((text) => text.trim() === recordText(token))) return undefined;
    return `its ${records.length === 1 ? "record has" : `${records.length} records have`} another text`;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return ["ENOTFOUND", "ENODATA"].includes(code)
      ? "there is no such record"
      : `the name server did not answer (${code})`;
  }
};
