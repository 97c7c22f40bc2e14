// Wrong passwords and sign-ups: each costs the server a slow hash or an account, and nobody needs a key for
// them. Some name the address of somebody else, who must not be locked out.

import { ask } from "../ask.js";
import type { Attack } from "../attack.js";

const perRound = 4;

export const signIns: Attack = {
  name: "sign-ins",
  hasAccount: false,
  everyMs: 1_000,
  begin: (target) => async (number) => {
    const signIn = (email: string) =>
      ask(target, { method: "POST", path: "/sessions", body: { email, password: "a wrong password" } });
    const others = Array.from({ length: perRound }, (_, i) => signIn(`nobody${number}.${i}@example.com`));
    const name = `Stranger ${number}`;
    await Promise.all([
      ...others,
      signIn(target.aim.victimEmail),
      ask(target, { method: "POST", path: "/accounts", body: { name, email: `s${number}@example.com` } }),
    ]);
  },
};
