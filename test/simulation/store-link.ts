// Connection of a simulated node to its store's server, in place of a socket. The protocol and the server are
// PostgreSQL's own. A packet is a whole request, or a whole answer; when it arrives is drawn. The messages:
// https://www.postgresql.org/docs/current/protocol-message-formats.html.

import { connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import type { Machine } from "./machine.js";
import type { StoreServer } from "./store-server.js";

/** Messages that end a request: a query, a synchronisation, the end of the connection. */
const [query, sync, terminate] = ["Q", "S", "X"].map((letter) => letter.charCodeAt(0));
/** Messages of the server: it is ready for the next request, and the number of its process. */
const [ready, backendKey] = ["Z", "K"].map((letter) => letter.charCodeAt(0));

/** A letter, and the length of the rest. */
const headBytes = 5;
/** The first message of a client has no letter. */
const startupHeadBytes = 4;

export class StoreLink extends Duplex {
  readonly life: number;
  /** Whether the server has something to answer, or to end. */
  isWaiting = false;
  /** Whether the client is gone, to the server's knowledge. */
  isHungUp = false;
  /** Of the server's process. */
  pid: number | undefined;
  private socket: Socket | undefined;
  private hasStarted = false;
  private isReset = false;
  private request = Buffer.alloc(0);
  private answer = Buffer.alloc(0);
  private answers: (() => void)[] = [];
  private sentAt = 0;
  private receivedAt = 0;

  constructor(
    private readonly machine: Machine,
    private readonly server: StoreServer,
  ) {
    super();
    this.life = machine.life;
    server.links.add(this);
  }

  connect(place: string): this {
    this.send(() => this.open(place));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: unknown, done: () => void): void {
    this.request = Buffer.concat([this.request, chunk]);
    for (let end = this.endOfRequest(); end > 0; end = this.endOfRequest()) {
      const packet = this.request.subarray(0, end);
      this.request = this.request.subarray(end);
      this.send(() => this.socket?.write(packet));
    }
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.hangUp();
    done(error);
  }

  /** The server learns that the client is gone. */
  hangUp(): void {
    if (!this.isReset) this.send(() => this.close());
  }

  /** Nothing that is on its way arrives, and both sides learn of it. */
  reset(): void {
    this.isReset = true;
    this.machine.later(1, () => this.close());
    this.machine.inLife(this.life, 1, () =>
      this.destroy(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" })),
    );
  }

  /** The server's process is gone. */
  forget(): void {
    this.isWaiting = false;
    this.server.links.delete(this);
    this.server.hear();
  }

  /** Sends what the server has answered. */
  deliver(): void {
    for (const arrive of this.answers.splice(0)) {
      this.receivedAt = Math.max(this.receivedAt, this.server.arrival(this.life));
      this.machine.inLife(this.life, this.receivedAt - this.machine.monotonicMs, () => {
        if (!this.isReset && !this.destroyed) arrive();
      });
    }
  }

  /** One packet after the other. */
  private send(arrive: () => void): void {
    this.sentAt = Math.max(this.sentAt, this.server.arrival(this.life));
    this.machine.later(this.sentAt - this.machine.monotonicMs, () => {
      if (this.isReset || this.isHungUp) return;
      this.isWaiting = true;
      this.server.stir();
      arrive();
    });
  }

  private open(place: string): void {
    this.socket = connect(place)
      .on("connect", () => this.answered(() => this.emit("connect")))
      .on("data", (bytes) => this.hear(bytes))
      .on("error", () => {})
      .on("close", () => {
        if (this.isHungUp) return;
        const rest = this.answer;
        this.answered(() => {
          if (rest.length > 0) this.push(rest);
          this.push(null);
        });
      });
  }

  private close(): void {
    this.server.stir();
    this.isHungUp = true;
    this.isWaiting = true;
    if (this.pid === undefined || this.socket?.closed) this.forget();
    this.socket?.destroy();
  }

  private answered(arrive: () => void): void {
    this.isWaiting = false;
    this.answers.push(arrive);
    this.server.hear();
  }

  /** 0: it is not whole yet. */
  private endOfRequest(): number {
    const bytes = this.request;
    if (!this.hasStarted) {
      if (bytes.length < startupHeadBytes) return 0;
      const end = bytes.readUInt32BE(0);
      this.hasStarted = bytes.length >= end;
      return this.hasStarted ? end : 0;
    }
    for (const { letter, end } of messagesIn(bytes))
      if (letter === query || letter === sync || letter === terminate) return end;
    return 0;
  }

  private hear(bytes: Buffer): void {
    this.answer = Buffer.concat([this.answer, bytes]);
    for (const { letter, at, end } of messagesIn(this.answer)) {
      if (letter === backendKey) this.pid = this.answer.readUInt32BE(at + headBytes);
      if (letter !== ready) continue;
      const packet = this.answer.subarray(0, end);
      this.answer = this.answer.subarray(end);
      this.answered(() => this.push(packet));
      return;
    }
  }
}

/** Whole messages. */
const messagesIn = function* (bytes: Buffer): Generator<{ letter: number; at: number; end: number }> {
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) return;
    yield { letter: bytes[at]!, at, end };
    at = end;
  }
};
