// Verification of what a browser sends of a passkey. The device has to have verified its user, by a fingerprint
// or a PIN, so that a passkey is two factors in one. Where it was made is not asked for.

import type { Passkey } from "../store/passkeys.js";

/** Where the pages of the service are, as browsers see them. */
export interface Site {
  /** Host without a port: what passkeys are for. */
  host: string;
  origin: string;
}

/** WebAuthn is loaded when somebody has a passkey. */
const webauthn = () => import("@simplewebauthn/server");

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

export const creationOptions = async (
  { host }: Site,
  { id, email }: { id: string; email: string },
  known: readonly Passkey[],
) =>
  (await webauthn()).generateRegistrationOptions({
    rpName: "Bellwether",
    rpID: host,
    userName: email,
    userID: bytesOf(id),
    attestationType: "none",
    excludeCredentials: known.map(named),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });

export const requestOptions = async ({ host }: Site) =>
  (await webauthn()).generateAuthenticationOptions({ rpID: host, userVerification: "required" });

const named = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  transports: transports as ("internal" | "usb")[],
});

/** Throws what does not hold. */
export const verifyNew = async (
  { host, origin }: Site,
  challenge: string,
  response: unknown,
): Promise<Pick<Passkey, "credentialId" | "publicKey" | "counter">> => {
  const { verified, registrationInfo } = await (await webauthn()).verifyRegistrationResponse({
    response: response as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  });
  if (!verified || !registrationInfo) throw new Error("the signature does not hold");
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64"), counter };
};

/** The counter of the device after it. Throws what does not hold. */
export const verifySigned = async (
  { host, origin }: Site,
  challenge: string,
  response: unknown,
  { credentialId, publicKey, counter }: Passkey,
): Promise<number> => {
  const { verified, authenticationInfo } = await (await webauthn()).verifyAuthenticationResponse({
    response: response as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, "base64")), counter },
    requireUserVerification: true,
  });
  if (!verified) throw new Error("the signature does not hold");
  return authenticationInfo.newCounter;
};
