// Sign-in throttle: slows down guessing of passwords, over all processes of the service, and locks nobody out. Failures count
//   - of a browser that has signed in before, for itself alone: see `known-browser.ts`;
//   - of any other, for its network address, for the e-mail address as tried from there, and for the e-mail address in all.
// So a stranger uses up his own sign-ins, and many strangers together only those of browsers that are not known. After a number of
// failures each further one doubles the pause until the next attempt.

import type { Db } from "../db/connection.js";
import { limits } from "../domain/resource/limits.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";
import {
  failuresBefore,
  forgetAttempts,
  forgetAttemptsBefore,
  noteAttempt,
  type SignInAttempt,
  subjectOf,
} from "../store/failed-sign-ins.js";
import { networkOf } from "./request-limits.js";

const windowMs = 15 * 60_000;
const longestPauseMs = 5 * 60_000;

/** Someone who tries to sign in. `browser`: the id of a browser that may have sign-ins of its own. */
export interface Trier {
  emailKey: string;
  address: string;
  browser?: string | undefined;
}

/** A sign-in counts as failed until it succeeds, so that simultaneous guesses count too. */
export class SignInThrottle {
  constructor(private readonly db: Db) {}

  /** Runs a sign-in, which fails by throwing. Throws `sign-ins-too-many` without running it after too many failures. */
  async attempt<T>(trier: Trier, now: EpochMs, signIn: () => Promise<T>): Promise<T> {
    await forgetAttemptsBefore(this.db.kysely, now - windowMs);
    const attempts: SignInAttempt[] = [];
    let seconds = 0;
    for (const { subject, most } of countedFor(trier)) {
      const attempt = await noteAttempt(this.db, subject, now);
      attempts.push(attempt);
      seconds = Math.max(seconds, await this.waitSeconds(attempt, most, now));
    }
    if (seconds > 0) {
      await forgetAttempts(this.db.kysely, attempts);
      throw refuse("sign-ins-too-many", { seconds });
    }
    const done = await signIn();
    await forgetAttempts(this.db.kysely, attempts);
    return done;
  }

  /**
   * Seconds until the pause after the last failure is over. A failure of later than now is from before the
   * clock was set back.
   */
  private async waitSeconds(attempt: SignInAttempt, most: number, now: EpochMs): Promise<number> {
    const failures = await failuresBefore(this.db.kysely, attempt, { after: now - windowMs, until: now });
    const newest = failures.at(-1);
    if (newest === undefined || failures.length < most) return 0;
    const pauseMs = Math.min(longestPauseMs, 1_000 * 2 ** (failures.length - most));
    return Math.max(0, Math.ceil((newest + pauseMs - now) / 1000));
  }
}

const countedFor = ({ emailKey, address, browser }: Trier): { subject: string; most: number }[] => {
  if (browser !== undefined)
    return [{ subject: subjectOf("browser", browser), most: limits.signInsPerBrowser.is }];
  const network = networkOf(address);
  return [
    { subject: subjectOf("pair", `${network} ${emailKey}`), most: limits.signInsPerPair.is },
    { subject: subjectOf("address", network), most: limits.signInsPerAddress.is },
    { subject: subjectOf("e-mail", emailKey), most: limits.signInsPerEmail.is },
  ];
};
