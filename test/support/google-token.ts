// Google's tokens for tests: a service account, and the answers to its signed claims, which are verified.
// https://developers.google.com/identity/protocols/oauth2/service-account

import { createVerify, generateKeyPairSync, randomUUID } from "node:crypto";

export interface TokenAnswer {
  status: number;
  body: object;
}

export interface GoogleTokens {
  /** JSON of the service account's key. It names a place for tokens that nobody may ask. */
  credentials: string;
  /** Answer to the form that was sent. */
  answer(sent: string): TokenAnswer;
  isValid(authorization: string | undefined): boolean;
}

export const serviceAccount = "bellwether@my-shop.iam.gserviceaccount.com";

export const googleTokens = (allowedScope: string): GoogleTokens => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const tokens = new Set<string>();
  const claimFault = (assertion: string): string | undefined => {
    const [header, claims, signature] = assertion.split(".") as [string, string, string];
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    const verifier = createVerify("RSA-SHA256").update(`${header}.${claims}`);
    if (!verifier.verify(publicKey, signature, "base64url")) return "Invalid JWT Signature.";
    const { alg, kid } = read(header);
    const { iss, scope, aud, iat, exp } = read(claims);
    const now = Date.now() / 1000;
    const isRight =
      [alg, kid, iss].join() === `RS256,key-1,${serviceAccount}` &&
      scope === allowedScope &&
      aud === "https://oauth2.googleapis.com/token";
    return isRight && iat <= now + 1 && now < exp && exp - iat <= 3600 ? undefined : "Invalid claims.";
  };
  return {
    credentials: JSON.stringify({
      type: "service_account",
      project_id: "my-shop",
      private_key_id: "key-1",
      client_email: serviceAccount,
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
      token_uri: "http://127.0.0.1:1/elsewhere",
    }),
    answer: (sent) => {
      const form = new URLSearchParams(sent);
      if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer")
        return { status: 400, body: { error: "unsupported_grant_type" } };
      const fault = claimFault(form.get("assertion") ?? "");
      if (fault) return { status: 400, body: { error: "invalid_grant", error_description: fault } };
      const access_token = randomUUID();
      tokens.add(access_token);
      return { status: 200, body: { access_token, expires_in: 3599, token_type: "Bearer" } };
    },
    isValid: (authorization) => tokens.has(authorization?.replace(/^Bearer /, "") ?? ""),
  };
};
