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
  "archive-in-use": conflict(
    "This is used by {others}. Archive them too: with cascade_to, which takes their ids, or with cascade_to_all.",
  ),
  "unarchive-incomplete": conflict(
    "This uses {others}, which are archived. Bring them back too: with cascade_to, which takes their ids, or with cascade_to_all.",
  ),
  "cascade-unrelated": invalid("cascade_to names {id}, which neither uses this nor is used by it."),
  "resource-archived": conflict("The {type} {name} is archived. Unarchive it first."),
  "changed-meanwhile": conflict(
    "The record was changed by another request. Read it again and repeat the change.",
  ),
  "requests-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "This key, or the console, has made its {limit} requests of a minute. Try again in {seconds} s.",
  ),
  "idempotency-key-invalid": badRequest("The Idempotency-Key must have 1 to 255 visible ASCII characters."),
  "idempotency-key-reused": conflict(
    "This Idempotency-Key was sent with another request: {request}. Choose a new key for each new request.",
  ),
  "idempotency-unanswered": conflict(
    "A request with this Idempotency-Key is under way, or was cut off with the service. Try again in {seconds} s; if it stays so, see whether it took effect, and repeat it with a new key if not.",
  ),
  "idempotency-answer-secret": conflict(
    "The request with this Idempotency-Key was carried out. Its answer held a secret, which is shown once.",
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
  // Passwords and sessions
  "session-ended": unauthorized(
    "INVALID_AUTHORIZATION",
    "You are not signed in any more: the session has ended. Sign in again.",
  ),
  "request-cross-origin": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This request does not come from the console's own pages, so that the session counts for nothing. Send an API key in the header `Authorization: Bearer KEY`, or, behind a proxy, see that BELLWETHER_PUBLIC_URL is the address in the browser.",
  ),
  "sign-in-failed": unauthorized(
    "INVALID_AUTHORIZATION",
    "E-mail address and password do not belong together. See that both are right; an account without a password is signed in to with an API key.",
  ),
  "sign-ins-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "Too many sign-ins have failed. Try again in {seconds} s.",
  ),
  "current-password-wrong": invalid(
    "current_password is not the account's password. Who has forgotten it can set another by API key, or with `bellwether password` on the machine of the service.",
  ),
  "email-taken": conflict(
    "Another account signs in with {email}. Sign in with it, or choose another address; a forgotten password is set anew with `bellwether password` on the machine of the service.",
  ),
  "password-needs-email": invalid(
    "Who has a password signs in with an e-mail address, and this account would have none. Give it one.",
  ),
  "sign-up-closed": entry(
    "FORBIDDEN",
    403,
    "caller",
    "No more accounts are made here (BELLWETHER_SIGN_UP). Ask who runs the service.",
  ),
  // Uploads
  "upload-name-invalid": badRequest("{part} {value} is not allowed. {rule}"),
  "upload-empty": badRequest("The upload has no bytes. Send the file as the body of the request."),
  "upload-incomplete": badRequest("The upload ended before its whole body had arrived. Send it again."),
  "upload-compression-unread": badRequest(
    "{filename} is compressed in a way that is not read here. Compress it with gzip (.gz), bzip2 (.bz2) or Zstandard (.zst), or upload it as it is.",
  ),
  "upload-offset-wrong": conflict(
    "{offset} bytes of this file have arrived, and Upload-Offset says {sent}. Ask how many there are, and send what follows them.",
  ),
  "upload-busy": entry(
    "CONFLICT",
    423,
    "caller",
    "Another request is sending this file. Try again in {seconds} s, from the offset that there is then.",
  ),
  "tus-version-unsupported": entry(
    "BAD_REQUEST",
    412,
    "caller",
    "Version {version} of the tus protocol is not spoken here. Send the header `Tus-Resumable: 1.0.0`.",
  ),
  // Configurations
  "spelling-conflict": badRequest("{first} and {second} mean the same and differ. Send one of them."),
  "cohort-bounds-inverted": invalid(
    "{min_name} is {min}, above {max_name}, which is {max}. Nobody could be a member.",
  ),
  "stream-unknown": invalid(
    "There is no stream {name}. Streams there are: {streams}. A dataset creates its streams, or POST /streams/{name}.",
  ),
  "cohort-empty": invalid("A cohort needs a stream_name, or at least one condition on a trait or a place."),
  "connection-type-unsupported": invalid(
    "Connections of type {type} are not supported by this server. Supported: {supported}. Files can be uploaded instead: a dataset or target of type hosted_csv needs no connection.",
  ),
  "connection-address-forbidden": invalid(
    "A connection may not go to {host}: loopback, private and link-local addresses are forbidden here (BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES).",
  ),
  "place-shape-needed": invalid(
    "A place is drawn as geojson or listed as addresses: send one of the two, not {sent}.",
  ),
  "geojson-invalid": invalid("{path} {message}. See RFC 7946."),
  "address-vague": invalid(
    "{path} does not say where it is. Give a postcode, or house_number_and_street with a city.",
  ),
  "outcome-cohorts-same": invalid(
    "Attainment and eligible are the same cohort, so nobody could attain. Choose two, or set recurring to true.",
  ),
  "attrition-cohort-same": invalid(
    "Attrition and {other} are the same cohort, so nobody could attain. Choose two.",
  ),
  "undecided-without-attrition": invalid(
    "undecided is left_out without an attrition_cohort_id, so only who attained would be left. Name the cohort.",
  ),
  "bias-strategies-differ": invalid(
    "Bias by age and by gender cannot be mitigated in two ways at once: {age} and {gender}. Choose one for both, or none for one.",
  ),
  "scope-without-outcomes": invalid(
    "The payload has no outcome_ids, persona_set_ids or recommender_ids, so nothing would be said of anybody. Name one at least.",
  ),
  "reference-unknown": invalid("{field} names {id}, which is no {type} of this account."),
  "merge-of-merge": invalid(
    "options.merge names {name}, which does not read files itself. Merge datasets of type hosted_csv, each once.",
  ),
  "merge-streams-clash": invalid(
    "Several of the datasets to merge output to stream {stream}. Write output_to_streams of the merge yourself, or leave migrate out.",
  ),
  "upsert-and-incremental": invalid("upsert_columns and incremental_column exclude one another. Choose one."),
  "target-column-unknown": invalid(
    "There is no column {column} in a target of mode {mode}.{hint} Columns there are: {columns}.",
  ),
  "target-column-twice": invalid(
    "Two columns of the file are called {column}. Give each an output_col of its own.",
  ),
  "target-field-foreign": invalid("{field} does not go with {choice}. Leave it out."),
  "aggregation-impossible": invalid("Column {column} cannot be aggregated by {aggregation}. {advice}"),
  "outcome-not-in-payload": invalid(
    "{field} names outcome {id}, which the pipeline does not score. Outcomes that it scores: {outcomes}.",
  ),
  "recommender-not-in-payload": invalid(
    "filter.recommender_rank names recommender {id}, which is not in the pipeline's payload. Recommenders that are: {recommenders}.",
  ),
  "filter-unavailable": invalid(
    "filter.recommender_uncalibrated_probability is not available: recommendations have an order and no probabilities. Filter by recommender_rank.",
  ),
  "person-search-empty": invalid("Say whom to look for: by email, phone, customer_id, name or address."),
  "records-foreign": invalid(
    "records names {id}, which is no record of person {person}. GET /people/{person} lists the records.",
  ),
  "split-leaves-nobody": invalid(
    "records names all records of the person, so there is nobody to part them from. Leave one out at least.",
  ),
  "merge-with-itself": invalid("with names {id}, which is the same person already."),
  "decisions-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "With this, {pairs} pairs of records would be decided, and an account keeps {most} at most. Part fewer records from fewer at once, or undo decisions.",
  ),
  "cursor-invalid": invalid(
    "before is {before}, which is neither an instant nor next_before of a page. Write an instant as 2026-01-31T12:00:00Z.",
  ),
  "inspections-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "Too many questions about people are waiting for an answer. Try again in {seconds} s.",
  ),
  "limit-bounds-inverted": invalid("percentile_min is {min}, above percentile_max, which is {max}."),
  "reference-column-unknown": invalid(
    "Dataset {dataset} has no reference key column {column}.{hint} Its reference_key_columns: {columns}.",
  ),
  "lookup-on-file": conflict(
    "This target is a {type}. Lookups are answered by targets whose options.type is lookup_api.",
  ),
  "file-of-lookup": conflict(
    "This target is a lookup_api, which has no file. POST to its output_url instead.",
  ),
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
  "webhook-endpoints-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "An account has {most} webhook endpoints at most. Delete one first.",
  ),
  "webhook-address-forbidden": invalid(
    "Webhooks may not go to {url}: loopback, private and link-local addresses are forbidden here (BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES).",
  ),
  // Builds
  "column-unknown": build(
    "Column {column}, used by {used_by}, is not in the files. Columns there are: {columns}.",
  ),
  "file-empty": build("{file} is empty. Upload a CSV with a header and at least one row."),
  "file-binary": build(
    "{file} is not a text file. Upload CSV as plain text, or compressed with gzip, bzip2 or Zstandard.",
  ),
  "merge-multiplies": build(
    "The datasets have {read} rows, and {rows} when merged: the join columns repeat in several of them. Choose columns whose values are unique in all datasets but one.",
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
  "modeling-field-unknown": build(
    "There is no field {name} to tell people apart by. Name a stream, a trait, a property or a feature; there are: {fields}.",
  ),
  "personas-too-few": build(
    "The cohort's people cannot be told apart into {wanted} personas: only {possible} of them differ. Widen the cohort, add modeling_fields, or ask for fewer.",
  ),
  "persona-unknown": build("Persona set {set} has no persona {id}. Its personas are: {personas}."),
  "bias-trait-missing": build(
    "Bias by {dimension} cannot be mitigated: no trait tells it. Map one named {dimension} in output_to_traits, or mitigate nothing. Traits there are: {traits}.",
  ),
  "table-unknown": build(
    "There is no table {table} in schema {schema} that the connection's user may read. Tables there are: {tables}.",
  ),
  "table-foreign": build(
    "There is a table {table} in schema {schema} that this target has not written. Choose another table_name, or drop the table.",
  ),
  "table-columns-clash": build(
    "Cut to the {bytes} bytes that PostgreSQL keeps of a name, {column} is the same as another column. Choose shorter names in custom_structure.",
  ),
  "connection-failed": build(
    "The database cannot be used: {detail}. Change the connection, or force an update once the database is ready.",
  ),
  "people-merge-held": build(
    "{merged} of {people} people would become records of others, more than {most}, so nothing was changed. Look at the newest files: a value that stands in very many rows makes one person of them. If it is right, PATCH the account with identity_resolution of the same mode and most_merged {enough}.",
  ),
  "people-not-located": build(
    "Nobody's location is known, so nobody can be near this place. Map columns to the traits latitude and longitude in output_to_traits: of a dataset of people, or of a table of postcodes with their coordinates.",
  ),
  "place-not-located": build(
    "A distance to place {place} cannot be measured: the coordinates of {lost} of its {addresses} addresses are not known; they are null in its locations. Upload a dataset with postcodes or streets in identity_sets and the traits latitude and longitude in output_to_traits, or ask for a distance of 0.",
  ),
  "value-missing": build("Cohort bounds use value, but no dataset maps value for stream {stream}."),
  "recency-undated": build(
    "The cohort uses recency, but stream {stream} has events without a datetime. Map datetime in every dataset that outputs to it.",
  ),
  "recommender-undated": build(
    "Stream {stream} has events without a datetime, so nobody can say what was taken next. Map datetime in every dataset that outputs to it.",
  ),
  "recommender-without-values": build(
    "No event of stream {stream_name} has a value of property {stream_property_name}, so there is nothing to recommend.",
  ),
  "too-little-to-learn": build(
    "There is too little to learn from: {attained} attained and {not_attained} did not, over {landmarks} landmarks. At least 10 of each are needed. {cause}",
  ),
  "history-too-short": build("The events span {days} days, too short for a horizon of {horizon_days} days."),
  // The world
  "mail-unreachable": entry(
    "INTERNAL_SERVER_ERROR",
    500,
    "world",
    "The mail server did not take the message: {detail}.",
  ),
  "webhook-undelivered": entry(
    "INTERNAL_SERVER_ERROR",
    500,
    "world",
    "The endpoint did not take it: {detail}.",
  ),
  "database-unreachable": entry(
    "INTERNAL_SERVER_ERROR",
    500,
    "world",
    "The database cannot be reached: {detail}.",
  ),
  "inspection-slow": entry(
    "INTERNAL_SERVER_ERROR",
    500,
    "world",
    "The question was not answered within {limit} s. Try again when fewer builds run.",
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
