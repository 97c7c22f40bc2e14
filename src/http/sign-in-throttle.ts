// Guessing passwords is made slow: of an address of e-mail, and from an address of the network, only so many sign-ins may
// fail in a quarter of an hour. A sign-in counts as failed from its beginning until it succeeds, so that guesses sent all at
// once count too. That is of this process, and begins anew with it.

import { refuse } from "../errors/refusal.js";

const windowMs = 15 * 60_000;
const mostOfEmail = 10;
const mostOfAddress = 50;

/** Those who have not failed lately are forgotten once there are so many. */
const mostKnown = 10_000;

export class SignInThrottle {
  /** When sign-ins failed, oldest first, by what they are counted by. */
  private readonly failures = new Map<string, number[]>();

  /** Carries out a sign-in, which fails by throwing. Throws `sign-ins-too-many` instead where there were. */
  async attempt<T>(emailKey: string, address: string, nowMs: number, signIn: () => Promise<T>): Promise<T> {
    const counted = [`e-mail ${emailKey}`, `address ${address}`];
    const [ofEmail, ofAddress] = counted.map((name) => this.recent(name, nowMs)) as [number[], number[]];
    const seconds = Math.max(
      waitSeconds(ofEmail, mostOfEmail, nowMs),
      waitSeconds(ofAddress, mostOfAddress, nowMs),
    );
    if (seconds > 0) throw refuse("sign-ins-too-many", { seconds });
    for (const name of counted) this.failures.set(name, [...this.recent(name, nowMs), nowMs]);
    const done = await signIn();
    for (const name of counted) this.takeBack(name, nowMs);
    return done;
  }

  private recent(name: string, nowMs: number): number[] {
    if (this.failures.size >= mostKnown) this.forgetOld(nowMs);
    return (this.failures.get(name) ?? []).filter((at) => at > nowMs - windowMs);
  }

  private takeBack(name: string, at: number): void {
    const known = this.failures.get(name) ?? [];
    this.failures.set(name, known.toSpliced(known.indexOf(at), 1));
  }

  private forgetOld(nowMs: number): void {
    for (const [name, known] of this.failures)
      if ((known.at(-1) ?? 0) <= nowMs - windowMs) this.failures.delete(name);
  }
}

/** Until the failure that is one too many is a quarter of an hour old. */
const waitSeconds = (failures: readonly number[], most: number, nowMs: number): number => {
  const oldest = failures.at(-most);
  return oldest === undefined ? 0 : Math.ceil((oldest + windowMs - nowMs) / 1000);
};
