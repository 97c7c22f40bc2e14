// What archiving and its undoing may take along.

import { Type } from "@sinclair/typebox";
import { closed, ids, optional } from "./common.js";

export const cascadePost = closed(
  {
    cascade_to: optional(ids("what may go or come along")),
    cascade_to_all: optional(
      Type.Boolean({ description: "All that must go or come along may. Default false." }),
    ),
  },
  "ArchiveConfig",
);
