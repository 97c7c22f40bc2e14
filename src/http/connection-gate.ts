// A gate between a connection and the parser of its requests. Node begins every request that it finds in the
// bytes that have arrived, thousands in 64 kB, and a client need not wait for answers (HTTP pipelining). So
// bytes pass in slices that hold few requests, and none pass while several requests of the connection wait
// for their answers: then it is not read, and the client's own sending stalls. Several hundred connections
// may send at the same moment, so each slice in which a request may begin has a round of the event loop of
// its own.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ownRound } from "../domain/machine/event-loop.js";
import type { Sender } from "../domain/machine/fair-queue.js";
import { limits } from "../domain/resource/limits.js";
import { networkOf } from "./request-limits.js";

/** The shortest request has 25 bytes, so about ten begin in a slice. */
const sliceBytes = 256;

/** The end of a body of unknown length can be anywhere. Smaller slices would slow uploads down. */
const chunkedSliceBytes = 4_096;

/** Call it before the server listens. */
export const gateConnections = (server: Server): void => {
  const gates = new WeakMap<Socket, Gate>();
  server.on("connection", (socket: Socket) =>
    gates.set(socket, new Gate(socket, { group: networkOf(socket.remoteAddress ?? ""), name: "" })),
  );
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) =>
    gates.get(request.socket)?.begin(request, response),
  );
  // Node would answer at once, past all limits.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
};

class Gate {
  private readonly held: Buffer[] = [];
  private unanswered = 0;
  /** Whether the HTTP side wants no more: nobody reads the body, or the client does not read its answers. */
  private isStopped = false;
  private isPassing = false;
  private isWaiting = false;
  private passingBytes = 0;
  private last: IncomingMessage | undefined;
  /** Bytes that the body of the last request still has at least. */
  private bodyBytes = 0;
  private readonly parse: (bytes: Buffer) => void;
  private readonly stopReading: () => void;
  private readonly goOnReading: () => void;

  /**
   * Takes the place of the only listener to the socket's bytes, Node's, and hears what Node says to the
   * socket about its flow.
   */
  constructor(
    private readonly socket: Socket,
    private readonly sender: Sender,
  ) {
    this.stopReading = socket.pause.bind(socket);
    this.goOnReading = socket.resume.bind(socket);
    this.parse = socket.listeners("data")[0] as (bytes: Buffer) => void;
    socket.off("data", this.parse);
    socket.on("data", (bytes: Buffer) => {
      this.held.push(bytes);
      this.pass();
    });
    socket.pause = () => {
      this.isStopped = true;
      this.stopReading();
      return socket;
    };
    socket.resume = () => {
      this.isStopped = false;
      // As a socket's own: nothing arrives during the call.
      process.nextTick(() => this.pass());
      return socket;
    };
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.unanswered++;
    this.last = request;
    this.bodyBytes = Math.max(0, Number(request.headers["content-length"] ?? 0) - this.passingBytes);
    response.once("close", () => {
      this.unanswered--;
      this.pass();
    });
  }

  private pass(): void {
    if (this.isPassing || this.isWaiting) return;
    this.isPassing = true;
    while (this.canPass() && this.isWithinRequest()) this.passSlice();
    this.isPassing = false;
    if (this.canPass()) void this.passInOwnRound();
    if (this.isStopped || this.held.length > 0) this.stopReading();
    else this.goOnReading();
  }

  /** Slices until a request begins: its head may be longer than one. */
  private async passInOwnRound(): Promise<void> {
    this.isWaiting = true;
    await ownRound(this.sender);
    this.isWaiting = false;
    this.isPassing = true;
    const before = this.last;
    while (this.canPass() && this.last === before) this.passSlice();
    this.isPassing = false;
    this.pass();
  }

  private canPass(): boolean {
    return this.held.length > 0 && !this.isStopped && this.unanswered <= limits.unansweredRequests.is;
  }

  /** Whether the bytes are of the body of a request that has begun. */
  private isWithinRequest(): boolean {
    return this.last !== undefined && !this.last.complete;
  }

  private passSlice(): void {
    const first = this.held.shift()!;
    // The last answer of the connection is given: whatever follows is read and dropped.
    if (!this.socket.writable) return;
    const size = this.sliceSize();
    const slice = first.subarray(0, size);
    if (first.length > size) this.held.unshift(first.subarray(size));
    this.passingBytes = slice.length;
    this.bodyBytes = Math.max(0, this.bodyBytes - slice.length);
    this.parse(slice);
  }

  private sliceSize(): number {
    if (!this.isWithinRequest()) return sliceBytes;
    const isChunked = this.last!.headers["transfer-encoding"] !== undefined;
    return Math.max(isChunked ? chunkedSliceBytes : sliceBytes, this.bodyBytes);
  }
}
