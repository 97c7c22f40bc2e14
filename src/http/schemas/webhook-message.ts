// Messages of webhooks: the body that receivers get, for each event.

import { type TSchema, Type } from "@sinclair/typebox";
import {
  auditEvent,
  buildEvents,
  checkpointEvent,
  testEvent,
  triggerEvents,
  type WebhookEvent,
} from "../../domain/account/webhook.js";
import { resourceTypes } from "../../domain/resource/resource.js";
import { count, described, exampleId, instant, oneOf } from "../../domain/resource/schema.js";
import { auditCheckpoint, auditEntry } from "./audit.js";
import { reportedPerson, triggerMessage } from "./trigger.js";

const account_id = Type.String({ description: "ID of the account.", examples: [exampleId] });

/** `events` have one body. */
const message = (events: readonly string[], data: TSchema, title: string) =>
  Type.Object(
    {
      timestamp: described("When it happened.", instant),
      type: oneOf(events, "The event."),
      data,
    },
    { title },
  );

const ofBuilds = message(
  buildEvents,
  Type.Object(
    {
      account_id,
      resource_id: Type.String({ description: "ID of the resource.", examples: [exampleId] }),
      resource_type: oneOf(resourceTypes, "Type of the resource, as in its path."),
    },
    { description: "The resource. To get its result, read it." },
  ),
  "BuildMessage",
);

const { text, data_through, more } = triggerMessage.properties;

const ofTriggers = message(
  triggerEvents,
  Type.Object(
    {
      account_id,
      trigger_id: Type.String({ description: "ID of the trigger.", examples: [exampleId] }),
      trigger_name: Type.String({ description: "Its name.", examples: ["High probability"] }),
      data_through,
      text,
      people: Type.Array(reportedPerson, { description: "The largest changes first." }),
      more,
    },
    { description: "What the trigger reports." },
  ),
  "PeopleMessage",
);

const ofCheckpoints = message(
  [checkpointEvent],
  Type.Object(
    {
      account_id,
      position: described("Number of links of the chain so far.", count, 4711),
      hash: auditCheckpoint.properties.hash,
    },
    { description: "The end of the audit log's chain." },
  ),
  "CheckpointMessage",
);

const { id, at, actor, action, resource, changes } = auditEntry.properties;

const ofEntries = message(
  [auditEvent],
  Type.Object(
    { account_id, id, at, actor, action, resource, changes },
    { description: "The entry, as it is at first." },
  ),
  "AuditMessage",
);

const ofTests = message(
  [testEvent],
  Type.Object(
    {
      account_id,
      resource_id: Type.String({ description: "ID of the endpoint.", examples: [exampleId] }),
      resource_type: oneOf(["webhook_endpoints"], "Type of the record."),
    },
    { description: "The endpoint." },
  ),
  "TestMessage",
);

interface Message {
  summary: string;
  body: TSchema;
}

/** By event: all that endpoints can get. */
export const webhookMessages: Readonly<Record<WebhookEvent | typeof testEvent, Message>> = {
  "resource.ready_with_update": { summary: "A resource has a new result", body: ofBuilds },
  "resource.errored": { summary: "The build of a resource failed", body: ofBuilds },
  "people.crossed": { summary: "People crossed a probability", body: ofTriggers },
  "people.entered": { summary: "People entered a cohort", body: ofTriggers },
  "people.left": { summary: "People left a cohort", body: ofTriggers },
  "people.moved": { summary: "Probabilities of people moved most in a day", body: ofTriggers },
  "audit.checkpoint": { summary: "The end of the audit log's chain, once a day", body: ofCheckpoints },
  "audit.entry": { summary: "Somebody did something in the account", body: ofEntries },
  "webhook_endpoint.test": { summary: "A message to try an endpoint with", body: ofTests },
};
