// Client of Spark Connect
// (https://github.com/apache/spark/tree/master/sql/connect/common/src/main/protobuf/spark/connect): sends
// statements to a cluster and follows them to their end. A statement is an operation of a session. The
// operation goes on in the server when the connection breaks, and the client attaches to it again; it ends
// when it is interrupted, or its session is released.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterAddress } from "../domain/machine/cluster-address.js";
import { GrpcChannel, GrpcError, grpcCodes } from "./grpc.js";
import {
  bytesOf,
  decode,
  type Field,
  flag,
  message,
  number,
  numberOf,
  text,
  textOf,
  valuesOf,
} from "./protobuf.js";

export interface ExecuteOptions {
  /** Greatest share done so far, 0 to 1: the server's own falls when it adds stages. */
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

/** The operation or its session is gone, or no server has come back: whether it ended is unknown. */
export class OperationLost extends Error {
  override name = "OperationLost";
}

const service = "/spark.connect.SparkConnectService";
const clientType = "bellwether";

const usualPausesMs = [500, 1_000, 2_000, 4_000, 8_000];

/** Time that the server gets for an answer that needs no computation. */
const shortMs = 30_000;

/** The same for an answer that nobody waits for: the server ends forgotten operations by itself. */
const partingMs = 5_000;

const allOperations = 1;

/** SaveMode of a write. */
const errorIfExists = 3;

interface CallOptions {
  onAnswer?(answer: Field[]): void;
  timeoutMs?: number;
}

export class SparkClient {
  private readonly channel: GrpcChannel;
  /** Identifies the server: one that has started since has another. */
  private serverSession: string | undefined;

  constructor(
    private readonly address: ClusterAddress,
    /** A UUID: whoever knows it can end the session. */
    private readonly session: string,
    /** Pauses before it attaches again to an operation, which is lost after the last one. */
    private readonly reattachPausesMs: readonly number[] = usualPausesMs,
  ) {
    this.channel = new GrpcChannel(address.origin, address.headers);
  }

  /** Sets the session's configuration. Throws GrpcError. */
  async configure(settings: Readonly<Record<string, string>>): Promise<void> {
    const pairs = Object.entries(settings).map(([key, value]) => message(1, text(1, key), text(2, value)));
    const request = this.request(message(3, message(1, ...pairs)), text(4, clientType));
    const onAnswer = (answer: Field[]) => {
      this.serverSession = textOf(answer, 4);
    };
    await this.call("Config", request, { onAnswer });
  }

  /**
   * Runs a statement that answers with no rows to its end. Throws GrpcError if the server cannot be reached
   * or refuses it, OperationLost if the server lost it, and the reason of the signal, after it has
   * interrupted the operation.
   */
  async execute(statement: string, options: ExecuteOptions = {}): Promise<void> {
    await this.run(message(2, message(5, message(6, query(statement)))), options);
  }

  /** The answer of a query that has a few rows, in Arrow's format. */
  async answer(statement: string, options: ExecuteOptions = {}): Promise<Buffer> {
    return Buffer.concat((await this.run(message(1, query(statement)), options)).rows);
  }

  /**
   * Runs a command, and writes its answer as Parquet files into a directory of the cluster. Throws as
   * `execute` does.
   */
  async save(command: string, dir: string, options: ExecuteOptions = {}): Promise<void> {
    const { result } = await this.run(message(2, message(5, message(6, query(command)))), options);
    const plan = message(
      2,
      message(
        2,
        result ?? message(1, query(command)),
        text(2, "parquet"),
        text(3, dir),
        number(5, errorIfExists),
      ),
    );
    await this.run(plan, options);
  }

  /** Ends all operations of the session, and the session: the server takes no more statements in it. */
  async release(): Promise<void> {
    const interrupt = this.request(text(3, clientType), number(4, allOperations));
    const timeoutMs = partingMs;
    await this.call("Interrupt", interrupt, { timeoutMs }).catch(() => {});
    await this.call("ReleaseSession", this.request(text(3, clientType)), { timeoutMs });
  }

  close(): void {
    this.channel.close();
  }

  private async run(plan: Buffer, { onProgress, signal }: ExecuteOptions): Promise<Operation> {
    const operation = new Operation(onProgress);
    try {
      await this.follow(operation, message(3, plan), signal);
    } catch (error) {
      if (signal?.aborted) await this.interrupt(operation.id);
      signal?.throwIfAborted();
      throw error;
    }
    const releaseAll = message(5);
    await this.call("ReleaseExecute", this.request(text(3, operation.id), releaseAll)).catch(() => {});
    return operation;
  }

  private async follow(operation: Operation, plan: Buffer, signal?: AbortSignal): Promise<void> {
    let tries = 0;
    while (!operation.isComplete) {
      const seen = operation.messages;
      try {
        await this.attach(operation, operation.isKnown ? undefined : plan, signal);
        operation.isKnown = true;
      } catch (error) {
        signal?.throwIfAborted();
        operation.afterBreak(error);
      }
      if (operation.messages > seen) tries = 0;
      else await this.pause(tries++, operation.failure, signal);
    }
  }

  private async pause(tries: number, failure: unknown, signal?: AbortSignal): Promise<void> {
    const ms = this.reattachPausesMs[tries];
    if (ms === undefined) throw lost(failure);
    await sleep(ms, undefined, { ...(signal && { signal }) });
  }

  /** With a plan, starts the operation; without one, goes on where its answers broke off. */
  private attach(operation: Operation, plan: Buffer | undefined, signal?: AbortSignal): Promise<void> {
    const server = this.serverSession;
    const request = plan
      ? this.request(
          plan,
          text(4, clientType),
          message(5, message(1, flag(1, true))),
          text(6, operation.id),
          ...(server ? [text(8, server)] : []),
        )
      : this.request(
          text(3, operation.id),
          text(4, clientType),
          ...(operation.lastResponse ? [text(5, operation.lastResponse)] : []),
          ...(server ? [text(6, server)] : []),
        );
    return this.channel.call({
      path: `${service}/${plan ? "ExecutePlan" : "ReattachExecute"}`,
      request,
      onMessage: (answer) => operation.read(decode(answer)),
      ...(signal && { signal }),
    });
  }

  private interrupt(operation: string): Promise<void> {
    const byId = 3;
    const request = this.request(text(3, clientType), number(4, byId), text(6, operation));
    return this.call("Interrupt", request, { timeoutMs: partingMs }).catch(() => {});
  }

  private call(
    method: string,
    request: Buffer,
    { onAnswer, timeoutMs = shortMs }: CallOptions = {},
  ): Promise<void> {
    const path = `${service}/${method}`;
    const onMessage = (answer: Buffer) => onAnswer?.(decode(answer));
    return this.channel.call({ path, request, onMessage, timeoutMs });
  }

  private request(...fields: readonly Buffer[]): Buffer {
    const { userId } = this.address;
    return Buffer.concat([text(1, this.session), message(2, text(1, userId), text(2, userId)), ...fields]);
  }
}

/** Relation.sql.query of a plan. */
const query = (statement: string): Buffer => message(10, text(1, statement));

/** State of an operation as the client knows it. */
class Operation {
  readonly id = randomUUID();
  readonly rows: Buffer[] = [];
  /** The relation that a command answers with, as field 1 of a message. */
  result: Buffer | undefined;
  messages = 0;
  lastResponse: string | undefined;
  isComplete = false;
  /** Whether the server may have heard of it. */
  isKnown = false;
  /** Failure of the last try. */
  failure: unknown;
  private share = 0;

  constructor(private readonly onProgress: ExecuteOptions["onProgress"]) {}

  read(answer: readonly Field[]): void {
    this.messages++;
    this.lastResponse = textOf(answer, 13) ?? this.lastResponse;
    if (bytesOf(answer, 14)) this.isComplete = true;
    const batch = bytesOf(answer, 2);
    if (batch) this.rows.push(bytesOf(decode(batch), 2) ?? Buffer.alloc(0));
    const relation = bytesOf(decode(bytesOf(answer, 5) ?? Buffer.alloc(0)), 1);
    if (relation) this.result = message(1, relation);
    const progress = bytesOf(answer, 18);
    if (progress) this.report(decode(progress));
  }

  /** Throws unless the client can go on. */
  afterBreak(error: unknown): void {
    this.failure = error;
    if (isGone(error)) {
      if (this.messages > 0 || isClosed(error)) throw lost(error);
      // The server never heard of it: its first request was cut off.
      this.isKnown = false;
    } else if (!isBroken(error) || (isUnreached(error) && !this.isKnown)) throw error;
    else this.isKnown = true;
  }

  private report(progress: readonly Field[]): void {
    const stages = valuesOf(progress, 1).map(decode);
    const sum = (field: number) => stages.reduce((total, stage) => total + numberOf(stage, field), 0);
    const tasks = sum(2);
    if (tasks === 0 || sum(3) / tasks <= this.share) return;
    this.share = sum(3) / tasks;
    this.onProgress?.(this.share);
  }
}

const isBroken = (error: unknown): error is GrpcError =>
  error instanceof GrpcError && error.code === grpcCodes.unavailable;

/** No connection was made. */
const isUnreached = (error: GrpcError): boolean => error.message.startsWith("no connection");

const isGone = (error: unknown): boolean =>
  error instanceof GrpcError &&
  /INVALID_HANDLE\.(OPERATION_NOT_FOUND|OPERATION_ABANDONED|SESSION_NOT_FOUND|SESSION_CHANGED|SESSION_CLOSED)|INVALID_CURSOR/.test(
    error.message,
  );

/** The session was ended, and takes no more operations. */
const isClosed = (error: unknown): boolean =>
  error instanceof GrpcError && error.message.includes("INVALID_HANDLE.SESSION_CLOSED");

const lost = (cause: unknown): OperationLost =>
  new OperationLost("the cluster has lost the query, or does not answer any more", { cause });
