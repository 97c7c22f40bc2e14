// Every error that a user can meet: its code, the status it answers with, whose fault it is, and what to do about it.
// `docs/reference/errors.md` has one entry for each; a test holds the two together.

/** What the API's `error` field can say. */
export type ApiError =
  | "BAD_REQUEST"
  | "VALIDATION_FAILED"
  | "MISSING_API_KEY"
  | "MALFORMED_API_KEY"
  | "EXPIRED_API_KEY"
  | "INVALID_AUTHORIZATION"
  | "FORBIDDEN"
  | "MAX_RESOURCES_REACHED"
  | "NOT_FOUND"
  | "CONFLICT"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "TOO_MANY_REQUESTS"
  | "INTERNAL_SERVER_ERROR";

/** `caller`: the request or the data must change. `world`: tried again by itself. `ours`: a bug, loud. */
export type Fault = "caller" | "world" | "ours";

export interface CatalogueEntry {
  error: ApiError;
  status: number;
  fault: Fault;
  /** One sentence that says what happened and what to do. `{name}` is replaced by the parameter of that name. */
  message: string;
}

const entry = (error: ApiError, status: number, fault: Fault, message: string): CatalogueEntry => ({
  error,
  status,
  fault,
  message,
});
const badRequest = (message: string) => entry("BAD_REQUEST", 400, "caller", message);
const invalid = (message: string) => entry("VALIDATION_FAILED", 400, "caller", message);
const conflict = (message: string) => entry("CONFLICT", 409, "caller", message);
const unauthorized = (error: ApiError, message: string) => entry(error, 401, "caller", message);
/** A build that cannot go on because of configuration or data: it becomes the `status_error` of its resource. */
const build = (message: string) => entry("VALIDATION_FAILED", 400, "caller", message);

export const catalogue = {
  // Requests
  "body-missing": badRequest("The request has no body. Send a JSON object."),
  "body-not-json": badRequest("The body is not valid JSON: {detail}."),
  "body-invalid": invalid("The request does not fit the schema: {detail}."),
  "request-malformed": badRequest("The request cannot be read: {detail}."),
  "path-unknown": entry(
    "NOT_FOUND",
    404,
    "caller",
    "There is no {method} {path}. See /openapi.json for what there is.",
  ),
  "media-type-unsupported": entry(
    "UNSUPPORTED_MEDIA_TYPE",
    415,
    "caller",
    "Content type {type} is not read here. Send {expected}.",
  ),
  "payload-too-large": entry(
    "PAYLOAD_TOO_LARGE",
    413,
    "caller",
    "The body is larger than the limit of {limit} bytes.",
  ),
  "resource-unknown": entry("NOT_FOUND", 404, "caller", "There is no {type} {id} in this account."),
  "name-taken": conflict("Another {type} is already named {name}. Choose another name, or change that one."),
  "resource-in-use": conflict("This is used by {users}. Delete or change what uses it first."),
  "changed-meanwhile": conflict(
    "The record was changed by another request. Read it again and repeat the change.",
  ),
  // Keys
  "key-missing": unauthorized(
    "MISSING_API_KEY",
    "Send the API key in the header `Authorization: Bearer KEY`.",
  ),
  "key-malformed": unauthorized(
    "MALFORMED_API_KEY",
    "The API key is not of the form bw_live_…; a character may be missing.",
  ),
  "key-unknown": unauthorized(
    "INVALID_AUTHORIZATION",
    "This API key is not known. It may have been revoked.",
  ),
  "key-expired": unauthorized("EXPIRED_API_KEY", "This API key has expired. Create a new one."),
  // Uploads
  "upload-name-invalid": badRequest("{part} {value} is not allowed. {rule}"),
  "upload-empty": badRequest("The upload has no bytes. Send the file as the body of the request."),
  "upload-incomplete": badRequest("The upload ended before its whole body had arrived. Send it again."),
  // Configurations
  "spelling-conflict": badRequest("{first} and {second} mean the same and differ. Send one of them."),
  "cohort-bounds-inverted": invalid(
    "{min_name} is {min}, above {max_name}, which is {max}. Nobody could be a member.",
  ),
  "stream-unknown": invalid(
    "There is no stream {name}. Streams there are: {streams}. A dataset creates its streams, or POST /streams/{name}.",
  ),
  "cohort-empty": invalid("A cohort needs a stream_name or at least one trait condition."),
  "outcome-cohorts-same": invalid(
    "Attainment and eligible are the same cohort, so nobody could attain. Choose two, or set recurring to true.",
  ),
  "scope-without-outcomes": invalid(
    "The payload has no outcome_ids. A pipeline scores at least one outcome.",
  ),
  "reference-unknown": invalid("{field} names {id}, which is no {type} of this account."),
  "upsert-and-incremental": invalid("upsert_columns and incremental_column exclude one another. Choose one."),
  "scope-not-ready": conflict("The pipeline is {status}, not ready. Enable it once its build is done."),
  "target-not-ready": conflict(
    "The file is not built yet: the target is {status}. Try again when it is ready.",
  ),
  "result-not-ready": conflict("There is no result yet: the {type} is {status}. Try again when it is ready."),
  "link-invalid": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This download link is not valid. Read the target again for a fresh one.",
  ),
  // Builds
  "column-unknown": build(
    "Column {column}, used by {used_by}, is not in the files. Columns there are: {columns}.",
  ),
  "file-empty": build("{file} is empty. Upload a CSV with a header and at least one row."),
  "file-binary": build(
    "{file} is not a text file. Upload CSV as plain text, or gzipped with the ending .gz.",
  ),
  "columns-too-many": build(
    "{file} has {columns} columns, and at most {most} are read. Leave out those that say nothing of people or events.",
  ),
  "date-ambiguous": build(
    "Dates in column {column} of {file} can be read as day/month or as month/day (for example {example}). Set format to {formats}.",
  ),
  "date-unreadable": build(
    "No date format fits column {column}: for example {example}. Set format in data_map.",
  ),
  "format-mismatch": build(
    "Column {column} has format {format}, which fits none of its values: for example {example}.",
  ),
  "condition-invalid": build("The condition on {name} cannot be applied: {detail}."),
  "property-unknown": build(
    "Stream {stream} has no property {property}. Properties there are: {properties}.",
  ),
  "trait-unknown": build("Nobody has a trait {trait}. Traits there are: {traits}."),
  "value-missing": build("Cohort bounds use value, but no dataset maps value for stream {stream}."),
  "recency-undated": build(
    "The cohort uses recency, but stream {stream} has events without a datetime. Map datetime in every dataset that outputs to it.",
  ),
  "too-little-to-learn": build(
    "There is too little to learn from: {attained} attained and {not_attained} did not, over {landmarks} landmarks. At least 10 of each are needed.",
  ),
  "history-too-short": build("The events span {days} days, too short for a horizon of {horizon_days} days."),
  // The world
  "mail-unreachable": entry(
    "INTERNAL_SERVER_ERROR",
    500,
    "world",
    "The mail server did not take the message: {detail}.",
  ),
  "disk-full": entry("INTERNAL_SERVER_ERROR", 500, "world", "The disk of the data directory is full."),
  // Ours
  internal: entry(
    "INTERNAL_SERVER_ERROR",
    500,
    "ours",
    "Something went wrong on our side. Quote the id of this error.",
  ),
} satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;
