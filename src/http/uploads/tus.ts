// The headers of tus 1.0.0 (https://tus.io/protocols/resumable-upload), by which a client and a server agree on how much of
// a file has arrived.

import { Type } from "@sinclair/typebox";
import { refuse } from "../../errors/refusal.js";
import { described } from "../schemas/common.js";

export const tusVersion = "1.0.0";
export const tusExtensions = "creation,termination";
export const partType = "application/offset+octet-stream";

const wholeNumber = (description: string, example: string) =>
  Type.String({ pattern: "^\\d{1,15}$", description, examples: [example] });

const version = described("The version of the protocol.", Type.String(), tusVersion);

export const tusHeaders = Type.Object({ "tus-resumable": version });
export const creationHeaders = Type.Object({
  "tus-resumable": version,
  "upload-length": wholeNumber("How many bytes the file has.", "48210"),
  "upload-metadata": Type.String({
    description:
      "The names directory and filename, each followed by its value in base64, divided by a comma.",
    examples: ["directory dHJhbnNhY3Rpb25z,filename MjAyNi0wMS5jc3Y="],
  }),
});
export const partHeaders = Type.Object({
  "tus-resumable": version,
  "upload-offset": wholeNumber("How many bytes have arrived before these.", "0"),
});

/** Where the file is to go, of a header `directory <base64>,filename <base64>`; what else is in it is ignored. */
export const uploadNameIn = (metadata: string): { directory: string; filename: string } => {
  const values = new Map(metadata.split(",").map(keyAndValue));
  const named = (key: string): string => {
    const value = values.get(key);
    if (value === undefined) throw refuse("request-malformed", { detail: `Upload-Metadata has no ${key}` });
    return value;
  };
  return { directory: named("directory"), filename: named("filename") };
};

const keyAndValue = (pair: string): [string, string] => {
  const [key = "", value = ""] = pair.trim().split(/ +/);
  return [key, Buffer.from(value, "base64").toString("utf8")];
};
