// Tokens of a service account: a signed claim is exchanged for a bearer token of an hour, of Google's host
// alone, whatever address the file with the credentials names.
// https://developers.google.com/identity/protocols/oauth2/service-account

import { createPrivateKey } from "node:crypto";
import { refuse } from "../../../errors/refusal.js";
import type { CloudService } from "./service.js";
import { signedToken } from "./signed-token.js";

export interface ServiceAccount {
  client_email: string;
  private_key: string;
  private_key_id?: string;
}

const tokenAddress = "https://oauth2.googleapis.com/token";
const claimSeconds = 3_600;
const renewedSeconds = 300;

/** The token of this moment for a part of Google's services. Refuses `connection-failed` and what the service does. */
export const tokensOf = (
  service: CloudService,
  { client_email, private_key, private_key_id: kid }: ServiceAccount,
  scope: `https://www.googleapis.com/auth/${string}`,
): (() => Promise<string>) => {
  const key = createPrivateKey(private_key);
  let token = "";
  let until = 0;
  return async () => {
    const now = Math.floor(Date.now() / 1000);
    if (now <= until - renewedSeconds) return token;
    const claims = { iss: client_email, scope, aud: tokenAddress, iat: now, exp: now + claimSeconds };
    const { status, body } = await service.ask(() => ({
      url: `${service.urlOf("oauth2.googleapis.com")}/token`,
      method: "POST",
      body: new URLSearchParams({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: signedToken(key, claims, kid === undefined ? {} : { kid }),
      }),
    }));
    const answer = (body ?? {}) as Partial<TokenAnswer>;
    if (status !== 200 || answer.access_token === undefined)
      throw refuse("connection-failed", {
        detail: answer.error_description ?? answer.error ?? `Google answers HTTP ${status}`,
      });
    token = answer.access_token;
    until = now + (answer.expires_in ?? claimSeconds);
    return token;
  };
};

interface TokenAnswer {
  access_token: string;
  /** Seconds. */
  expires_in: number;
  error: string;
  error_description: string;
}
