// Messages to a system log (RFC 5424), over UDP (RFC 5426) or over TCP with the length before each (RFC 6587).
// Nobody waits for them. What cannot be sent yet waits up to a number of bytes; messages beyond are dropped and
// counted. Over UDP nobody learns whether a message arrived, and over TCP those that were under way when a connection
// broke may be lost.

import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { connect, type Socket } from "node:net";
import type { SyslogAddress } from "../domain/machine/syslog-address.js";
import { limits } from "../domain/resource/limits.js";
import type { LogWatcher } from "./log-lines.js";

export interface SyslogMessage {
  at: number;
  /** A number of RFC 5424: 4 warns, 5 is of note. */
  severity: number;
  /** Kind of message, without spaces. */
  id: string;
  text: string;
}

/** “log audit”, as RFC 5424 numbers it. */
const facility = 13;
const longestName = 255;

/** The message with its header. Its text is UTF-8 without line breaks. */
export const syslogLine = ({ at, severity, id, text }: SyslogMessage, host: string, pid: number): string => {
  const name = host.replace(/[^!-~]/g, "").slice(0, longestName) || "-";
  return `<${facility * 8 + severity}>1 ${new Date(at).toISOString()} ${name} bellwether ${pid} ${id} - ${text}`;
};

export interface SyslogOptions extends SyslogAddress {
  /** Bytes that may wait. */
  mostBytes?: number;
  /** Pause before the next connection. */
  pauseMs?: number;
}

export interface Sink {
  watch(watcher: LogWatcher): void;
  write(line: string): void;
  /** Resolves when nothing waits any more, or after the time at the latest. */
  flush(mostMs: number): Promise<void>;
  close(): void;
}

export const openSyslog = (options: SyslogOptions): Sink =>
  options.transport === "udp" ? new UdpLog(options) : new TcpLog(options);

class UdpLog implements Sink {
  private readonly socket: UdpSocket;
  private watcher: LogWatcher = { dropped() {}, trouble() {} };
  private waitingBytes = 0;
  private readonly idle: (() => void)[] = [];

  constructor(private readonly options: SyslogOptions) {
    this.socket = createSocket(options.host.includes(":") ? "udp6" : "udp4");
    this.socket.on("error", () => {});
    this.socket.unref();
  }

  watch(watcher: LogWatcher): void {
    this.watcher = watcher;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.waitingBytes + bytes.length > (this.options.mostBytes ?? limits.waitingAuditBytes.is)) {
      this.fail(new Error("too many messages wait"));
      return;
    }
    this.waitingBytes += bytes.length;
    this.socket.send(bytes, this.options.port, this.options.host, (error) => {
      this.waitingBytes -= bytes.length;
      if (error) this.fail(error);
      else this.watcher.trouble(false);
      if (this.waitingBytes === 0) for (const resolve of this.idle.splice(0)) resolve();
    });
  }

  flush(mostMs: number): Promise<void> {
    return this.waitingBytes === 0 ? Promise.resolve() : within(mostMs, this.idle);
  }

  close(): void {
    this.socket.close();
  }

  private fail(error: Error): void {
    this.watcher.dropped(1);
    this.watcher.trouble(true, error);
  }
}

const defaultPauseMs = 1_000;
const connectMs = 10_000;
const keepAliveMs = 10_000;

class TcpLog implements Sink {
  private watcher: LogWatcher = { dropped() {}, trouble() {} };
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private socket: Socket | undefined;
  private isSending = false;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly idle: (() => void)[] = [];

  constructor(private readonly options: SyslogOptions) {
    this.open();
  }

  watch(watcher: LogWatcher): void {
    this.watcher = watcher;
  }

  write(line: string): void {
    const text = Buffer.from(line);
    const bytes = Buffer.concat([Buffer.from(`${text.length} `), text]);
    if (this.waitingBytes + bytes.length > (this.options.mostBytes ?? limits.waitingAuditBytes.is)) {
      this.watcher.dropped(1);
      this.watcher.trouble(true, new Error("too many messages wait"));
      return;
    }
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    this.next();
  }

  flush(mostMs: number): Promise<void> {
    return this.waiting.length === 0 ? Promise.resolve() : within(mostMs, this.idle);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    if (this.waiting.length > 0) this.watcher.dropped(this.waiting.length);
    this.socket?.destroy();
  }

  private open(): void {
    const socket = connect({ host: this.options.host, port: this.options.port, keepAlive: true });
    socket.setKeepAlive(true, keepAliveMs);
    socket.unref();
    let cause: Error | undefined;
    const tooLong = setTimeout(() => socket.destroy(new Error("no connection in time")), connectMs).unref();
    socket.on("connect", () => {
      clearTimeout(tooLong);
      this.socket = socket;
      this.watcher.trouble(false);
      this.next();
    });
    // Without a reader, the end of the connection would not be seen.
    socket.resume();
    socket.on("end", () => socket.destroy());
    socket.on("error", (error) => {
      cause = error;
    });
    socket.on("close", () => {
      clearTimeout(tooLong);
      this.socket = undefined;
      this.isSending = false;
      if (this.isClosed) return;
      this.watcher.trouble(true, cause ?? new Error("the connection was closed"));
      this.timer = setTimeout(() => this.open(), this.options.pauseMs ?? defaultPauseMs).unref();
    });
  }

  /** One message at a time, so that one whose write fails is sent again over the next connection. */
  private next(): void {
    const { socket } = this;
    const [first] = this.waiting;
    if (!socket || this.isSending || first === undefined) return;
    this.isSending = true;
    socket.write(first, (error) => {
      if (error || socket !== this.socket) return;
      this.isSending = false;
      this.watcher.trouble(false);
      this.waiting.shift();
      this.waitingBytes -= first.length;
      if (this.waiting.length === 0) for (const resolve of this.idle.splice(0)) resolve();
      this.next();
    });
  }
}

const within = (mostMs: number, idle: (() => void)[]): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMs);
    idle.push(() => {
      clearTimeout(timer);
      resolve();
    });
  });
