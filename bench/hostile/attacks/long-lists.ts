// Long lists: an account with thousands of resources asks for all of them again and again, and on some
// connections never reads the answers, which then wait in the server's memory.

import { ask, openRaw } from "../ask.js";
import type { Attack } from "../attack.js";

const atOnce = 10;
const unreadEvery = 20;
const unread = 5;
const unreadMs = 10_000;

export const longLists: Attack = {
  name: "long-lists",
  hasAccount: true,
  everyMs: 500,
  begin: (target) => async (number) => {
    if (number % unreadEvery === 0) for (let i = 0; i < unread; i++) askUnread();
    const path = number % 2 === 0 ? "/cohorts" : "/outcomes";
    await Promise.all(Array.from({ length: atOnce }, () => ask(target, { path })));

    function askUnread(): void {
      const socket = openRaw(target);
      socket.stopReading();
      const authorization = `Authorization: Bearer ${target.key}`;
      socket.write(`GET /v1/cohorts HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`.repeat(20));
      setTimeout(() => socket.end(), unreadMs).unref();
    }
  },
};
