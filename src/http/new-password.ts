// New passwords of users: refused where they are guessable, and hashed.

import { isGuessable } from "../domain/account/guessable.js";
import { refuse } from "../errors/refusal.js";
import { hashPassword } from "../store/passwords.js";

/** `known`: what others know of the user, such as the address. Refuses `password-guessable`. */
export const hashNewPassword = async (password: string, known: readonly string[]): Promise<string> => {
  if (isGuessable(password, known))
    throw refuse("password-guessable", {}, [
      { path: "password", message: "is guessable", context: { errorType: "guessable" } },
    ]);
  return hashPassword(password);
};
