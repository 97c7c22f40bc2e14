// What is told of a resource or an e-mail as it happens.

import { type Static, Type } from "@sinclair/typebox";
import { resourceStatuses, resourceTypes } from "../../domain/resource.js";
import { described, instant, oneOf, optional } from "./common.js";

export const noticeRecord = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "Of the resource, or of the e-mail in the outbox." }),
    resource_type: oneOf([...resourceTypes, "mail"], "What kind of resource it is, as in its path, or mail."),
    name: Type.String({ description: "Of an e-mail, its subject.", examples: ["Customers"] }),
    status: oneOf(
      resourceStatuses,
      "As in the record. An e-mail is starting until the mail server has taken it (ready) or has not (error).",
    ),
    status_error: optional(Type.String({ description: "Why it waits or failed." })),
    progress: optional(Type.Number({ description: "Share done of the running build, 0 to 1." })),
    progress_text: optional(Type.String({ description: "What the running build is doing, for people." })),
    seconds_left: optional(
      Type.Integer({
        description:
          "How long the running build may still take: as long as the last one did, else by the share done. Absent where nothing tells.",
        examples: [30],
      }),
    ),
    last_updated_output_at: optional(
      described("When a build last ended with a result; of an e-mail, when it was sent.", instant),
    ),
    archived_at: optional(described("When it was taken out of use; absent: it is in use.", instant)),
    deleted: optional(Type.Literal(true, { description: "It is no more." })),
  },
  { title: "Notice" },
);
export type Notice = Static<typeof noticeRecord>;
