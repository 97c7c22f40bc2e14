// Sign-in throttle: slows down guessing of passwords, by e-mail address and by network address, over all processes of the service.

import type { Db } from "../db/connection.js";
import { limits } from "../domain/limits.js";
import type { EpochMs } from "../domain/resource.js";
import { refuse } from "../errors/refusal.js";
import {
  failuresBefore,
  forgetAttempts,
  forgetAttemptsBefore,
  noteAttempt,
  type SignInAttempt,
  subjectOf,
} from "../store/failed-sign-ins.js";

const windowMs = 15 * 60_000;

/** A sign-in counts as failed until it succeeds, so that simultaneous guesses count too. */
export class SignInThrottle {
  constructor(private readonly db: Db) {}

  /** Runs a sign-in, which fails by throwing. Throws `sign-ins-too-many` without running it after too many failures. */
  async attempt<T>(emailKey: string, address: string, now: EpochMs, signIn: () => Promise<T>): Promise<T> {
    await forgetAttemptsBefore(this.db.kysely, now - windowMs);
    const ofEmail = await noteAttempt(this.db, subjectOf("e-mail", emailKey), now);
    const ofAddress = await noteAttempt(this.db, subjectOf("address", address), now);
    const seconds = Math.max(
      await this.waitSeconds(ofEmail, limits.signInsPerEmail.is, now),
      await this.waitSeconds(ofAddress, limits.signInsPerAddress.is, now),
    );
    if (seconds > 0) {
      await forgetAttempts(this.db.kysely, [ofEmail, ofAddress]);
      throw refuse("sign-ins-too-many", { seconds });
    }
    const done = await signIn();
    await forgetAttempts(this.db.kysely, [ofEmail, ofAddress]);
    return done;
  }

  /** Seconds until the number of recent failures is below the limit. A failure of later than now is from before the clock was set back. */
  private async waitSeconds(attempt: SignInAttempt, max: number, now: EpochMs): Promise<number> {
    const failures = await failuresBefore(this.db.kysely, attempt, { after: now - windowMs, until: now });
    const oldest = failures.at(-max);
    return oldest === undefined ? 0 : Math.ceil((oldest + windowMs - now) / 1000);
  }
}
