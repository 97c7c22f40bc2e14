// A sender of events: so many connections, each of which sends its next request when the last was answered.

import { Agent, request } from "node:http";

export interface Sent {
  events: number;
  seconds: number;
  /** Response times, ascending, in milliseconds. */
  times: number[];
}

interface Load {
  url: string;
  key: string;
  connections: number;
  seconds: number;
  /** Events of a request; one is sent as an object. */
  batch: number;
}

let lastEvent = 0;

/** As a shop sends them: who, when, how much, and three properties. */
const nextEvent = () => {
  const number = ++lastEvent;
  return {
    event_id: `event-${number}`,
    customer_id: `customer-${number % 50_000}`,
    email: `customer${number % 50_000}@shop.example`,
    datetime: new Date(Date.UTC(2026, 0, 1) + number * 250).toISOString(),
    value: (number % 9_900) / 100 + 1,
    channel: number % 3 === 0 ? "app" : "web",
    category: `category ${number % 40}`,
    items: 1 + (number % 5),
  };
};

export const send = async (load: Load): Promise<Sent> => {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const times: number[] = [];
  const begun = performance.now();
  const until = begun + 1000 * load.seconds;
  const one = async (): Promise<void> => {
    while (performance.now() < until) {
      const events = Array.from({ length: load.batch }, nextEvent);
      const at = performance.now();
      await post(load, agent, JSON.stringify(load.batch === 1 ? events[0] : events));
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: load.connections }, one));
  const seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  return { events: times.length * load.batch, seconds, times: times.sort((a, b) => a - b) };
};

const post = ({ url, key }: Load, agent: Agent, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    })
      .once("error", reject)
      .end(body);
  });
