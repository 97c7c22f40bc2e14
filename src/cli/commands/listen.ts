// The `bellwether listen` command: webhooks for a program that is being developed, on a machine that the
// service cannot reach. It makes the messages itself, from the notices of the account, and signs them as the
// service does.

import { randomBytes, randomUUID } from "node:crypto";
import { type BuildEvent, buildEvents, webhookBody } from "../../domain/account/webhook.js";
import type { Notice } from "../../http/notices.js";
import { createWebhookSender, webhookHeaders } from "../../notify/webhook-send.js";
import { command, unknown } from "../command.js";
import { connect, connection } from "../connect.js";
import { UsageError } from "../exit.js";
import { noticesOf } from "../notice-stream.js";
import { readServer } from "../pipeline/server-state.js";
import { createScreen } from "../terminal.js";

export const listen = command({
  usage: "listen --forward-to URL [--event EVENT] [--secret SECRET]",
  text: `Sends the webhooks of the account to a program on this machine, while it runs: signed as the service signs them, with a secret
that it prints. For development; a change that follows another within half a second may be left out, and nothing is sent twice.
In production, create a webhook.`,
  options: {
    "forward-to": { type: "string", value: "URL", text: "Address that receives the messages." },
    event: {
      type: "string",
      multiple: true,
      value: "EVENT",
      text: `${buildEvents.join(" or ")}; default: both.`,
    },
    secret: { type: "string", value: "SECRET", text: "Secret to sign with, whsec_…; default: a new one." },
    ...connection,
  },
  operands: [0, 0],
  async run({ values }, terminal) {
    const { signal, err, out } = terminal;
    const url = addressOf(values["forward-to"]);
    const wanted = (values.event ?? [...buildEvents]).map(eventOf);
    const secret = secretOf(values.secret);
    const client = connect(values, terminal);
    const screen = createScreen(err);
    const { id: accountId } = await client.get<{ id: string }>("/accounts/current");
    const changes = new Changes();
    for (const [, records] of (await readServer(client)).records)
      for (const record of records) changes.know(record);
    screen.say(`Forwarding to ${url}. Signing secret: ${secret}`);
    const send = createWebhookSender({ privateAddresses: true });
    const onBreak = () => screen.say("The service does not answer. Waiting for it.");
    for await (const notice of noticesOf(client, { signal, onBreak })) {
      const { id, resource_type, name } = notice;
      const event = changes.eventOf(notice);
      if (resource_type === "mail" || event === undefined || !wanted.includes(event)) continue;
      const subject = { account_id: accountId, resource_id: id, resource_type };
      const message = { id: randomUUID(), body: webhookBody(event, subject, Date.now()) };
      const answer = await send(
        url,
        webhookHeaders([secret], message, Date.now()),
        message.body,
        signal,
      ).catch((error: Error) => error.message);
      signal.throwIfAborted();
      out.write(`${event} ${resource_type} ${name}: ${answer}\n`);
    }
  },
});

/** The states of resources, to tell which notices say what a webhook would say. */
export class Changes {
  private readonly known = new Map<string, State>();

  know({ id, status, status_error, last_updated_output_at }: State & { id: string }): void {
    this.known.set(id, { status, status_error, last_updated_output_at });
  }

  eventOf(notice: Notice): BuildEvent | undefined {
    if (notice.deleted) return undefined;
    const before = this.known.get(notice.id);
    this.know(notice);
    if (notice.status === "error")
      return before?.status === "error" && before.status_error === notice.status_error
        ? undefined
        : "resource.errored";
    const { last_updated_output_at: at } = notice;
    return notice.status === "ready" && at !== undefined && at !== before?.last_updated_output_at
      ? "resource.ready_with_update"
      : undefined;
  }
}

interface State {
  status: string;
  status_error?: string | undefined;
  last_updated_output_at?: string | undefined;
}

const addressOf = (url: string | undefined): string => {
  if (url === undefined)
    throw new UsageError("The address is missing: --forward-to http://localhost:3000/webhooks.");
  const address = /^\w+:\/\//.test(url) ? url : `http://${url}`;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new UsageError(`--forward-to is ${url}, but must be an http:// or https:// URL.`);
  return address;
};

const eventOf = (typed: string): BuildEvent => {
  const found = buildEvents.find((event) => event === typed);
  if (!found) throw new UsageError(unknown("event", typed, buildEvents));
  return found;
};

const secretOf = (given: string | undefined): string => {
  if (given !== undefined && !/^whsec_[A-Za-z0-9+/=]{24,}$/.test(given))
    throw new UsageError("--secret must be whsec_ and at least 24 characters of base64.");
  return given ?? `whsec_${randomBytes(32).toString("base64")}`;
};
