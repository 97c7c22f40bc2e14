// Notices as they are told: of each resource and each mail what it is now, and of two looks at an account what has changed.

import type { EpochMs } from "../../domain/resource.js";
import { secondsLeft } from "../../domain/time-left.js";
import type { MailState, ResourceState } from "../../store/notices.js";
import { present } from "../json.js";
import { isoMs } from "../render/record.js";
import type { Notice } from "../schemas/notice.js";

/** `text` is all that can change, so that two looks are compared by it; of a resource `version` is a part of that. */
export interface NoticeState {
  notice: Notice;
  text: string;
}

export const resourceNotice = (resource: ResourceState, now: EpochMs): NoticeState => {
  const notice = present({
    id: resource.id,
    resource_type: resource.type,
    name: resource.name,
    status: resource.status,
    status_error: resource.status_error,
    progress: resource.progress,
    progress_text: resource.progress_text,
    seconds_left: resource.status === "running" ? timeLeft(resource, now) : undefined,
    last_updated_output_at: isoMs(resource.last_updated_output_at),
    archived_at: isoMs(resource.archived_at),
  }) as Notice;
  return { notice, text: `${resource.version} ${JSON.stringify(notice)}` };
};

export const mailNotice = ({ id, subject, sent_at, error }: MailState): NoticeState => {
  const notice = present({
    id,
    resource_type: "mail",
    name: subject,
    status: sent_at !== null ? "ready" : error !== null ? "error" : "starting",
    status_error: error,
    last_updated_output_at: isoMs(sent_at),
  }) as Notice;
  return { notice, text: JSON.stringify(notice) };
};

const timeLeft = (resource: ResourceState, now: EpochMs): number | undefined => {
  const { status_changed_at: startedAt, progress, progress_at, build_ms: lastMs } = resource;
  const said =
    progress === null || progress_at === null ? null : { share: progress, atMs: progress_at - startedAt };
  return secondsLeft({ ranMs: now - startedAt, said, lastMs });
};

/** By id, in order. */
export type NoticeStates = ReadonlyMap<string, NoticeState>;

/** What somebody who has just come is to know: all that is not at rest. */
export const pendingNotices = (looks: NoticeStates): Notice[] =>
  [...looks.values()]
    .map(({ notice }) => notice)
    .filter(
      ({ resource_type, status, archived_at }) =>
        resource_type !== "mail" && status !== "ready" && archived_at === undefined,
    );

/** Old mails fall out of sight; that is no news. */
export const changedNotices = (before: NoticeStates, after: NoticeStates): Notice[] => [
  ...[...before.values()]
    .filter(({ notice }) => !after.has(notice.id) && notice.resource_type !== "mail")
    .map(({ notice }): Notice => ({ ...notice, deleted: true })),
  ...[...after.values()]
    .filter(({ notice, text }) => before.get(notice.id)?.text !== text)
    .map(({ notice }) => notice),
];
