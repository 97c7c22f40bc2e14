// Chromium without developer tools: a page's script then costs what it costs a reader. Playwright listens to each page's
// runtime and network, for which Chromium parses the largest script twice to say where errors come from: a fifth of a second
// of a processor at a quarter of its speed. This one speaks Chromium's protocol by a pipe, and listens to nothing.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

interface Reply {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

const width = 1280;
const height = 800;
const quietMs = 1_500;
const pollMs = 300;
const mostMs = 120_000;
/** Until the window itself is drawn, which is a page of the browser's own. */
const windowMs = 2_000;

/** Milliseconds since the page began, or 0 while it loads. */
const largestPaint = `new Promise((resolve) => {
  const drawn = document.querySelector("h1") && !document.querySelector("[role=status][aria-label^=Loading]");
  const last = Math.max(0, ...performance.getEntriesByType("resource").map(({ responseEnd }) => responseEnd));
  if (!drawn || performance.now() - last < ${quietMs}) return resolve(0);
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
})`;

export class BareBrowser {
  private last = 0;
  private readonly waiting = new Map<number, (reply: Reply) => void>();

  private constructor(
    private readonly child: ChildProcess,
    private readonly dir: string,
  ) {
    let text = "";
    (child.stdio[4] as Readable).setEncoding("utf8").on("data", (part: string) => {
      const messages = (text + part).split("\0");
      text = messages.pop()!;
      for (const message of messages) {
        const reply = JSON.parse(message) as Reply;
        if (reply.id !== undefined) this.waiting.get(reply.id)?.(reply);
      }
    });
  }

  static async open(executablePath: string): Promise<BareBrowser> {
    const dir = await mkdtemp(path.join(tmpdir(), "bench-browser-"));
    const child = spawn(
      executablePath,
      [
        ...["--headless", "--remote-debugging-pipe", `--user-data-dir=${dir}`, "--no-first-run"],
        ...["--disable-extensions", "--disable-background-networking", "--force-prefers-reduced-motion"],
        ...[...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "about:blank"],
      ],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
    );
    return new BareBrowser(child, dir);
  }

  /** Largest contentful paint of a page in a fresh profile with the cookie of a session. */
  async largestPaint(url: string, cookie: string, slowness: number): Promise<number> {
    const { browserContextId } = await this.send<{ browserContextId: string }>("Target.createBrowserContext");
    const [name, value] = cookie.split("=");
    const cookies = [{ name, value, url, httpOnly: true, sameSite: "Strict" }];
    await this.send("Storage.setCookies", { browserContextId, cookies });
    const target = { url: "about:blank", browserContextId, width, height };
    const { targetId } = await this.send<{ targetId: string }>("Target.createTarget", target);
    const attached = { targetId, flatten: true };
    const { sessionId } = await this.send<{ sessionId: string }>("Target.attachToTarget", attached);
    try {
      await sleep(windowMs);
      await this.send("Emulation.setCPUThrottlingRate", { rate: slowness }, sessionId);
      await this.send("Page.navigate", { url }, sessionId);
      for (const until = performance.now() + mostMs; performance.now() < until; await sleep(pollMs)) {
        const evaluated = { expression: largestPaint, awaitPromise: true };
        const { result } = await this.send<{ result: { value?: number } }>(
          "Runtime.evaluate",
          evaluated,
          sessionId,
        );
        if (result.value) return result.value;
      }
      throw new Error(`${url} has not settled within ${mostMs / 1000} s.`);
    } finally {
      await this.send("Target.disposeBrowserContext", { browserContextId });
    }
  }

  async close(): Promise<void> {
    const ended = once(this.child, "exit");
    await this.send("Browser.close").catch(() => this.child.kill());
    await ended;
    await rm(this.dir, { recursive: true, force: true });
  }

  private send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) => {
        this.waiting.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result as T);
      });
      const message = { id, method, params, ...(sessionId !== undefined && { sessionId }) };
      (this.child.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    });
  }
}
