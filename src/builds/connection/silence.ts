// Silence of a server: it owes an answer and sends nothing of one. A session that stays silent is ended, because it
// would hold a build for as long as the server likes. Notices are no answer, so a server cannot keep a session alive by
// them. Time in which we ask nothing or do not read is not the server's.

import type { Socket } from "node:net";
import { isSocket } from "../../domain/data/connection.js";
import { limits } from "../../domain/resource/limits.js";

export interface SilenceLimits {
  /** Longest silence of a server that answers a question about itself. */
  answerMs: number;
  /** Longest silence of a server that computes: a view may take minutes before its first row. */
  computingMs: number;
}

const usualLimits: SilenceLimits = {
  answerMs: limits.serverSilence.is * 1_000,
  computingMs: limits.serverComputing.is * 1_000,
};

export class Silence {
  private heardMs = performance.now();
  private computing = 0;
  private readonly watch: NodeJS.Timeout;

  /**
   * `owes`: whether the server is to send something. The socket is destroyed with the code of a network that gave up.
   */
  constructor(
    private readonly socket: Socket,
    private readonly host: string,
    private readonly owes: () => boolean,
    private readonly most: SilenceLimits = usualLimits,
  ) {
    this.watch = setInterval(() => this.look(), most.answerMs / 20).unref();
    socket.once("close", () => this.end());
  }

  /** The server has sent a message of an answer. */
  heard(): void {
    this.heardMs = performance.now();
  }

  /** Does work whose statements may compute for longer before they answer. */
  async whileComputing<T>(work: () => Promise<T>): Promise<T> {
    this.computing++;
    try {
      return await work();
    } finally {
      this.computing--;
      this.heard();
    }
  }

  end(): void {
    clearInterval(this.watch);
  }

  private look(): void {
    if (!this.owes() || this.socket.isPaused()) this.heard();
    const mostMs = this.computing > 0 ? this.most.computingMs : this.most.answerMs;
    if (performance.now() - this.heardMs < mostMs) return;
    const name = isSocket(this.host) ? "the server" : this.host;
    const text = `${name} was asked and has sent no answer for ${mostMs / 1_000} s; see whether it is busy or waits for a lock`;
    this.socket.destroy(Object.assign(new Error(text), { code: "ETIMEDOUT" }));
  }
}
