// A file as it arrived: what lists of uploads show.

import { Type } from "@sinclair/typebox";
import { closed, count, instant, optional } from "./common.js";

export const uploadParams = Type.Object({ directory: Type.String(), filename: Type.String() });
export const uploadQuery = closed({ directory: optional(Type.String()) });

export const uploadRecord = Type.Object(
  {
    subpath: Type.String({ description: "Directory and file name." }),
    file_size: count,
    md5_hash: Type.String(),
    sha256_hash: Type.String(),
    created_at: instant,
  },
  { title: "Upload" },
);
