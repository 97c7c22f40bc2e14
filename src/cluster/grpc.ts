// gRPC over HTTP/2 (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md): a request of one message
// and an answer of any number of them. A connection that is gone is opened again by the next call.

import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from "node:http2";

/** Status codes of gRPC that callers tell apart. */
export const grpcCodes = {
  ok: 0,
  unknown: 2,
  permissionDenied: 7,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** The status of a call that failed; `unavailable` also for a broken connection. */
export class GrpcError extends Error {
  override name = "GrpcError";

  constructor(
    readonly code: number,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

export interface GrpcCall {
  /** /package.Service/Method */
  path: string;
  request: Buffer;
  onMessage(message: Buffer): void;
  /** Ends the call, and says so to the server. */
  signal?: AbortSignal | undefined;
  /**
   * The call fails as unavailable after so long without a byte; absent: it may take any time, as long as the
   * server answers pings.
   */
  timeoutMs?: number;
}

/** Time without any message after which the server is asked whether it is still there, and time for its answer. */
const quietMs = 60_000;
const pingMs = 20_000;

const connectMs = 10_000;

export class GrpcChannel {
  private session: ClientHttp2Session | undefined;

  constructor(
    private readonly origin: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** Resolves once the server has ended the call well. Throws GrpcError, or the reason of the signal. */
  async call({ path, request, onMessage, signal, timeoutMs }: GrpcCall): Promise<void> {
    signal?.throwIfAborted();
    const session = await this.connected();
    const stream = session.request({
      ...this.headers,
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc+proto",
      te: "trailers",
    });
    const quiet = watchQuiet(session, timeoutMs);
    const abort = () => stream.close(constants.NGHTTP2_CANCEL);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        const status = new Status();
        const messages = new Messages(onMessage);
        let failure: unknown;
        stream.on("response", (headers) => status.read(headers));
        stream.on("trailers", (headers) => status.read(headers));
        stream.on("data", (chunk: Buffer) => {
          quiet.restart();
          try {
            messages.read(chunk);
          } catch (error) {
            failure = error;
            stream.close(constants.NGHTTP2_CANCEL);
          }
        });
        stream.on("error", (error) => {
          failure ??= error;
        });
        stream.on("close", () => {
          const error = status.error(failure);
          error ? reject(error) : resolve();
        });
        stream.end(framed(request));
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      quiet.end();
      signal?.removeEventListener("abort", abort);
    }
  }

  close(): void {
    this.session?.destroy();
  }

  private async connected(): Promise<ClientHttp2Session> {
    if (this.session && !this.session.closed && !this.session.destroyed) return this.session;
    this.session = await openSession(this.origin);
    return this.session;
  }
}

const openSession = (origin: string): Promise<ClientHttp2Session> =>
  new Promise((resolve, reject) => {
    const session = connect(origin);
    const timer = setTimeout(() => session.destroy(new Error("no answer")), connectMs);
    const fail = (error: unknown) => {
      clearTimeout(timer);
      const reason = error instanceof Error ? error.message : "closed";
      reject(new GrpcError(grpcCodes.unavailable, `no connection: ${reason}`, error));
    };
    session.once("close", fail);
    // Later errors end the streams of the session, which report them.
    session.on("error", fail);
    session.once("remoteSettings", () => {
      clearTimeout(timer);
      // Whoever waits for an answer holds the process, not the connection.
      session.unref();
      resolve(session);
    });
  });

/** Ends a session whose server has gone without a word, as behind a cut cable. */
const watchQuiet = (session: ClientHttp2Session, timeoutMs?: number) => {
  let timer: NodeJS.Timeout;
  const gone = () => session.destroy(new Error("no answer"));
  const ask = () => {
    const waiting = setTimeout(gone, pingMs);
    const isSent = !session.destroyed && session.ping(() => clearTimeout(waiting));
    if (!isSent) clearTimeout(waiting);
    restart();
  };
  const restart = () => {
    clearTimeout(timer);
    timer = timeoutMs === undefined ? setTimeout(ask, quietMs) : setTimeout(gone, timeoutMs);
  };
  restart();
  return { restart, end: () => clearTimeout(timer) };
};

const frameHead = 5;

/** Not compressed. */
export const framed = (message: Buffer): Buffer => {
  const head = Buffer.alloc(frameHead);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};

/** Cuts a stream of bytes into its messages. */
export class Messages {
  private readonly chunks: Buffer[] = [];
  private length = 0;

  constructor(private readonly onMessage: (message: Buffer) => void) {}

  read(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    while (this.length >= frameHead) {
      const end = frameHead + this.joined().readUInt32BE(1);
      if (this.length < end) return;
      const whole = this.joined();
      if (whole[0] !== 0) throw new GrpcError(grpcCodes.unknown, "the server compressed its answer");
      this.chunks.splice(0, 1, whole.subarray(end));
      this.length -= end;
      this.onMessage(whole.subarray(frameHead, end));
    }
  }

  private joined(): Buffer {
    if (this.chunks.length > 1) this.chunks.splice(0, this.chunks.length, Buffer.concat(this.chunks));
    return this.chunks[0]!;
  }
}

/** The status of a call, which is in the last headers that arrive. */
class Status {
  private code: number | undefined;
  private message = "";
  private http: number | undefined;

  read(headers: IncomingHttpHeaders & { ":status"?: number | undefined }): void {
    this.http ??= headers[":status"];
    if (headers["grpc-status"] === undefined) return;
    this.code = Number(headers["grpc-status"]);
    this.message = decodedMessage(String(headers["grpc-message"] ?? ""));
  }

  /** Undefined for a call that ended well. */
  error(failure: unknown): Error | undefined {
    if (failure instanceof GrpcError) return failure;
    if (this.code === grpcCodes.ok) return undefined;
    if (this.code !== undefined) return new GrpcError(this.code, this.message, failure);
    if (this.http !== undefined && this.http !== 200)
      return new GrpcError(codeOfHttp(this.http), `HTTP status ${this.http}`, failure);
    const reason = failure instanceof Error ? failure.message : "closed";
    return new GrpcError(grpcCodes.unavailable, `the connection broke: ${reason}`, failure);
  }
}

/** As https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md says, of what proxies answer. */
const codeOfHttp = (status: number): number => {
  if (status === 401) return grpcCodes.unauthenticated;
  if (status === 403) return grpcCodes.permissionDenied;
  return [429, 502, 503, 504].includes(status) ? grpcCodes.unavailable : grpcCodes.unknown;
};

const decodedMessage = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
