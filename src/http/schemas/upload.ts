// A file as it arrived: what lists of uploads show.

import { Type } from "@sinclair/typebox";
import { closed, count, described, instant, optional } from "./common.js";

export const uploadParams = Type.Object({
  directory: Type.String({
    description: "Datasets name it as options.upload_directory.",
    examples: ["transactions"],
  }),
  filename: Type.String({
    description: "Ends in .csv or .txt, with .gz, .bz2 or .zst if it is compressed.",
    examples: ["2026-01.csv"],
  }),
});
export const uploadQuery = closed({
  directory: optional(Type.String({ description: "Only files of this directory." })),
});

export const uploadRecord = Type.Object(
  {
    subpath: Type.String({ description: "Directory and file name.", examples: ["transactions/2026-01.csv"] }),
    file_size: described("In bytes, as uploaded.", count, 48210),
    md5_hash: Type.String({
      description: "Of the bytes, in hexadecimal.",
      examples: ["9e107d9d372bb6826bd81d3542a419d6"],
    }),
    sha256_hash: Type.String({
      description: "Of the bytes, in hexadecimal.",
      examples: ["d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592"],
    }),
    created_at: described("When all of it had arrived.", instant),
  },
  { title: "Upload" },
);

export const resumableUploadRecord = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "Chosen by the service; its path is in Location too." }),
    subpath: Type.String({
      description: "Directory and file name that it is to have.",
      examples: ["transactions/2026-01.csv"],
    }),
    upload_offset: described("How many bytes have arrived.", count, 16384),
    upload_length: described("How many bytes the file has.", count, 48210),
    created_at: described("When it was announced.", instant),
    finished_at: optional(described("When it had all arrived, and became an upload.", instant)),
  },
  { title: "ResumableUpload" },
);
