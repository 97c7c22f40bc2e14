// An upload as it is listed.

import type { UploadTable } from "../../db/schema.js";
import type { JsonObject } from "../json.js";
import { isoMs } from "./record.js";

export const renderUpload = (upload: UploadTable): JsonObject => ({
  subpath: `${upload.directory}/${upload.filename}`,
  file_size: upload.bytes,
  md5_hash: upload.md5,
  sha256_hash: upload.sha256,
  created_at: isoMs(upload.created_at),
});
