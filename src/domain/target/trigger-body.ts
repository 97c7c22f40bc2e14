// Body of a trigger's webhook: the bytes that are signed, and the same without people who are gone.

import type { JsonObject } from "../resource/json.js";
import type { EpochMs } from "../resource/resource.js";
import type { ReportedPerson, TriggerMessage } from "./trigger.js";

interface Sender {
  account_id: string;
  trigger_id: string;
  trigger_name: string;
}

export const triggerBody = (
  sender: Sender,
  { type, text, dataThrough, people, more }: TriggerMessage,
  now: EpochMs,
): string =>
  JSON.stringify({
    timestamp: new Date(now).toISOString(),
    type,
    data: {
      ...sender,
      data_through: new Date(1000 * dataThrough).toISOString(),
      text,
      people: people.map((person) => reportedFields(person, type)),
      more,
    },
  });

/** A person as messages and the API show them. Members of a cohort have no direction: the event says it. */
export const reportedFields = ({ id, direction, ...rest }: ReportedPerson, type: string): JsonObject => {
  const isMember = type === "people.entered" || type === "people.left";
  return { person_id: id, ...(!isMember && { direction }), ...rest };
};

/** The body without these people. */
export const bodyWithout = (body: string, goneIds: ReadonlySet<string>): string => {
  const { data, ...rest } = JSON.parse(body) as { data: { people: { person_id: string }[] } };
  const people = data.people.filter(({ person_id }) => !goneIds.has(person_id));
  return JSON.stringify({ ...rest, data: { ...data, people } });
};
