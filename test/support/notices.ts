// Subscriber to notices, as a browser is, that keeps what it receives.

import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import type { Notice } from "../../src/http/notices.js";

export interface Listening {
  answer: IncomingMessage;
  /** All of them, in order. */
  notices: Notice[];
  /** The stream as text. */
  text(): string;
  isOver(): boolean;
  /** The newest notice of a resource. */
  last(id: string): Notice | undefined;
}

/** Subscribes with a key until the test ends. */
export const listen = (url: string, key: string): Promise<Listening> =>
  listenWith(url, { authorization: `Bearer ${key}` });

export const listenWith = async (url: string, headers: Record<string, string>): Promise<Listening> => {
  const request = get(`${url}/v1/notices`, { headers });
  onTestFinished(() => void request.destroy());
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  let [text, isOver] = ["", false];
  const notices: Notice[] = [];
  answer.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    const events = [...text.matchAll(/^event: resource\ndata: (.*)\n\n/gm)];
    notices.push(...events.slice(notices.length).map(([, data]) => JSON.parse(data!) as Notice));
  });
  answer.on("error", () => {});
  answer.on("close", () => {
    isOver = true;
  });
  return {
    answer,
    notices,
    text: () => text,
    isOver: () => isOver,
    last: (id) => notices.filter((notice) => notice.id === id).at(-1),
  };
};
