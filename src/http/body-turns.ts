// Turns of large JSON bodies. All requests share one thread, and a body of a megabyte takes milliseconds of
// it: parsed one right after the other, the bodies of one account would keep the others waiting for their
// sum. So one at a time is parsed, checked and answered, accounts take turns, and other requests are answered
// in between. The bytes that arrive or wait meanwhile are limited.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ownRound } from "../domain/machine/event-loop.js";
import { Turns } from "../domain/machine/turns.js";
import { limits } from "../domain/resource/limits.js";
import { refuse } from "../errors/refusal.js";
import { accountOrNetwork, senderOf } from "./request-limits.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Turn of a request with a large JSON body. */
    bodyTurn?: BodyTurn;
  }
}

/**
 * A turn ends with the answer, or after this time: a request that waits for a process or the store does not
 * hold up the others.
 */
const longestTurnMs = 100;
export const retrySeconds = 1;

export const takeTurnsForBodies = (app: FastifyInstance): void => {
  // The bytes are limited, and so is what waits.
  const turns = new Turns({ running: 1, waiting: Infinity, waitingOfAccount: Infinity });
  const held = new HeldBytes();
  app.decorateRequest("bodyTurn", undefined);
  app.addHook("preParsing", async (request, reply) => {
    const bytes = announcedBytes(request);
    if (bytes <= limits.smallBodyBytes.is || !isReadAsJson(request)) return;
    const sender = accountOrNetwork(request);
    const release = held.take(sender, bytes);
    if (!release) throw refuse("bodies-too-many", { seconds: retrySeconds });
    const turn = new BodyTurn(
      () => turns.take(sender),
      () => ownRound(senderOf(request)),
      release,
    );
    request.bodyTurn = turn;
    onceOver(reply, () => turn.end());
  });
  app.addHook("preHandler", async (request) => {
    if (request.bodyTurn) await ownRound(senderOf(request));
  });
};

/**
 * Calls back once the answer is sent or the connection is closed. An answer behind another one on a
 * connection is not told that the connection closes.
 */
export const onceOver = ({ raw: answer, request: { raw } }: FastifyReply, over: () => void): void => {
  const { socket } = raw;
  const end = () => {
    answer.off("close", end);
    socket.off("close", end);
    over();
  };
  answer.once("close", end);
  socket.once("close", end);
  if (socket.destroyed) end();
};

/** Leaves a turn once: with the answer, or after the time that a turn may take. */
export const endWith = (leave: () => void, reply: FastifyReply, longestMs = longestTurnMs): void => {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    leave();
  };
  const timer = setTimeout(end, longestMs).unref();
  onceOver(reply, end);
};

/** A body of unknown length may be as long as the limit. */
const announcedBytes = ({ headers, routeOptions, server }: FastifyRequest): number => {
  if (headers["transfer-encoding"] === undefined) return Number(headers["content-length"] ?? 0);
  return routeOptions.bodyLimit ?? server.initialConfig.bodyLimit ?? limits.bodyBytes.is;
};

/** Uploads have parsers of their own, and files of JSON go past. */
const isReadAsJson = ({ server }: FastifyRequest): boolean => server.hasContentTypeParser("application/json");

/** Bytes of large bodies that arrive or wait, by their senders. */
class HeldBytes {
  private readonly bySender = new Map<string, number>();
  private sum = 0;

  /**
   * Returns the function that gives them back; null beyond the limits. A sender without any may always have
   * one body.
   */
  take(sender: string, bytes: number): (() => void) | null {
    const own = this.bySender.get(sender) ?? 0;
    if (own > 0 && this.isTooMuch(own + bytes, this.sum + bytes)) return null;
    this.add(sender, bytes);
    return () => this.add(sender, -bytes);
  }

  private isTooMuch(own: number, sum: number): boolean {
    return own > limits.waitingBodyBytesOfAccount.is || sum > limits.waitingBodyBytes.is;
  }

  private add(sender: string, bytes: number): void {
    this.sum += bytes;
    const own = (this.bySender.get(sender) ?? 0) + bytes;
    if (own > 0) this.bySender.set(sender, own);
    else this.bySender.delete(sender);
  }
}

class BodyTurn {
  private state: "arriving" | "waiting" | "running" | "over" = "arriving";
  private leave: () => void = () => {};

  constructor(
    private readonly takeTurn: () => Promise<(() => void) | null>,
    private readonly nextRound: () => Promise<void>,
    private readonly release: () => void,
  ) {}

  /**
   * Resolves when the body may be parsed, once the event loop has gone round. Throws if the connection is
   * closed by then.
   */
  async begin(): Promise<void> {
    this.requireConnection();
    this.state = "waiting";
    const leave = (await this.takeTurn())!;
    const timer = setTimeout(() => this.leave(), longestTurnMs).unref();
    this.leave = () => {
      clearTimeout(timer);
      this.leave = () => {};
      leave();
    };
    if (this.isOver()) this.finish();
    else this.state = "running";
    await this.nextRound();
    this.requireConnection();
  }

  private requireConnection(): void {
    if (this.isOver()) throw refuse("request-malformed", { detail: "its connection was closed" });
  }

  /** The answer is sent, or the connection is closed. A body that waits holds its bytes until its turn. */
  end(): void {
    const before = this.state;
    this.state = "over";
    if (before === "arriving" || before === "running") this.finish();
  }

  private finish(): void {
    this.leave();
    this.release();
  }

  private isOver(): boolean {
    return this.state === "over";
  }
}
