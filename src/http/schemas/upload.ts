// Uploaded files, complete and resumable.

import { Type } from "@sinclair/typebox";
import { readableEndings } from "../../domain/data/file-format.js";
import { closed, count, described, instant, optional } from "../../domain/resource/schema.js";
import { pageFields } from "../pages.js";

export const uploadParams = Type.Object({
  directory: Type.String({
    description: "Upload directory, as in options.upload_directory of a dataset.",
    examples: ["transactions"],
  }),
  filename: Type.String({
    description: `File name that ends in ${readableEndings}`,
    examples: ["2026-01.csv"],
  }),
});
export const uploadQuery = closed({
  directory: optional(Type.String({ description: "Return only files in this directory." })),
  ...pageFields,
});

const subpath = Type.String({
  description: "Directory and file name.",
  examples: ["transactions/2026-01.csv"],
});

export const uploadRecord = Type.Object(
  {
    subpath,
    file_size: described("Size in bytes, as uploaded.", count, 48210),
    md5_hash: Type.String({
      description: "MD5 of the file in hexadecimal.",
      examples: ["9e107d9d372bb6826bd81d3542a419d6"],
    }),
    sha256_hash: Type.String({
      description: "SHA-256 of the file in hexadecimal.",
      examples: ["d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592"],
    }),
    created_at: described("When the upload was complete.", instant),
    damaged_at: optional(
      described(
        "When its bytes were found to differ from what was uploaded. Absent: they do not. Upload the file again.",
        instant,
      ),
    ),
  },
  { title: "Upload" },
);

export const resumableUploadRecord = Type.Object(
  {
    id: Type.String({ description: "Assigned by the service; also part of Location." }),
    subpath,
    upload_offset: described("Bytes received so far.", count, 16384),
    upload_length: described("Size of the file in bytes.", count, 48210),
    created_at: described("When the upload was announced.", instant),
    finished_at: optional(described("When the file was complete and became an upload.", instant)),
  },
  { title: "ResumableUpload" },
);
