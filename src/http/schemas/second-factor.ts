// Second factors in requests and answers.

import { Type } from "@sinclair/typebox";
import { closed } from "../../domain/resource/schema.js";

export const codeAttempt = Type.String({
  maxLength: 100,
  description: "The six digits that the authenticator app shows, or a recovery code. Each is good once.",
  examples: ["492039"],
});

const current_password = Type.String({
  maxLength: 1000,
  description: "Current password of the user.",
  examples: ["correct horse battery staple"],
});

export const secondFactorPost = closed({ current_password }, "SecondFactorPost");
export const secondFactorPut = closed({ code: codeAttempt }, "SecondFactorPut");
export const secondFactorDelete = closed({ current_password }, "SecondFactorDelete");

export const secondFactorBegun = Type.Object(
  {
    secret: Type.String({
      description: "To type into the app.",
      examples: ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"],
    }),
    app_address: Type.String({
      description: "The same as an address that an app opens, also as a QR code.",
      examples: [
        "otpauth://totp/Bellwether%3Aada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bellwether",
      ],
    }),
  },
  { title: "SecondFactor" },
);

export const recoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String({ examples: ["9f1c-02ab-77d3-e51b"] }), {
      description: "Ten codes for a day without the app. They cannot be read again.",
    }),
  },
  { title: "RecoveryCodes" },
);
