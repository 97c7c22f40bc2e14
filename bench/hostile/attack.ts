// An attack: one weakness that somebody looks for, in rounds. Each has a file in `attacks`, whose header says
// which weakness it is, and a line in `attacks.ts`. Rounds have a pace of their own, so that an attack costs
// its own process as much when the server answers fast.

import { Agent } from "node:http";

export interface Attack {
  name: string;
  /** Whether it uses the adversary's account; otherwise it has no key. */
  hasAccount: boolean;
  /** From the start of a round to the start of the next one, at least. */
  everyMs: number;
  /** Makes what the rounds need, and returns the round. A round never throws for an answer or for none. */
  begin(target: Target): Round | Promise<Round>;
}

export type Round = (number: number) => Promise<unknown>;

/** Address and knowledge of the attacks of the account, and of those without a key. */
export interface Aim {
  port: number;
  account: { host: string; localAddress?: string; key: string };
  nobody: { host: string };
  /** E-mail address of somebody else. */
  victimEmail: string;
  /** Cohorts of the adversary with people in them: those who attain an outcome, and those who are predicted. */
  cohortIds: [attainment: string, eligible: string];
  /** Orders for the adversary's own chain: a header and rows. */
  orders: string;
}

/** One attack's view of the server. It counts what comes back. */
export class Target {
  /** By status, or by why there was no answer. */
  readonly answers: Record<string, number> = {};
  readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly host: string;
  readonly localAddress: string | undefined;
  readonly key: string | undefined;

  constructor(
    { hasAccount }: Pick<Attack, "hasAccount">,
    readonly aim: Aim,
    /** Aborted when the attack is to end. */
    readonly signal: AbortSignal,
    private readonly onAnswer: () => void = () => {},
  ) {
    const { account, nobody } = aim;
    this.host = hasAccount ? account.host : nobody.host;
    this.localAddress = hasAccount ? account.localAddress : undefined;
    this.key = hasAccount ? account.key : undefined;
  }

  get port(): number {
    return this.aim.port;
  }

  count(answer: string | number): void {
    this.answers[answer] = (this.answers[answer] ?? 0) + 1;
    this.onAnswer();
  }
}
