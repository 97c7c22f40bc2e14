// Uploads on the way out.

import type { UploadTable } from "../../db/schema.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { NewUpload } from "../../store/uploads.js";
import { present } from "../json.js";
import type { Progress } from "../uploads/resumable.js";
import { isoMs } from "./record.js";

export const renderUpload = (upload: NewUpload & Partial<UploadTable>): JsonObject =>
  present({
    subpath: `${upload.directory}/${upload.filename}`,
    file_size: upload.bytes,
    md5_hash: upload.md5,
    sha256_hash: upload.sha256,
    created_at: isoMs(upload.created_at),
    damaged_at: upload.damaged_at ? isoMs(upload.damaged_at) : undefined,
  });

export const renderResumable = ({ upload, offset }: Progress): JsonObject =>
  present({
    id: upload.id,
    subpath: `${upload.directory}/${upload.filename}`,
    upload_offset: offset,
    upload_length: upload.bytes,
    created_at: isoMs(upload.created_at),
    finished_at: isoMs(upload.finished_at),
  });
