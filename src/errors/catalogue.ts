// Catalogue of errors: the code of each, its HTTP status, whose fault it is, and a message that says what
// happened and what to change. `docs/reference/errors.md` has one entry for each; a test compares the two.

/** Values of the API's `error` field. */
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
  | "GONE"
  | "CONFLICT"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "TOO_MANY_REQUESTS"
  | "INTERNAL_SERVER_ERROR";

/**
 * `caller`: the request or the data must change. `world`: others or our own queues; 502, 503, 504 and 507 are worth a
 * repetition. `ours`: a bug; 500.
 */
export type Fault = "caller" | "world" | "ours";

export interface CatalogueEntry {
  error: ApiError;
  status: number;
  fault: Fault;
  /** Sentences on what happened and what to do. `{name}` is replaced by the parameter of that name. */
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
/** A build that stops because of its configuration or data. The message becomes the `status_error` of its resource. */
const build = (message: string) => entry("VALIDATION_FAILED", 400, "caller", message);

export const catalogue = {
  // Requests
  "body-missing": badRequest("The request has no body. Send a JSON object."),
  "body-not-json": badRequest("The body is not valid JSON: {detail}."),
  "body-unusable": badRequest("The body cannot be used: {detail}."),
  "body-too-complex": badRequest("The body is too complex: {detail}. Split it into several requests."),
  "body-invalid": invalid("The request does not match the schema: {detail}."),
  "request-malformed": badRequest("The request cannot be read: {detail}."),
  "dataset-no-list": conflict(
    "Dataset {name} is no privacy list. Set its field privacy to delete or suppress to make it one.",
  ),
  "path-unknown": entry(
    "NOT_FOUND",
    404,
    "caller",
    "There is no {method} {path}. /openapi.json lists all operations.",
  ),
  "method-unknown": entry("BAD_REQUEST", 405, "caller", "{path} does not take {method}. It takes {methods}."),
  "headers-too-large": entry(
    "BAD_REQUEST",
    431,
    "caller",
    "The headers of the request are too large. Send fewer or shorter ones.",
  ),
  "request-too-slow": entry(
    "BAD_REQUEST",
    408,
    "caller",
    "The request took too long to arrive. Send it again.",
  ),
  "encoding-unsupported": entry(
    "UNSUPPORTED_MEDIA_TYPE",
    415,
    "caller",
    "The body is encoded with {encoding}. Send it without Content-Encoding; upload compressed files under names that end in .gz, .bz2 or .zst.",
  ),
  "media-type-unsupported": entry(
    "UNSUPPORTED_MEDIA_TYPE",
    415,
    "caller",
    "Content type {type} is not supported here. Send {expected}.",
  ),
  "payload-too-large": entry(
    "PAYLOAD_TOO_LARGE",
    413,
    "caller",
    "The body exceeds the limit of {limit} bytes.",
  ),
  "metrics-closed": entry(
    "FORBIDDEN",
    403,
    "caller",
    "Other machines can reach this service, so its metrics need a token. Set BELLWETHER_METRICS_TOKEN and send it as bearer token.",
  ),
  "metrics-token-wrong": unauthorized(
    "INVALID_AUTHORIZATION",
    "The metrics need the token of BELLWETHER_METRICS_TOKEN as bearer token.",
  ),
  "resource-unknown": entry("NOT_FOUND", 404, "caller", "There is no {type} {id} in this account."),
  "person-gone": entry(
    "GONE",
    410,
    "caller",
    "Person {id} is gone since {gone_on}: no record in your files is theirs any more. Drop the ID, nobody else gets it.",
  ),
  "person-excluded": entry("GONE", 410, "caller", "Person {id} is gone. Drop the ID, nobody else gets it."),
  "name-taken": conflict("Another {type} is already named {name}. Choose another name."),
  "holdout-exists": conflict("The account has a hold-out already: {name}. Change it, or archive it first."),
  "resource-in-use": conflict("This is in use by {users}. Delete or change them first."),
  "sample-account-used": conflict(
    "The account has datasets already: {count}. The sample shop is only for an account without any: its dates would move the day that other predictions start from.",
  ),
  "archive-in-use": conflict(
    "This is in use by {others}. Archive them too: list their ids in cascade_to, or set cascade_to_all.",
  ),
  "unarchive-incomplete": conflict(
    "This uses {others}, which are archived. Unarchive them too: list their ids in cascade_to, or set cascade_to_all.",
  ),
  "cascade-unrelated": invalid(
    "cascade_to contains {id}, which neither uses this nor is used by it. Remove it.",
  ),
  "resource-archived": conflict("The {type} {name} is archived. Unarchive it first."),
  "changed-meanwhile": entry(
    "CONFLICT",
    412,
    "caller",
    "Another request changed the record in the meantime. Read it again and repeat the change.",
  ),
  "requests-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "Rate limit reached: {limit} requests per minute. Try again in {seconds} s.",
  ),
  "address-requests-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "Too many requests without a valid key came from your network address: the limit is {limit} per minute. Try again in {seconds} s.",
  ),
  "requests-waiting-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "Too many requests are waiting for their turn. Try again in {seconds} s, and send fewer at once.",
  ),
  "bodies-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "Too many large bodies are waiting. Try again in {seconds} s, and send fewer at once.",
  ),
  "sign-ups-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "Too many accounts were created from your network address: the limit is {limit} per hour. Try again in {seconds} s.",
  ),
  "resources-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "An account can have {most} {type}. Delete some that you no longer need, or ask the operator to raise the limit.",
  ),
  "configurations-too-large": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "The configurations of an account can have {most} bytes together. Delete resources that you no longer need, or send shorter lists of values and smaller shapes.",
  ),
  "replays-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "A pipeline keeps {most} replays. Delete one that you no longer need.",
  ),
  "storage-full": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "An account can store {most} bytes of uploaded files. Delete some that you no longer need, or ask the operator to raise the limit.",
  ),
  "uploads-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "An account can store {most} uploaded files; replaced and deleted ones count until a build has read the change. Delete some, put several into one, or ask the operator to raise the limit.",
  ),
  "notice-streams-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "An account can have {most} open streams of notices. Close one first.",
  ),
  "idempotency-key-invalid": badRequest("The Idempotency-Key must have 1 to 255 visible ASCII characters."),
  "idempotency-key-reused": conflict(
    "This Idempotency-Key was used with another request: {request}. Use a new key for each new request.",
  ),
  "idempotency-unanswered": conflict(
    "A request with this Idempotency-Key is in progress, or was interrupted. Try again in {seconds} s. If the error stays, check whether the request took effect; if not, repeat it with a new key.",
  ),
  "idempotency-answer-secret": conflict(
    "The request with this Idempotency-Key succeeded. Its answer is not kept, because it contained a secret, which is shown only once, or because people were deleted since. Read the resource instead.",
  ),
  // Keys
  "key-missing": unauthorized(
    "MISSING_API_KEY",
    "The API key is missing. Send it in the header `Authorization: Bearer KEY`.",
  ),
  "key-malformed": unauthorized(
    "MALFORMED_API_KEY",
    "The API key does not have the form bw_live_…. Check that it is complete.",
  ),
  "key-unknown": unauthorized("INVALID_AUTHORIZATION", "This API key is unknown. It may have been revoked."),
  "key-expired": unauthorized("EXPIRED_API_KEY", "This API key has expired. Create a new one."),
  "token-elsewhere": unauthorized(
    "INVALID_AUTHORIZATION",
    "This access token was given to an assistant and is good at {resource} alone. To use the API, create an API key.",
  ),
  "assistant-request-invalid": badRequest(
    "This assistant's request for access cannot be granted: {detail}. Go back to the assistant, remove the connection there, and add it again.",
  ),
  "assistant-of-person": conflict(
    "An assistant gets access in the name of a person. Sign in to the console with your e-mail address or through your identity provider to connect it.",
  ),
  "assistant-above-own": entry(
    "FORBIDDEN",
    403,
    "caller",
    "Your role in this account does not allow you to give an assistant the role {role}. Choose a lower one.",
  ),
  "assistants-too-many": conflict(
    "You have connected {most} assistants to this account, which is the limit. End one that you no longer use, under Settings.",
  ),
  "assistants-unavailable": entry(
    "NOT_FOUND",
    404,
    "caller",
    "Assistants cannot ask for access here, because the service does not know its public address. Its operator has to set BELLWETHER_PUBLIC_URL. An API key works without it.",
  ),
  "person-shares-contacts": conflict(
    "Each customer ID, e-mail address and telephone number of this person is also somebody else's, or there is none, and a list by it would delete them too. Split or merge the records first, or upload a list of your own with what tells the person apart.",
  ),
  "key-replaced": conflict(
    "API key {name} was rotated already. Use the key that took its place, or rotate that one.",
  ),
  "key-scope-insufficient": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This API key has the scope {scope}, which does not allow this operation. Use a key with the scope {allowed}.",
  ),
  "role-insufficient": entry(
    "FORBIDDEN",
    403,
    "caller",
    "{has} the role {role} in this account, and this operation needs the role {needed}. {remedy}",
  ),
  "role-above-own": entry(
    "FORBIDDEN",
    403,
    "caller",
    "You have the role {role}, and {given} is above it. Give your own role or a lower one.",
  ),
  "member-already": conflict("This person is a member of the account already."),
  "members-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "An account can have {most} members. Remove one first.",
  ),
  "accounts-of-user-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "A user can be a member of {most} accounts. Leave one first.",
  ),
  "owner-stays": conflict(
    "The owner of the account keeps this role and cannot leave until another member is the owner. Hand the account over first.",
  ),
  "invitations-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "An account can have {most} open invitations. Withdraw one first.",
  ),
  "invitation-mails-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "The limit of {limit} invitations a day to this address is reached. Try again in {seconds} s.",
  ),
  "looks-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "The limit of {limit} requests a day to this address is reached. Try again in {seconds} s, or pass the link on yourself.",
  ),
  "invitation-unconfirmed": entry(
    "FORBIDDEN",
    403,
    "caller",
    "The account's e-mail address is not confirmed, so it cannot invite others by e-mail. Confirm it first.",
  ),
  "invitation-invalid": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This invitation is not valid: it was accepted or withdrawn, or is older than a week. Ask for a new one.",
  ),
  "security-link-invalid": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This link is not valid: a new password was set with it or after it, or it is older than {days} days. If somebody else may sign in as you, change your password under Settings.",
  ),
  "invitation-other-address": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This invitation is for another e-mail address than {email}, with which you are signed in. Sign out and open the link again, or ask for an invitation to your address.",
  ),
  "invitation-needs-sign-in": conflict(
    "Somebody signs in with the invited address already. Sign in, then open the link again.",
  ),
  "invitation-needs-password": invalid("Whoever accepts without a session needs a password. Add one."),
  // Passwords and sessions
  "session-ended": unauthorized("INVALID_AUTHORIZATION", "Your session has ended. Sign in again."),
  "request-cross-origin": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This request does not come from the console's own pages, so its session is ignored. Send an API key in the header `Authorization: Bearer KEY`. Behind a proxy, set BELLWETHER_PUBLIC_URL to the address in the browser.",
  ),
  "sign-in-failed": unauthorized(
    "INVALID_AUTHORIZATION",
    "Wrong e-mail or password. If the account has no password, sign in with an API key.",
  ),
  "second-factor-needed": unauthorized(
    "INVALID_AUTHORIZATION",
    "The password is right. Send the code of the authenticator app, or a recovery code, in `code` too.",
  ),
  "second-factor-wrong": invalid(
    "The code is wrong, too old, or was used before. Wait for the next code of the app, or use a recovery code.",
  ),
  "second-factor-there": conflict("There is a second factor already. Remove it before you set up another."),
  "second-factor-missing": conflict("There is no second factor. Set one up first."),
  "second-factor-of-user": conflict(
    "A second factor or a passkey belongs to a user. Sign in by e-mail and password to set it up.",
  ),
  "second-factor-required": entry(
    "FORBIDDEN",
    403,
    "caller",
    "The owner of this account asks for a second factor. Set one up in the console under Settings, or with POST /sessions/current/second_factor.",
  ),
  "passkey-needed": unauthorized(
    "INVALID_AUTHORIZATION",
    "The password is right, and not enough: a passkey is registered for this user. Sign in with your passkey.",
  ),
  "passkey-expired": unauthorized(
    "INVALID_AUTHORIZATION",
    "This use of a passkey was not begun in this browser, was finished before, or took too long. Try again.",
  ),
  "passkey-refused": unauthorized(
    "INVALID_AUTHORIZATION",
    "The passkey was refused: it is not registered here, was made for another address of this service, or its device did not ask for a fingerprint or a PIN. Try again, or sign in in another way.",
  ),
  "passkeys-too-many": conflict("A user has at most {most} passkeys. Remove one that you no longer use."),
  "sso-provider-unreachable": entry(
    "INTERNAL_SERVER_ERROR",
    502,
    "world",
    "The identity provider {issuer} cannot be used: {detail}. Try again, or ask whoever registered it to test it under Settings, Single sign-on.",
  ),
  "sso-expired": unauthorized(
    "INVALID_AUTHORIZATION",
    "This sign-in was not begun in this browser, was finished before, or took too long. Sign in again.",
  ),
  "sso-refused": unauthorized(
    "INVALID_AUTHORIZATION",
    "The answer of the identity provider {issuer} does not hold: {detail}. Sign in again; if it happens again, show this to whoever registered it.",
  ),
  "sso-email-missing": unauthorized(
    "INVALID_AUTHORIZATION",
    "The identity provider names no e-mail address. Ask its administrator to send the claim email.",
  ),
  "sso-email-unverified": unauthorized(
    "INVALID_AUTHORIZATION",
    "The identity provider does not say that your e-mail address is verified. Ask its administrator to send email_verified, or whoever registered it here to trust its addresses.",
  ),
  "sso-domain-foreign": unauthorized(
    "INVALID_AUTHORIZATION",
    "Your e-mail address is in no verified domain of this identity provider. Sign in as before, or ask whoever registered it to add and verify the domain.",
  ),
  "sso-subject-other": unauthorized(
    "INVALID_AUTHORIZATION",
    "Somebody else of this identity provider has signed in with your e-mail address before. If the address is yours now, ask an administrator of the account to remove the member of before.",
  ),
  "sso-user-unconfirmed": unauthorized(
    "INVALID_AUTHORIZATION",
    "A user with your e-mail address has not confirmed it. Sign in with the password and confirm the address, or ask the operator to run `bellwether confirm`.",
  ),
  "sso-not-member": unauthorized(
    "INVALID_AUTHORIZATION",
    "You signed in, but are no member of an account here, and this identity provider lets nobody join. Ask for an invitation.",
  ),
  "sso-deactivated": unauthorized(
    "INVALID_AUTHORIZATION",
    "Your company has deactivated your access to this account. Ask whoever runs its identity provider.",
  ),
  "sso-required": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This account takes no passwords. Sign in through its identity provider.",
  ),
  "sso-other-account": entry(
    "FORBIDDEN",
    403,
    "caller",
    "You signed in through the identity provider of another account, which opens that account alone. Sign out, and sign in to this one.",
  ),
  "sso-only-untried": conflict(
    "Passwords cannot be refused yet: the owner has not signed in through an identity provider of this account. Sign in through it once, then try again.",
  ),
  "sso-password": conflict(
    "You sign in through an identity provider of this account and have no password. Ask for an invitation from another account to choose one.",
  ),
  "sso-domain-taken": conflict(
    "Another account has verified the domain {domain}. Ask the operator of this service to release it.",
  ),
  "sso-domain-unproven": conflict(
    "The domain {domain} is not verified yet: {detail}. Add the TXT record {record} with the text {text}, and try again in a few minutes.",
  ),
  "sso-providers-too-many": entry(
    "MAX_RESOURCES_REACHED",
    409,
    "caller",
    "The account has {most} identity providers already. Remove one first.",
  ),
  "sso-address-forbidden": invalid(
    "{issuer} is a private or unencrypted address, which is not allowed here. Use the public https address of the identity provider, or ask the operator to allow private addresses (BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES) or to register it for the installation.",
  ),
  "sign-ins-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "Too many failed sign-ins. Try again in {seconds} s.",
  ),
  "current-password-wrong": invalid(
    "The current password is wrong. To reset it, use an API key, or run `bellwether password` on the server.",
  ),
  "email-taken": conflict(
    "Another account uses {email}. Sign in with it, or choose another address. To reset its password, run `bellwether password` on the server.",
  ),
  "password-guessable": invalid(
    "This password is guessable: it consists of common words, keys in a row, or your address or account's name. Choose another, such as four random words.",
  ),
  "password-needs-email": invalid("An account with a password needs an e-mail address. Add one."),
  "sign-up-closed": entry(
    "FORBIDDEN",
    403,
    "caller",
    "Sign-up is closed on this server (BELLWETHER_SIGN_UP). Ask its administrator for an account.",
  ),
  // Uploads
  "upload-name-invalid": badRequest("{part} {value} is not allowed. {rule}"),
  "upload-empty": badRequest("The upload is empty. Send the file as the body of the request."),
  "upload-incomplete": badRequest("The upload stopped before the whole file arrived. Send it again."),
  "upload-compression-unread": badRequest(
    "The compression of {filename} is not supported. Compress it with gzip (.gz), bzip2 (.bz2), Zstandard (.zst) or as .zip, or upload it uncompressed.",
  ),
  "events-refused": invalid("No event was taken. The first is on line {line}: {detail}"),
  "events-waiting": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "So many events wait to become files that no more are taken. Send them again in {seconds} s.",
  ),
  "upload-offset-wrong": conflict(
    "The server has {offset} bytes of this file, and Upload-Offset says {sent}. Read the offset again and continue from there.",
  ),
  "upload-busy": entry(
    "CONFLICT",
    423,
    "caller",
    "Another request is uploading this file. Try again in {seconds} s, and read the offset first.",
  ),
  "tus-version-unsupported": entry(
    "BAD_REQUEST",
    412,
    "caller",
    "Version {version} of the tus protocol is not supported. Send the header `Tus-Resumable: 1.0.0`.",
  ),
  // Configurations
  "spelling-conflict": badRequest(
    "{first} and {second} mean the same and have different values. Send one of them.",
  ),
  "name-invalid": invalid("{name} cannot be the name of a {type}. {rule}"),
  "cohort-bounds-inverted": invalid(
    "{min_name} is {min} and {max_name} is {max}, so nobody can match. Set {max_name} to at least {min}.",
  ),
  "location-bounds-inverted": invalid(
    "min_distance is {min}, above max_distance, which is {max}, so no location counts. Set max_distance to at least {min}.",
  ),
  "stream-unknown": invalid(
    "There is no stream {name}. Streams: {streams}. Create it with a dataset, or with POST /streams/{name}.",
  ),
  "cohort-empty": invalid("A cohort needs a stream_name, or at least one condition on a trait or a place."),
  "cohort-without-events": invalid(
    "not_followed_by says what must not follow the events of a stream. Add stream_name, or remove not_followed_by.",
  ),
  "connection-type-unsupported": invalid(
    "Connections of type {type} are not supported. Supported: {supported}. To use files, upload them: datasets and targets of type hosted_csv need no connection.",
  ),
  "connection-type-differs": invalid(
    "The connection {name} is of type {found}, and options.type is {type}. Choose a connection of that type, or change options.type.",
  ),
  "connection-address-forbidden": invalid(
    "Connections to {host} are forbidden on this server, because it is a loopback, private or link-local address (BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES).",
  ),
  "connection-tls-required": invalid(
    "This server sends nothing without TLS whose certificate is checked (BELLWETHER_TLS). Choose the encryption verify-full, or an https:// address.",
  ),
  "cluster-missing": invalid(
    "This service has no cluster that reads and writes tables of a lake. Use files or a connection, or ask the operator to set BELLWETHER_SPARK_URL.",
  ),
  "table-name-invalid": invalid(
    "{table} is not the name of a table. Write its parts with dots, such as lake.sales.orders. Each part has letters, digits, _, - and $.",
  ),
  "table-not-granted": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This account may not {access} {table}. Granted to {access}: {tables}. The operator grants tables with BELLWETHER_SPARK_TABLES.",
  ),
  "place-shape-needed": invalid(
    "A place needs either geojson or addresses. Send one of the two, not {sent}.",
  ),
  "geojson-invalid": invalid("{path} {message}. See RFC 7946."),
  "address-vague": invalid(
    "{path} is too vague to locate. Add a postcode, or house_number_and_street with a city.",
  ),
  "outcome-cohorts-same": invalid(
    "The goal and the eligible cohort are the same cohort, so nobody could reach the goal. Choose two cohorts, or set recurring to true.",
  ),
  "attrition-cohort-same": invalid(
    "The attrition cohort is the same as the {other} cohort, so nobody could reach the goal. Choose two cohorts.",
  ),
  "active-cohort-same": invalid(
    "The active cohort is the goal's cohort, so everyone who is active would reach the goal. Choose two cohorts.",
  ),
  "active-alone": invalid(
    "The prediction is about people who are active, and {fields} are about everyone. Remove them, or remove active_cohort_id.",
  ),
  "active-deciding": build(
    "{outcome} has the probability of people if they are active, and {field} needs that of everyone. Choose another prediction in {field}.outcome_id, or remove {field}.",
  ),
  "undecided-without-attrition": invalid(
    "undecided is left_out, which needs an attrition_cohort_id. Add the cohort, or remove undecided.",
  ),
  "bias-strategies-differ": invalid(
    "Bias by age and by gender cannot use two strategies: {age} and {gender}. Choose the same for both, or none for one.",
  ),
  "value-with-mitigation": invalid(
    "The prediction asks for amounts or counts and mitigates bias, which re-ranks probabilities alone. Remove value, or set bias_mitigation to none.",
  ),
  "value-of-sums": invalid(
    "The prediction's value has aggregation {aggregation}, and {fields} are of sums. Remove them, or set aggregation to sum.",
  ),
  "value-property-summed": invalid(
    "The prediction's value names property {property}, and sums are of the stream's value. Set aggregation to mean, minimum, maximum or last, or map the property's column to value in the dataset.",
  ),
  "horizons-with-mitigation": invalid(
    "The prediction asks for further horizons and mitigates bias, which re-ranks the probabilities of one horizon alone. Remove horizons, or set bias_mitigation to none.",
  ),
  "horizons-with-undecided": invalid(
    "The prediction asks for further horizons and leaves out undecided people, so its probability has no date. Remove horizons, or set undecided to not_attained.",
  ),
  "horizon-given-twice": invalid(
    "The prediction has one horizon, and {fields} are given. Keep one of horizon_days, horizon_months and horizon_through, and set the others to null.",
  ),
  "horizons-with-calendar": invalid(
    "Further horizons are days beside horizon_days. Remove horizons, or replace horizon_months or horizon_through by horizon_days.",
  ),
  "horizons-when-static": invalid(
    "The prediction asks for further horizons, but prediction_mode static has no dates. Remove horizons, or set prediction_mode to auto.",
  ),
  "observation-date-when-static": invalid(
    "predictors.max_observation_date is a day, but prediction_mode static has no dates. Remove max_observation_date, or set prediction_mode to auto.",
  ),
  "scope-without-outcomes": invalid(
    "The pipeline has no content. Add at least one of outcome_ids, cohort_ids, persona_set_ids and recommender_ids to the payload.",
  ),
  "suggestion-unknown": invalid(
    "{id} is not among the suggestions of this account. GET /suggestions lists them.",
  ),
  "suggestion-unlearnable": invalid(
    "Too few people have reached the goal of {id}, or too few have not, to learn from. Give a horizon_days to create it all the same.",
  ),
  "answers-unlearnable": invalid(
    "{id} has too few customers with the answer, or too few without it, to learn from: at least 25 of each are needed. Check options.snapshot.answer of the dataset, or upload more customers.",
  ),
  "reference-unknown": invalid("{field} contains {id}, and there is no such {type} in this account."),
  "merge-of-merge": invalid(
    "options.merge contains {name}, which has no files of its own. Merge datasets of type hosted_csv, each once.",
  ),
  "merge-streams-clash": invalid(
    "Several of the merged datasets output to stream {stream}. Define output_to_streams in the merge, or remove migrate.",
  ),
  "mapping-invalid": invalid("{field} {detail}."),
  "upsert-and-incremental": invalid("upsert_columns and incremental_column exclude each other. Choose one."),
  "target-column-unknown": invalid(
    "There is no column {column} in a target of mode {mode}.{hint} Columns: {columns}.",
  ),
  "target-column-twice": invalid("Two columns of the file are named {column}. Give each its own output_col."),
  "target-field-foreign": invalid("{field} does not apply to {choice}. Remove it."),
  "preset-unavailable": invalid(
    "transform_preset {preset} is not available for mode {mode}. Presets of this mode: {presets}.",
  ),
  "aggregation-impossible": invalid("Column {column} cannot be aggregated by {aggregation}. {advice}"),
  "outcome-not-in-payload": invalid(
    "{field} contains outcome {id}, which the pipeline does not score. Outcomes of the pipeline: {outcomes}.",
  ),
  "trigger-margin-too-wide": invalid(
    "Nobody can be {margin} away from the probability {probability} on the side that people come from. Choose a smaller margin.",
  ),
  "holdout-missing": invalid(
    "filter.holdout needs a pipeline that holds people out. Give the pipeline a holdout with a share, or remove the filter.",
  ),
  "contacts-missing": invalid(
    "Whom to leave out as contacted needs a stream with an event for each contact. Name it in {field}, or give the pipeline's holdout a contacts_stream.",
  ),
  "economics-missing": invalid(
    "filter.contact needs a pipeline that knows what contacts cost and conversions are worth. Give the pipeline economics, or remove the filter.",
  ),
  "economics-worth-unclear": invalid(
    "economics needs either value_per_conversion, what one conversion is worth, or margin, the share of the expected amounts that is left. Give one " +
      "of the two.",
  ),
  "holdout-costs-uncounted": invalid(
    "economics.cost_per_contact needs to know the contacts. Name a stream with an event for each of them in contacts_stream, or say 0.",
  ),
  "treatment-arms-unclear": invalid(
    "Give arm_property, contact and control together, and campaign_property with campaign.",
  ),
  "treatment-worth-unclear": invalid(
    "Give cost_property, and either value_per_conversion or margin, to learn the profit of the contacts.",
  ),
  "treatment-cost-unknown": invalid(
    "No contact of stream {stream} has a number in {property}, so nobody knows what contacts cost. Choose another property in cost_property.",
  ),
  "treatment-stream-unbuilt": conflict(
    "Stream {stream} has not been built yet. Upload its events, or choose another stream.",
  ),
  "treatment-without-contacts": invalid(
    "No event of stream {stream} is of the campaign and one of the two arms. Check campaign, arm and control.",
  ),
  "margin-without-amounts": invalid(
    "economics.margin is a share of expected amounts, and “{outcome}” predicts none. Add `value` with the measure amount to the outcome, or give " +
      "value_per_conversion.",
  ),
  "outcome-missing": invalid(
    "{field} needs a prediction, and the pipeline has none. Add an outcome to its payload, or remove {field}.",
  ),
  "list-without-outcome": invalid(
    "A list needs a prediction, and the pipeline has none. Add an outcome to its payload.",
  ),
  "uplift-unproven": invalid(
    "People can be ranked by uplift once campaigns prove that they differ in it, and the pipeline's holdout has uplift: true. GET /scopes/{id}/holdout says how far that is.",
  ),
  "changes-impossible": invalid(
    "options.track_changes needs one row per person: representation.mode identified with aggregate person, or referenced. It is {representation}.",
  ),
  "list-without-contacts": invalid(
    "A list for {preset} needs e-mail addresses, and no dataset maps a column of them. Map one as the email of an identity set.",
  ),
  "recommender-not-in-payload": invalid(
    "filter.recommender_rank contains recommender {id}, which is not in the pipeline. Recommenders of the pipeline: {recommenders}.",
  ),
  "filter-unavailable": invalid("filter.{field} is not available, because {cause}. Use {instead}."),
  "files-encrypted": invalid(
    "options.encrypted is true, but there is no key here to decrypt files. Upload them decrypted over TLS, and leave encrypted out.",
  ),
  "identities-of-a-person": invalid(
    "representation.output_multiple_identities is true, but a file in clear text has one row per person. Use mode hashed for a row per spelling of a person, or aggregate record for a row per record.",
  ),
  "person-search-empty": invalid(
    "The search is empty. Search by email, phone, customer_id, name or address.",
  ),
  "records-foreign": invalid(
    "records contains {id}, which is not a record of person {person}. GET /people/{person} lists the records.",
  ),
  "split-leaves-nobody": invalid(
    "records contains all records of the person, so nothing would remain. Leave out at least one.",
  ),
  "merge-with-itself": invalid("with is {id}, which is already the same person. Choose another person."),
  "decisions-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "This would make {pairs} decided pairs of records, and an account can have {most}. Split fewer records at once, or undo earlier decisions.",
  ),
  "cursor-invalid": invalid(
    "before is {before}, which is neither a date and time nor a next_before of a page. Write a date and time as 2026-01-31T12:00:00Z.",
  ),
  "page-cursor-invalid": badRequest(
    "cursor is not one of this list, or its item is gone. Take it from the header Link of a page, or start without it.",
  ),
  "inspections-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "Too many requests about people are waiting. Try again in {seconds} s.",
  ),
  "limit-bounds-inverted": invalid(
    "percentile_min is {min}, above percentile_max, which is {max}. Swap them.",
  ),
  "reference-column-unknown": invalid(
    "Dataset {dataset} has no reference key column {column}.{hint} Its reference_key_columns: {columns}.",
  ),
  "lookup-on-file": conflict("This target is a {type}. Lookups need a target with options.type lookup_api."),
  "changes-untracked": conflict(
    "This target does not track its changes. Set options.track_changes to true; changes are known from its next build on.",
  ),
  "ledger-rows-not-uploaded": conflict(
    "The rows of {name} are in a table of the lake, which is not read again for a download. Select them there, by the reason, the column and the value that the ledger has.",
  ),
  "ledger-rows-changed": conflict(
    "The rows of the dataset are not those of its last build any more. Rebuild the dataset, and try again.",
  ),
  "ledger-rows-too-many": conflict(
    "{name} has {rows} rows, and for a download rows of a bucket or a database are read again up to {limit}. Select them there, by the reason, the column and the value that the ledger has.",
  ),
  "ledger-rows-deleted": conflict(
    "Rows of people who are to be deleted cannot be downloaded. The ledger of the dataset counts them.",
  ),
  "ledger-file-unknown": invalid("The dataset has read no file {file}. Files: {files}."),
  "changes-since-unknown": entry(
    "NOT_FOUND",
    404,
    "caller",
    "There is no build {since} to compare with. Fetch the whole file: leave since out. Known builds, the newest first: {builds}.",
  ),
  "scores-outdated": conflict(
    "The pipeline is {status}: its data have changed since its scores were made. Try again when its build is finished.",
  ),
  "scores-since-unknown": entry(
    "NOT_FOUND",
    404,
    "caller",
    "The scores of build {since} are not kept. Leave since out to compare with the build before. Kept builds, the newest first: {builds}.",
  ),
  "scores-not-explained": conflict(
    "The change since the build of {built_at} cannot be explained: its model reads what is no longer there ({missing}). Choose a later build as since.",
  ),
  "replay-date-unreadable": invalid(
    "{field}: {date} is no date. Write a day, such as 2026-03-01, or a moment, such as 2026-03-01T12:00:00Z.",
  ),
  "replay-date-future": conflict(
    "dates.{index}: {date} is in the future. A replay shows what was known at a moment that has passed.",
  ),
  "replay-date-empty": conflict(
    "dates.{index}: nothing had been uploaded before {date}. {first} Or replay by events, as if the date were today.",
  ),
  "replay-of-table": conflict(
    "Dataset {dataset} reads a table or a bucket, and only its rows of now are known, so nobody knows what had arrived. Replay by events, as if the date were today.",
  ),
  "replay-file-unknown": entry(
    "NOT_FOUND",
    404,
    "caller",
    "The replay has no such file. Its files, as date and target_id: {files}.",
  ),
  "file-of-lookup": conflict("This target is a lookup_api and has no file. POST to its output_url instead."),
  "scope-not-ready": conflict("The pipeline is {status}, not ready. Enable it when its build is finished."),
  "target-not-ready": conflict("The file is not ready: the target is {status}. Try again when it is ready."),
  "result-not-ready": conflict("There is no result yet: the {type} is {status}. Try again when it is ready."),
  "people-not-built": conflict("There are no people yet, because their build failed or was held. {why}"),
  "link-invalid": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This link is not valid, or its owner has revoked it. Ask for a new one: each read of the record gives one.",
  ),
  "confirmation-invalid": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This confirmation is not valid: it is older than a week, or the address has changed since. Sign in and ask for a new one.",
  ),
  "confirmations-too-many": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "The limit of {limit} confirmation e-mails a day to this address is reached. Try again in {seconds} s, or ask the administrator to run `bellwether confirm`.",
  ),
  "email-missing": invalid("The account has no e-mail address. Add one first."),
  "link-expired": entry(
    "FORBIDDEN",
    403,
    "caller",
    "This link ended at {at}. Ask for a new one: each read of the record gives one.",
  ),
  "link-ended": entry("FORBIDDEN", 403, "caller", "This link does not work, because {why}."),
  "use-cases-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "The account has {most} use cases, which is the limit. Delete one first.",
  ),
  "webhook-endpoints-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "An account can have {most} webhook endpoints. Delete one first.",
  ),
  "marked-days-too-many": entry(
    "MAX_RESOURCES_REACHED",
    403,
    "caller",
    "An account can have {most} marked days. Delete one first.",
  ),
  "webhook-address-forbidden": invalid(
    "Webhooks to {url} are forbidden on this server, because it is a loopback, private or link-local address (BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES).",
  ),
  // Builds
  "column-unknown": build("Column {column}, used by {used_by}, is not in the files. Columns: {columns}."),
  "file-empty": build("{file} is empty. It needs a header and at least one row."),
  "file-binary": build(
    "{file} is not a text file. Upload CSV as plain text, or compressed with gzip, bzip2 or Zstandard, a workbook (.xlsx), or a Parquet file.",
  ),
  "file-unreadable": build(
    "{file} cannot be read{where}: {detail}. Correct that row in the program that the file comes from, and upload the file again.",
  ),
  "file-old-format": build(
    "{file} is in a format of old versions of Excel. Open it, save it as .xlsx or as CSV UTF-8, and upload that.",
  ),
  "file-protected": build("{file} is protected with a password. Save it without one, and upload it again."),
  "sheet-unknown": build("{file} has no sheet {sheet}. Set options.sheet to one of these: {sheets}."),
  "archive-damaged": build("{file} is damaged or incomplete. Export or compress it again, and upload that."),
  "parquet-cut-short": build(
    "{file} is cut short: the end of the Parquet file is missing, where its columns are listed. Export it again, and upload that.",
  ),
  "parquet-encrypted": build(
    "{file} is encrypted. Write the Parquet file without encryption, and upload it again.",
  ),
  "parquet-unreadable": build(
    "{file} cannot be read as a Parquet file: {detail}. Write it again, compressed with Snappy or Zstandard, and upload that.",
  ),
  "parquet-nested": build(
    "Column {column} of {file} is nested {depth} levels deep; the limit is {most}. Leave it out, or write it as text, and upload the file again.",
  ),
  "archive-mixed": build(
    "{file} holds {count} kinds of files, which differ in their columns: {kinds}. Upload them apart, each kind into a dataset of its own.",
  ),
  "archive-without-table": build(
    "{file} holds no table. Its files are: {members}. Upload a CSV file, a workbook (.xlsx) or a Parquet file.",
  ),
  "merge-multiplies": build(
    "The datasets have {read} rows, and {rows} after the merge, because the join columns repeat in several of them. Choose columns with unique values in all datasets but one.",
  ),
  "archive-too-large": build(
    "{file} is {limit}. Upload a smaller file, or the same data as uncompressed CSV.",
  ),
  "build-too-long": build(
    "The build took longer than {limit}, and was stopped. Use less data, or ask the operator to raise the limit.",
  ),
  "build-memory-exceeded": build(
    "The build needs more memory than its {limit} MB, which many columns or long values can take. Use less data or fewer columns, or ask the operator to raise BELLWETHER_BUILD_MEMORY_MB; the build is then tried again by itself.",
  ),
  "columns-too-many": build(
    "{file} has {columns} columns; the limit is {most}. Remove columns that describe neither people nor events.",
  ),
  "tables-too-many": build(
    "With {file}, the archives and workbooks of this dataset have more than {most} tables. Join their files or sheets to larger tables, or upload them to several directories.",
  ),
  "date-ambiguous": build(
    "Dates in column {column} of {file} can be day/month or month/day (for example {example}). Set format to {formats}.",
  ),
  "date-unreadable": build(
    "No date format matches column {column} (for example {example}). Set format in data_map.",
  ),
  "format-mismatch": build(
    "Column {column} has format {format}, which matches none of its values (for example {example}). Choose another format.",
  ),
  "condition-invalid": build("The condition on {name} cannot be applied: {detail}."),
  "property-unknown": build("Stream {stream} has no property {property}. Properties: {properties}."),
  "location-property-unknown": build(
    "The locations of these atlases have no property {property}. Properties: {properties}. Name a column in output_to_locations.properties of the atlas, or change the condition.",
  ),
  "part-too-large": build(
    "The condition chooses {locations} locations of its atlases; the limit is {most}. Upload these locations to a directory of their own, make an atlas of it, and use it without a condition on its locations.",
  ),
  "trait-unknown": build("Nobody has a trait {trait}. Traits: {traits}."),
  "modeling-field-unknown": build(
    "There is no field {name} to build personas from. Choose a stream, a trait, a property or a feature: {fields}.",
  ),
  "personas-too-few": build(
    "The cohort cannot be divided into {wanted} personas, because only {possible} of its people differ. Widen the cohort, add modeling_fields, or ask for fewer personas.",
  ),
  "persona-unknown": build("Persona set {set} has no persona {id}. Personas: {personas}."),
  "bias-trait-missing": build(
    "Bias by {dimension} cannot be reduced, because there is no such trait. Map a column to the trait {dimension} in output_to_traits, or turn the reduction off. Traits: {traits}.",
  ),
  "table-unknown": build(
    "There is no table {table} in schema {schema} that the connection's user can read. Tables: {tables}.",
  ),
  "table-foreign": build(
    "Table {table} in schema {schema} exists and was not written by this target. Choose another table_name, or drop the table.",
  ),
  "table-columns-clash": build(
    "The database {rule}, and {column} is then the same as another column. Choose shorter names in custom_structure.",
  ),
  "table-key-unknown": build(
    "The output has no column {column}, which merge_by names. Columns: {columns}. Change merge_by or the payload.",
  ),
  "table-key-repeated": build(
    "Rows of the output are not unique by {columns}, or have no value there. Add columns to merge_by, or leave it out to replace all rows.",
  ),
  "lake-table-unreadable": build(
    "The cluster cannot read {table}: {detail}. Correct the table or its name, and rebuild the dataset.",
  ),
  "lake-table-unwritable": build(
    "The cluster cannot write {table}: {detail}. Correct the target, its columns or the table, and rebuild the target.",
  ),
  "lake-table-foreign": build(
    "Table {table} exists and was not written by this target. Choose another table_name, or drop the table.",
  ),
  "lake-column-nested": build(
    "{columns} of {table} cannot be read, because their values have parts. Add a view with a column for each part, and name the view in table_name.",
  ),
  "connection-failed": build(
    "The connection cannot be used: {detail}. Change the connection, or rebuild it when the server is ready.",
  ),
  "bucket-empty": build(
    "There is no file to read at {place}. Files without bytes, of hidden names and of other formats are left out: names end in {endings} The place is listed again within an hour; to list it now, rebuild the dataset.",
  ),
  "delta-unreadable": build(
    "The Delta table at {place} cannot be read without a cluster: {reason}. Correct that in the program that writes the table, or read it by a cluster (docs/lake.md).",
  ),
  "iceberg-unreadable": build(
    "The Iceberg table at {place} cannot be read without a cluster: {reason}. Correct that in the program that writes the table, or read it by a cluster (docs/lake.md).",
  ),
  "bucket-files-too-many": build(
    "There are more than {limit} files at {place}. Choose a smaller directory or a pattern, or join old files to larger ones.",
  ),
  "object-foreign": build(
    "{place} exists and was not written by this target. Choose another key, or delete that file.",
  ),
  "template-name-unknown": build(
    "The template names {names}, which no person has. Names: email, first_name, last_name, phone, list, in_list{properties}. Change the template of the target.",
  ),
  "people-merge-held": build(
    "{merged} of {people} people would be merged into others, more than the limit of {most}, so nothing was changed. Check the newest files: a value shared by very many rows merges them into one person. If the merge is right, raise the maximum share of people that a build may merge to {enough_percent}, in the settings or with a PATCH of the account: identity_resolution of the same mode and most_merged {enough}.",
  ),
  "people-first-merge-held": build(
    "Records with {values} different {what} would become {people} people, so nothing was published. The largest person would have {largest} {what}{examples}. Check the mapping: a value that very many rows share, such as a masked telephone number or the shop's own address, merges them into one person. If the merge is right, raise the maximum share of people that a build may merge to {enough_percent}, in the settings or with a PATCH of the account: identity_resolution of the same mode and most_merged {enough}.",
  ),
  "people-not-located": build(
    "Nobody has a known location, so nobody can be near this place. Map columns to the traits latitude and longitude in output_to_traits: of a dataset of people, or of a table of postcodes with coordinates.",
  ),
  "place-not-located": build(
    "The distance to place {place} cannot be measured: {lost} of its {addresses} addresses have no known coordinates (null in its locations). Upload a dataset with postcodes or streets in identity_sets and the traits latitude and longitude in output_to_traits, or use a distance of 0.",
  ),
  "locations-missing": build(
    "None of the {rows} rows has coordinates in degrees: {empty_geometry} are empty, and {unreadable_geometry} are no numbers of degrees. Map the columns of latitude and longitude in output_to_locations.",
  ),
  "locations-too-many": build(
    "The files have {locations} locations, and an atlas takes at most {most}. Make several atlases.",
  ),
  "value-missing": build(
    "No dataset maps value for stream {stream}, so its amounts are unknown. Map value in a dataset, or remove what asks for amounts: a cohort's minimum or maximum amount, or amount in a prediction's value.measures.",
  ),
  "stream-currencies-differ": build(
    "The values of stream {stream} would be in several currencies, which are never added: {currencies}. Set currency.is to the same currency in each of these datasets, so that amounts in others count without a value, or give each currency a stream of its own.",
  ),
  "recency-undated": build(
    "The cohort uses recency or not_followed_by, but stream {stream} has events without a date. Map datetime in every dataset that outputs to it.",
  ),
  "holdout-undated": build(
    "Stream {stream} has events without a date, so nobody knows in which month they count. Map datetime in every dataset that outputs to it.",
  ),
  "recommender-undated": build(
    "Stream {stream} has events without a date, so their order is unknown. Map datetime in every dataset that outputs to it.",
  ),
  "recommender-without-values": build(
    "No event of stream {stream_name} has a value of property {stream_property_name}, so there is nothing to recommend. Choose another property.",
  ),
  "too-little-to-learn": build(
    "There is too little to learn from: {attained} reached the goal and {not_attained} did not, over {landmarks} landmarks. At least 10 of each are needed. {cause}",
  ),
  "history-too-short": build(
    "The events span {days} days, too short for a horizon of {horizon_days} days. {advice}",
  ),
  "history-too-quiet": build(
    "The events span {days} days, but on {quiet_days} of them hardly anything happened, so no past date is followed by {horizon_days} days with events. {advice}",
  ),
  "value-property-missing": build(
    "The prediction asks for a value of property {property}, and stream {stream} has no such property with numbers. Those with numbers: {numbers}. Map it in a dataset, or name another in the prediction's value.property.",
  ),
  "value-property-empty": build(
    "No event that reaches the goal has a number in property {property} of stream {stream} within the horizon of a past date, so its values cannot be learned. Check the column that is mapped to it, or name another property in the prediction's value.property.",
  ),
  "active-without-events": build(
    "The prediction is about people who are active, but no event within the horizon tells who is: {cause} Remove active_cohort_id, or choose a cohort of a stream whose events have dates.",
  ),
  "value-without-events": build(
    "The prediction asks for amounts or counts, but no event within the horizon reaches its goal: {cause} Remove value, or choose a goal that people reach by events with dates.",
  ),
  "horizons-without-events": build(
    "The prediction asks for further horizons, but no event tells when people reach its goal: {cause} Remove horizons, or choose a goal that people reach by events with dates.",
  ),
  "question-undated": build(
    "“{stream}” has no dates: nobody can tell from it who will reach the goal within a horizon. Map datetime to a column of dates in each dataset of “{stream}”. Or set prediction_mode to static, without horizon_days, recurring and max_observation_date, to learn who is like the people in the goal's cohort.",
  ),
  // The world
  "mail-unreachable": entry(
    "INTERNAL_SERVER_ERROR",
    502,
    "world",
    "The mail server did not accept the message: {detail}.",
  ),
  "webhook-undelivered": entry(
    "INTERNAL_SERVER_ERROR",
    502,
    "world",
    "The endpoint did not accept the message: {detail}.",
  ),
  "lake-table-moving": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "Files of {table} came or went while it was read, so its rows do not belong to one moment. A Delta or Iceberg table has versions.",
  ),
  "database-unreachable": entry(
    "INTERNAL_SERVER_ERROR",
    502,
    "world",
    "The database cannot be reached: {detail}.",
  ),
  "bucket-unreachable": entry(
    "INTERNAL_SERVER_ERROR",
    502,
    "world",
    "The storage of the files cannot be reached: {detail}.",
  ),
  "program-unreachable": entry(
    "INTERNAL_SERVER_ERROR",
    502,
    "world",
    "The program that takes the people cannot be reached: {detail}.",
  ),
  "bucket-file-changed": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "{file} changed while it was read. The files are listed again.",
  ),
  "inspection-slow": entry(
    "INTERNAL_SERVER_ERROR",
    504,
    "world",
    "The request took longer than {limit} s. Try again when fewer builds are running.",
  ),
  "live-not-ready": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "Live scores are not ready: they need a build that has ended, and some seconds to read it. Try again in {seconds} s.",
  ),
  "live-behind": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "More events than live scores can take up have come since the last build. Try again in {seconds} s.",
  ),
  "live-busy": entry(
    "TOO_MANY_REQUESTS",
    429,
    "caller",
    "Too many requests for live scores are waiting. Try again in {seconds} s.",
  ),
  "result-damaged": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The file on the server is damaged. It is being made again. Try again in {seconds} s.",
  ),
  "upload-damaged": entry(
    "CONFLICT",
    409,
    "world",
    "The uploaded file {file} is damaged on the server. Upload it again.",
  ),
  "store-unavailable": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The service's database does not answer at the moment. Try again in {seconds} s.",
  ),
  "files-unavailable": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The service's file storage cannot be used at the moment ({detail}). Try again in {seconds} s.",
  ),
  "service-stopping": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "This process of the service is being stopped and takes no new connections after {seconds} s.",
  ),
  "cluster-unavailable": entry("INTERNAL_SERVER_ERROR", 503, "world", "The Spark cluster does not answer."),
  "cluster-refused": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The Spark cluster refused the sign-in. The administrator of the service has to renew the token in BELLWETHER_SPARK_URL.",
  ),
  "cluster-directory": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The Spark cluster and the service do not see the same files. The administrator of the service has to mount the data directory on all machines of the cluster, under the same path, readable and writable.",
  ),
  "disk-full": entry(
    "INTERNAL_SERVER_ERROR",
    507,
    "world",
    "The server's disk is full, so nothing can be saved. Try again when its administrator has freed some space.",
  ),
  "disk-failing": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The server's disk cannot be read or written at the moment; its administrator finds the cause in the log. Try again in {seconds} s.",
  ),
  "files-too-many": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The server has too many files open at the moment. Try again in {seconds} s. If the error stays, its administrator has to raise the limit of open files (`ulimit -n`).",
  ),
  "processes-too-many": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The server cannot start another process at the moment. Try again in {seconds} s. If the error stays, its administrator has to raise the limit of processes (`ulimit -u`, or that of the container).",
  ),
  "disk-split": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The data directory is spread over several file systems, so results cannot be moved into place. The server's administrator has to bring it onto one.",
  ),
  "mail-server-away": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The mail server does not answer. E-mails wait, and are sent when it does.",
  ),
  "sweep-stopped": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The store does not know {detail} of the data directory, too many to set aside, so nothing was removed. If an older store was restored, the server's administrator can restore the newer one, or run bellwether adopt.",
  ),
  "log-unwritable": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The log cannot be written: its disk is full or fails, or nobody reads it. Lines are dropped and counted, and nothing else waits. Free some space, or see to what reads the log; lines are written again by themselves.",
  ),
  "audit-stream-unwritable": entry(
    "INTERNAL_SERVER_ERROR",
    503,
    "world",
    "The audit log cannot be written to its file (BELLWETHER_AUDIT_FILE) or sent to the system log (BELLWETHER_AUDIT_SYSLOG). What does not fit in memory is dropped there and counted; the audit log itself has every entry. It goes on by itself.",
  ),
  // Ours
  "build-crashed": entry(
    "INTERNAL_SERVER_ERROR",
    500,
    "ours",
    "The build stopped unexpectedly {times} times in a row. Rebuild it, or ask your server's administrator to look in the log for build {build}.",
  ),
  internal: entry(
    "INTERNAL_SERVER_ERROR",
    500,
    "ours",
    "Something went wrong on our side. If you report it, include the id of this error.",
  ),
} satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;
