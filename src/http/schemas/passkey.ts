// Passkeys in requests and answers. What browsers send and take has the form of WebAuthn's JSON.

import { Type } from "@sinclair/typebox";
import {
  byName,
  closed,
  described,
  exampleId,
  instant,
  nameOf,
  optional,
} from "../../domain/resource/schema.js";

const current_password = Type.String({
  maxLength: 1000,
  description: "Current password of the user.",
  examples: ["correct horse battery staple"],
});
const bytes = (description: string, maxLength = 8000) =>
  Type.String({ pattern: "^[A-Za-z0-9_-]*$", maxLength, description, examples: ["Zm9vYmFy"] });
const name = nameOf("Name of the passkey, to tell it from others.", "Telephone");

/** Browsers add fields as they learn more. */
const sent = <T extends Parameters<typeof Type.Object>[0]>(fields: T, title: string) =>
  Type.Object(
    {
      id: bytes("ID of the credential.", 1400),
      rawId: bytes("The same.", 1400),
      type: Type.Literal("public-key", { description: "Type of the credential." }),
      response: Type.Object(fields, { description: "What the device signed." }),
      clientExtensionResults: optional(byName(Type.Unknown(), { description: "Results of extensions." })),
      authenticatorAttachment: optional(
        Type.Union([Type.String({ maxLength: 50 }), Type.Null()], {
          description: "Whether the device is the browser's own.",
        }),
      ),
    },
    { title },
  );

const clientDataJSON = bytes("What the browser says of the request, with its challenge and origin.");

export const passkeyBegin = closed({ current_password }, "PasskeyBegin");
export const passkeyPost = closed(
  {
    name,
    credential: sent(
      {
        clientDataJSON,
        attestationObject: bytes("The new key."),
        transports: optional(
          Type.Array(Type.String({ maxLength: 50 }), {
            maxItems: 10,
            description: "How browsers reach the device.",
            examples: [["internal"]],
          }),
        ),
      },
      "NewCredential",
    ),
  },
  "PasskeyPost",
);
export const passkeyPatch = closed({ name }, "PasskeyPatch");
export const passkeyDelete = closed({ current_password }, "PasskeyDelete");

export const passkeySignIn = closed(
  {
    credential: sent(
      {
        clientDataJSON,
        authenticatorData: bytes("What the device says of itself."),
        signature: bytes("Signature of both."),
        userHandle: optional(
          Type.Union([bytes("ID of the user.", 200), Type.Null()], { description: "ID of the user." }),
        ),
      },
      "SignedCredential",
    ),
  },
  "PasskeySignIn",
);

export const passkeyRecord = Type.Object(
  {
    id: Type.String({ description: "ID of the passkey.", examples: [exampleId] }),
    name,
    created_at: described("When it was registered.", instant),
    used_at: optional(described("When it last signed in. Absent: never.", instant)),
  },
  { title: "Passkey" },
);

const options = (description: string) => Type.Object({}, { additionalProperties: true, description });

export const passkeyOptions = Type.Object(
  {
    options: options(
      "For `navigator.credentials`, as `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read them.",
    ),
  },
  { title: "PasskeyOptions" },
);
