// Passkeys of the browser's device: making one, and signing with one.

import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { answer, api } from "./client.js";

/** Asks the device to make one. Refused by the user or the browser, it throws a `DOMException`. */
export const createPasskey = async (current_password: string, name: string) => {
  const { options } = await answer(
    api.POST("/sessions/current/passkeys/options", { body: { current_password } }),
  );
  const credential = await startRegistration({ optionsJSON: options as never });
  return answer(api.POST("/sessions/current/passkeys", { body: { name, credential: credential as never } }));
};

export const signInByPasskey = async () => {
  const { options } = await answer(api.POST("/sessions/passkey/options"));
  const credential = await startAuthentication({ optionsJSON: options as never });
  return answer(api.POST("/sessions/passkey", { body: { credential: credential as never } }));
};

/** What is said of an error that is no answer of the service. */
export const passkeyTrouble = (error: Error | null): string | undefined => {
  if (error === null || "status" in error) return undefined;
  return error.name === "InvalidStateError"
    ? "This device has a passkey of yours already."
    : "The device gave no passkey. It was cancelled, took too long, or has no screen lock. Try again.";
};
