// Commands that send an event, by the program that sends it. The key is left for whoever copies them.

export const senders = ["curl", "bellwether", "python", "typescript", "segment"] as const;
export type Sender = (typeof senders)[number];

export const senderLabels: Record<Sender, string> = {
  curl: "curl",
  bellwether: "Command line",
  python: "Python",
  typescript: "TypeScript",
  segment: "Segment’s client",
};

/** What makes a command try the event only, as the button does. */
export const trialBy: Partial<Record<Sender, string>> = { curl: "?dry_run=true", bellwether: "--dry-run" };

interface Sent {
  /** Address of the service, such as https://bellwether.example. */
  url: string;
  stream: string;
  event: Readonly<Record<string, unknown>>;
}

const key = "YOUR_KEY";

export const commandOf = (sender: Sender, { url, stream, event }: Sent): string => {
  const json = JSON.stringify(event);
  switch (sender) {
    case "curl":
      return [
        `curl -X POST "${url}/v1/streams/${encodeURIComponent(stream)}/events?dry_run=true" \\`,
        `  -H "authorization: Bearer ${key}" -H "content-type: application/json" \\`,
        `  -d ${quoted(json)}`,
      ].join("\n");
    case "bellwether":
      return [
        `export BELLWETHER_URL=${url} BELLWETHER_KEY=${key}`,
        `echo ${quoted(json)} | bellwether send --stream ${quoted(stream)} --dry-run`,
      ].join("\n");
    case "python":
      return [
        "from bellwether import Bellwether",
        "",
        `bw = Bellwether("${url}", "${key}")`,
        `bw.track(${JSON.stringify(stream)}, **${inPython(event)})`,
        "bw.flush()",
      ].join("\n");
    case "typescript":
      return [
        'import { Bellwether } from "@bellwether-scores/client";',
        "",
        `const bw = new Bellwether("${url}", "${key}");`,
        `bw.track(${JSON.stringify(stream)}, ${json});`,
        "await bw.flush();",
      ].join("\n");
    case "segment":
      return [
        'import { Analytics } from "@segment/analytics-node";',
        "",
        `const analytics = new Analytics({ writeKey: "${key}", host: "${url}" });`,
        `analytics.track(${JSON.stringify(callOf(stream, event))});`,
        "await analytics.closeAndFlush();",
      ].join("\n");
  }
};

/** For a shell of Unix. */
const quoted = (text: string): string =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

const inPython = (value: unknown): string => {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(inPython).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}: ${inPython(each)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
};

/** The call of Segment's protocol that becomes such an event. */
const callOf = (stream: string, event: Readonly<Record<string, unknown>>): object => {
  const { customer_id: customer, email, datetime, event_id: id, properties, ...others } = event;
  return {
    event: stream === "transaction" ? "Order Completed" : stream,
    ...(customer === undefined ? { anonymousId: "YOUR_DEVICE_ID" } : { userId: String(customer) }),
    ...(id !== undefined && { messageId: String(id) }),
    ...(datetime !== undefined && { timestamp: datetime }),
    properties: { ...others, ...(typeof properties === "object" ? properties : {}) },
    ...(email !== undefined && { context: { traits: { email } } }),
  };
};
