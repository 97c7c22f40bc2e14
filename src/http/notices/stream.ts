// Notices as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html

import { Readable } from "node:stream";
import type { Notice } from "../schemas/notice.js";

const reconnectMs = 2_000;

/** A listener that does not read is cut off, before what it has not read fills the memory. */
const maxUnreadBytes = 1 << 20;

export class NoticeStream extends Readable {
  private isOver = false;

  constructor() {
    super();
    this.push(`retry: ${reconnectMs}\n\n`);
  }

  /** It is pushed to when there is something to say. */
  override _read(): void {}

  send(notice: Notice): void {
    this.say(`event: resource\ndata: ${JSON.stringify(notice)}\n\n`);
  }

  /** Says that somebody is there. */
  heartbeat(): void {
    this.say(":\n\n");
  }

  end(): void {
    this.isOver = true;
    this.push(null);
  }

  private say(text: string): void {
    if (this.isOver || this.destroyed) return;
    if (this.readableLength > maxUnreadBytes) this.destroy();
    else this.push(text);
  }
}
