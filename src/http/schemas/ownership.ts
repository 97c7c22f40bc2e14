// Notes on resources, requests to look at them, and who downloaded their files.

import { Type } from "@sinclair/typebox";
import { auditActorTypes } from "../../domain/account/audit.js";
import { limits } from "../../domain/resource/limits.js";
import {
  closed,
  count,
  described,
  exampleId,
  instant,
  oneOf,
  optional,
  personal,
} from "../../domain/resource/schema.js";

const noteText = Type.String({
  pattern: "\\S",
  maxLength: limits.remarkCharacters.is,
  description: "What others should know.",
  examples: ["For the spring campaign. Do not change before May."],
});

export const notePut = closed({ text: noteText }, "NotePut");

export const noteRecord = Type.Object(
  {
    text: personal(noteText),
    by: Type.String({
      description: "E-mail address of the user, or name of the key, that wrote it.",
      examples: ["ada@example.com"],
    }),
    at: described("When it was written.", instant),
  },
  {
    title: "Note",
    description: "What somebody wrote about a resource. PUT /resources/{id}/note changes it.",
  },
);

export const makerRecord = Type.Object(
  {
    type: oneOf(["key", "session"], "key: a program with an API key. session: a signed-in user."),
    name: Type.String({
      description: "Name of the key, or e-mail address of the user, of that time.",
      examples: ["ada@example.com"],
    }),
  },
  {
    title: "Maker",
    description:
      "Who made it. Absent: the service, such as for streams of a dataset, or nobody knows any more.",
  },
);

export const lookPost = closed(
  {
    user_id: Type.String({ maxLength: 100, description: "The member who is asked.", examples: [exampleId] }),
    message: optional(
      Type.String({
        maxLength: limits.remarkCharacters.is,
        description: "What they should look at.",
        examples: ["Is the list too long?"],
      }),
    ),
  },
  "LookPost",
);

export const lookRecord = Type.Object(
  {
    email: Type.String({ description: "E-mail address of the member.", examples: ["grace@example.com"] }),
    url: Type.String({
      description: "The page in the console. It shows what their role may see.",
      examples: ["https://bellwether.example.com/console/predictions/3f8a2c1e"],
    }),
    is_mailed: Type.Boolean({
      description: "false: no e-mail was sent, because the service sends none. Pass the link on.",
    }),
  },
  { title: "Look" },
);

export const downloadRecord = Type.Object(
  {
    at: described("When the file was downloaded.", instant),
    times: described("Number of downloads within an hour, which are one entry.", count, 1),
    last_at: described("When the last of them was.", instant),
    by: Type.Object(
      {
        type: oneOf(
          auditActorTypes,
          "key: a program with an API key. session: a signed-in user. link: someone with a signed link.",
        ),
        name: optional(
          Type.String({
            description: "Name of the key, or e-mail address of the user. Absent for a link.",
            examples: ["ada@example.com"],
          }),
        ),
      },
      { description: "Who downloaded it." },
    ),
  },
  { title: "Download" },
);
