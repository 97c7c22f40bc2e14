// Limits on what one request, one file, one build and one account may take, in one table: the code reads the
// values here, and `docs/limits.md` is generated from it. An operator sets those that have a setting; the
// others are fixed.

export interface Limit {
  /** The value, or the default where it can be set. */
  is: number;
  unit: string;
  /** Environment variable, with the least and the greatest value that it takes. */
  setting?: { variable: string; min: number; max: number };
  /** Code of the error beyond the limit, or a sentence where nothing is refused. */
  beyond: { error: string } | { instead: string };
  /** One sentence for the table. */
  meaning: string;
  /** The file that tests it. */
  test: string;
}

const mebibyte = 1_048_576;
const gigabyte = 1_000_000_000;
const largest = Number.MAX_SAFE_INTEGER;

export const limits = {
  // A request
  bodyBytes: {
    is: mebibyte,
    unit: "bytes",
    setting: { variable: "BELLWETHER_MAX_BODY_BYTES", min: 1024, max: 104_857_600 },
    beyond: { error: "payload-too-large" },
    meaning: "Maximum size of a JSON body; larger ones are refused with 413.",
    test: "test/api/refusals.test.ts",
  },
  smallBodyBytes: {
    is: 16_384,
    unit: "bytes",
    beyond: { instead: "Larger ones are read one at a time, and accounts take turns." },
    meaning: "Size of a JSON body that is read as soon as it arrives.",
    test: "test/api/body-turns.test.ts",
  },
  waitingBodyBytesOfAccount: {
    is: 16 * mebibyte,
    unit: "bytes",
    beyond: { error: "bodies-too-many" },
    meaning:
      "Larger JSON bodies of one account that arrive or wait at the same time, besides the first; more are refused with 429.",
    test: "test/api/body-turns.test.ts",
  },
  waitingBodyBytes: {
    is: 64 * mebibyte,
    unit: "bytes",
    beyond: { error: "bodies-too-many" },
    meaning: "The same, of all accounts. One body of an account is always taken.",
    test: "test/api/body-turns.test.ts",
  },
  publicBodyBytes: {
    is: 16_384,
    unit: "bytes",
    beyond: { error: "payload-too-large" },
    meaning: "Size of a JSON body that needs no key: sign-up and sign-in.",
    test: "test/api/hostile.test.ts",
  },
  bodyValues: {
    is: 100_000,
    unit: "values",
    beyond: { error: "body-too-complex" },
    meaning: "Values in a JSON body: objects, arrays and what is in them.",
    test: "src/http/json-bodies.test.ts",
  },
  bodyFields: {
    is: 10_000,
    unit: "fields",
    beyond: { error: "body-too-complex" },
    meaning: "Fields of all objects in a JSON body together.",
    test: "src/http/json-bodies.test.ts",
  },
  bodyDepth: {
    is: 32,
    unit: "levels",
    beyond: { error: "body-too-complex" },
    meaning: "Objects and arrays inside one another in a JSON body.",
    test: "src/http/json-bodies.test.ts",
  },
  nameCharacters: {
    is: 200,
    unit: "characters",
    beyond: { error: "body-invalid" },
    meaning: "Length of a name: of a resource, stream, trait, property, identity set or column.",
    test: "test/api/names.slow.test.ts",
  },
  columnCharacters: {
    is: 1_000,
    unit: "characters",
    beyond: { error: "body-invalid" },
    meaning:
      "Length of the name of a column of a file or table, and of a regular expression. Of a longer name in a file its beginning counts.",
    test: "test/api/names.slow.test.ts",
  },
  valueCharacters: {
    is: 10_000,
    unit: "characters",
    beyond: { error: "body-invalid" },
    meaning: "Length of a value in a condition or in a table of replacements.",
    test: "test/api/hostile.test.ts",
  },
  ids: {
    is: 100,
    unit: "ids",
    beyond: { error: "body-invalid" },
    meaning: "Ids in one list: of cohorts, outcomes and so on.",
    test: "test/api/hostile.test.ts",
  },
  datasetStreams: {
    is: 100,
    unit: "streams",
    beyond: { error: "body-invalid" },
    meaning: "Streams that one dataset outputs to, and identity sets of one dataset.",
    test: "test/api/hostile.test.ts",
  },
  currencyRates: {
    is: 1_000,
    unit: "rates",
    beyond: { error: "body-invalid" },
    meaning: "Rates by which the amounts of one stream of a dataset are converted.",
    test: "test/api/hostile.test.ts",
  },
  datasetFields: {
    is: 1_000,
    unit: "names",
    beyond: { error: "body-invalid" },
    meaning:
      "Traits of one dataset, properties of one stream, and names in one list, such as columns, features and traits.",
    test: "test/api/hostile.test.ts",
  },
  readingColumns: {
    is: 6,
    unit: "columns",
    beyond: { instead: "The others are counted as the proposal has them." },
    meaning: "Columns of statuses that the search for expected figures varies; it varies 16 amounts.",
    test: "src/domain/proposal/readings/search.test.ts",
  },
  cubeCells: {
    is: 20_000,
    unit: "kinds of orders",
    beyond: { instead: "No reading is searched for." },
    meaning: "Kinds of orders that the search for expected figures tells apart.",
    test: "src/domain/proposal/readings/search.test.ts",
  },
  readingsTried: {
    is: 200_000,
    unit: "readings",
    beyond: { instead: "Readings with more changes are not tried." },
    meaning:
      "Readings of a file that the search for expected figures counts; fewer where orders are of many kinds.",
    test: "src/domain/proposal/readings/search.test.ts",
  },
  conditions: {
    is: 100,
    unit: "conditions",
    beyond: { error: "body-invalid" },
    meaning: "Conditions in one list of a cohort, a persona set or a dataset.",
    test: "test/api/hostile.test.ts",
  },
  conditionValues: {
    is: 10_000,
    unit: "values",
    beyond: { error: "body-invalid" },
    meaning: "Values of `_in` or `_nin` in one condition, and replacements in one transformation table.",
    test: "test/api/hostile.test.ts",
  },
  errorsListed: {
    is: 20,
    unit: "errors",
    beyond: { instead: "The note says how many more there are." },
    meaning: "Errors of one request that its answer lists.",
    test: "test/api/hostile.test.ts",
  },
  checkedValues: {
    is: 2_000,
    unit: "values",
    beyond: { instead: "Only the first error of a larger body is listed." },
    meaning: "Values of a JSON body that is searched for all of its errors.",
    test: "test/api/hostile.test.ts",
  },
  noteCharacters: {
    is: 4_000,
    unit: "characters",
    beyond: { instead: "The rest is cut off and replaced by …" },
    meaning: "Length of the message of an error, in an answer, a record and an e-mail.",
    test: "test/api/hostile.test.ts",
  },
  logCharacters: {
    is: 2_000,
    unit: "characters",
    beyond: { instead: "The rest is cut off and replaced by …" },
    meaning: "Length of each text in a line of the log.",
    test: "src/http/log.test.ts",
  },
  waitingLogBytes: {
    is: 4 * mebibyte,
    unit: "bytes",
    beyond: { instead: "Lines are dropped and counted; `/ready` has the trouble `log-unwritable`." },
    meaning: "Lines of the log that wait for a slow disk or for a pipe that nobody reads.",
    test: "src/log/log-lines.test.ts",
  },
  waitingAuditBytes: {
    is: 4 * mebibyte,
    unit: "bytes",
    beyond: {
      instead: "Messages are dropped and counted; `/ready` has the trouble `audit-stream-unwritable`.",
    },
    meaning: "Messages of the audit log that wait for a system log or for the disk of their file.",
    test: "src/log/audit-stream.test.ts",
  },
  // How many requests
  requestsPerMinute: {
    is: 6000,
    unit: "requests",
    setting: { variable: "BELLWETHER_REQUESTS_PER_MINUTE", min: 1, max: 1_000_000 },
    beyond: { error: "requests-too-many" },
    meaning: "Requests per minute of one API key, and burst after a pause; more are refused with 429.",
    test: "test/api/repeated.test.ts",
  },
  unkeyedRequestsPerMinute: {
    is: 3000,
    unit: "requests",
    beyond: { error: "address-requests-too-many" },
    meaning:
      "Requests per minute without a valid key or session from one network address; more are refused with 429.",
    test: "test/api/hostile.test.ts",
  },
  eventRequestsPerMinute: {
    is: 600_000,
    unit: "requests",
    setting: { variable: "BELLWETHER_EVENT_REQUESTS_PER_MINUTE", min: 1, max: 100_000_000 },
    beyond: { error: "requests-too-many" },
    meaning:
      "Requests per minute that send events with one API key, and burst after a pause; they do not count as others.",
    test: "test/api/events.test.ts",
  },
  unansweredRequests: {
    is: 8,
    unit: "requests",
    beyond: { instead: "The connection is not read until some are answered." },
    meaning:
      "Requests of one connection that may wait for their answers, and a few more that arrived with them.",
    test: "src/http/connection-gate.test.ts",
  },
  waitingRequestsOfAddress: {
    is: 1_000,
    unit: "requests",
    beyond: { error: "requests-waiting-too-many" },
    meaning:
      "Requests from one network address that wait for their turn; more are refused with 429, first those of the key or session with the most. Health checks are answered.",
    test: "test/api/request-turns.test.ts",
  },
  waitingWritesOfAccount: {
    is: 500,
    unit: "requests",
    beyond: { error: "requests-waiting-too-many" },
    meaning: "Changes of one account that wait for their turn; more are refused with 429.",
    test: "src/domain/machine/turns.test.ts",
  },
  msForConnections: {
    is: 5,
    unit: "milliseconds",
    beyond: { instead: "A piece of work runs, and the next connections are accepted." },
    meaning:
      "Time for which new connections are accepted before work goes on, if many come at once; two at least.",
    test: "src/domain/machine/event-loop.test.ts",
  },
  shortList: {
    is: 100,
    unit: "resources",
    beyond: {
      instead: "An account makes longer lists one at a time, in pieces, and accounts take turns with these.",
    },
    meaning: "Resources of a list that is made as soon as it is asked for.",
    test: "test/api/list-turns.slow.test.ts",
  },
  waitingListsOfAccount: {
    is: 50,
    unit: "requests",
    beyond: { error: "requests-waiting-too-many" },
    meaning: "Longer lists of one account that wait for their turn; more are refused with 429.",
    test: "test/api/list-turns.slow.test.ts",
  },
  signUpsPerHour: {
    is: 60,
    unit: "sign-ups",
    beyond: { error: "sign-ups-too-many" },
    meaning: "Sign-ups per hour from one network address; more are refused with 429.",
    test: "test/api/hostile.test.ts",
  },
  signInsPerPair: {
    is: 10,
    unit: "failures in 15 minutes",
    beyond: { error: "sign-ins-too-many" },
    meaning:
      "Sign-ins that may fail for one e-mail address from one network address. Beyond it, as beyond the next three, each failure doubles the pause until the next attempt, from a second to 5 minutes.",
    test: "src/http/sign-in-throttle.test.ts",
  },
  signInsPerAddress: {
    is: 50,
    unit: "failures in 15 minutes",
    beyond: { error: "sign-ins-too-many" },
    meaning: "Sign-ins that may fail from one network address.",
    test: "src/http/sign-in-throttle.test.ts",
  },
  signInsPerEmail: {
    is: 100,
    unit: "failures in 15 minutes",
    beyond: { error: "sign-ins-too-many" },
    meaning:
      "Sign-ins that may fail for one e-mail address, in browsers that have not signed in with it before.",
    test: "src/http/sign-in-throttle.test.ts",
  },
  signInsPerBrowser: {
    is: 10,
    unit: "failures in 15 minutes",
    beyond: { error: "sign-ins-too-many" },
    meaning:
      "Sign-ins that may fail in a browser that has signed in before. The limits above do not count for it.",
    test: "src/http/sign-in-throttle.test.ts",
  },
  // What an account has
  resources: {
    is: 5_000,
    unit: "resources",
    setting: { variable: "BELLWETHER_MAX_RESOURCES", min: 10, max: 1_000_000 },
    beyond: { error: "resources-too-many" },
    meaning:
      "Resources of one account: datasets, streams, traits, cohorts and so on, also archived ones. Each change plans all of them.",
    test: "test/api/account-limits.test.ts",
  },
  streams: {
    is: 500,
    unit: "streams",
    beyond: { error: "resources-too-many" },
    meaning: "Streams of one account.",
    test: "test/api/account-limits.test.ts",
  },
  configBytes: {
    is: 32 * 2 ** 20,
    unit: "bytes",
    beyond: { error: "configurations-too-large" },
    meaning: "Configurations of all resources of one account together. A plan may read all of them.",
    test: "test/api/account-limits.test.ts",
  },
  eventBytes: {
    is: 32_768,
    unit: "bytes",
    beyond: { error: "events-refused" },
    meaning:
      "Size of an event that a program sends; a larger one is refused, and the others of its request count.",
    test: "test/api/events.test.ts",
  },
  callBatchBytes: {
    is: 500_000,
    unit: "bytes",
    beyond: { error: "payload-too-large" },
    meaning: "Size of a batch of calls in Segment's protocol, unpacked.",
    test: "test/api/segment.test.ts",
  },
  eventFields: {
    is: 100,
    unit: "fields",
    beyond: { error: "events-refused" },
    meaning: "Fields of an event that a program sends, with those in objects.",
    test: "src/domain/data/sent-event.test.ts",
  },
  eventColumns: {
    is: 200,
    unit: "fields",
    beyond: { error: "events-refused" },
    meaning: "Different fields that the events sent to one stream may have; each is a column.",
    test: "test/api/events.test.ts",
  },
  eventRefusals: {
    is: 100,
    unit: "events",
    beyond: { instead: "The others are counted." },
    meaning: "Refused events that the answer to a request names.",
    test: "test/api/events.test.ts",
  },
  knownEventIds: {
    is: 100_000,
    unit: "events",
    beyond: { instead: "An older id counts as new in the answer, and its event once in every result." },
    meaning:
      "Last events of all accounts whose ids each node knows, at least, so that the answer says which were sent before.",
    test: "src/http/events/known-ids.test.ts",
  },
  testedEvents: {
    is: 10,
    unit: "events",
    beyond: { instead: "The others are checked, and counted in the answer." },
    meaning: "Events that the answer to a dry run shows.",
    test: "test/api/recent-events.test.ts",
  },
  recentEvents: {
    is: 100,
    unit: "events",
    beyond: { instead: "Newer ones take the place of older ones; of more in half a second some are shown." },
    meaning:
      "Newest events of each stream, newest refusals and newest tests that a node shows, for an hour at most.",
    test: "src/http/events/recent-events.test.ts",
  },
  recentEventCharacters: {
    is: 65_536,
    unit: "characters",
    beyond: { instead: "Fewer events are shown." },
    meaning: "Newest events of each stream in the memory of a node, together.",
    test: "src/http/events/recent-events.test.ts",
  },
  recentStreams: {
    is: 50,
    unit: "streams",
    beyond: { instead: "Those whose last event is oldest are not shown." },
    meaning: "Streams of one account whose newest events a node shows.",
    test: "src/http/events/recent-events.test.ts",
  },
  recentAccounts: {
    is: 200,
    unit: "accounts",
    beyond: { instead: "Those whose last event is oldest are not shown." },
    meaning: "Accounts whose newest events a node shows.",
    test: "src/http/events/recent-events.test.ts",
  },
  recentPeople: {
    is: 1_000,
    unit: "people",
    beyond: { instead: "The count of people says that there are more." },
    meaning: "People whose events of ten seconds are counted for the last minute.",
    test: "src/http/events/last-minute.test.ts",
  },
  eventSeconds: {
    is: 10,
    unit: "seconds",
    setting: { variable: "BELLWETHER_EVENT_SECONDS", min: 1, max: 3600 },
    beyond: { instead: "The events become a file, and are built." },
    meaning: "Time for which events that programs send are gathered before they become a file.",
    test: "test/api/events.test.ts",
  },
  eventFileBytes: {
    is: 8 * mebibyte,
    unit: "bytes",
    beyond: { instead: "The events become a file at once." },
    meaning: "Events of one account that are gathered for a file.",
    test: "test/api/events.test.ts",
  },
  eventFilesMerged: {
    is: 40,
    unit: "files",
    beyond: {
      instead:
        "They become one file, once every dataset of their directory has read them; forty of these do so again.",
    },
    meaning: "Files of events that a directory has of each size.",
    test: "test/api/events.test.ts",
  },
  mergedEventBytes: {
    is: 256 * mebibyte,
    unit: "bytes",
    beyond: { instead: "Fewer files are merged, or none." },
    meaning: "Size of a file that is made of smaller files of events.",
    test: "test/api/events.test.ts",
  },
  waitingEventBytes: {
    is: 256 * mebibyte,
    unit: "bytes",
    beyond: { error: "events-waiting" },
    meaning:
      "Events of one account that are acknowledged and in no file yet; more are refused with 503 until they are.",
    test: "test/api/events.test.ts",
  },
  storedBytes: {
    is: 500 * gigabyte,
    unit: "bytes",
    setting: { variable: "BELLWETHER_MAX_STORED_BYTES", min: 1, max: largest },
    beyond: { error: "storage-full" },
    meaning: "Uploaded files of one account together, with resumable uploads that have not ended.",
    test: "test/api/account-limits.test.ts",
  },
  files: {
    is: 50_000,
    unit: "files",
    setting: { variable: "BELLWETHER_MAX_FILES", min: 1, max: 10_000_000 },
    beyond: { error: "uploads-too-many" },
    meaning:
      "Uploaded files of one account, with resumable uploads that have not ended, and with replaced and deleted files until a build has read the change. Each change plans all of them.",
    test: "test/api/account-limits.test.ts",
  },
  replayDates: {
    is: 24,
    unit: "dates",
    beyond: { error: "body-invalid" },
    meaning: "Dates of one replay.",
    test: "test/api/replays.slow.test.ts",
  },
  replayCauses: {
    is: 20,
    unit: "causes",
    beyond: { instead: "The sentence says how many more there are." },
    meaning: "Causes for which a file of a replay may differ from the delivered one.",
    test: "src/words/replay.test.ts",
  },
  replaysOfScope: {
    is: 20,
    unit: "replays",
    beyond: { error: "replays-too-many" },
    meaning: "Replays of one pipeline that are kept, each with the files of its dates.",
    test: "test/api/replays.slow.test.ts",
  },
  queuedBuilds: {
    is: 200,
    unit: "builds",
    beyond: { instead: "The others are queued as these end." },
    meaning: "Builds of one account in the queue.",
    test: "test/api/account-limits.test.ts",
  },
  noticeStreams: {
    is: 50,
    unit: "streams",
    beyond: { error: "notice-streams-too-many" },
    meaning: "Open streams of notices of one account.",
    test: "test/api/account-limits.test.ts",
  },
  inspectionsWaiting: {
    is: 32,
    unit: "requests",
    beyond: { error: "inspections-too-many" },
    meaning: "Requests about people and previews that wait for one of two processes. Accounts take turns.",
    test: "src/domain/machine/turns.test.ts",
  },
  inspectionsWaitingOfAccount: {
    is: 16,
    unit: "requests",
    beyond: { error: "inspections-too-many" },
    meaning: "The same, of one account.",
    test: "src/domain/machine/turns.test.ts",
  },
  liveAccounts: {
    is: 4,
    unit: "accounts",
    beyond: { error: "live-busy" },
    meaning:
      "Accounts with live scores at the same time on a node, each with a process of its own; one that nobody asks at the moment makes place.",
    test: "test/workflows/live-scores.slow.test.ts",
  },
  liveIdleSeconds: {
    is: 300,
    unit: "seconds",
    beyond: { instead: "Its process ends, and the next request starts another." },
    meaning: "Time after which the live scores of an account are given up if nobody asks for any.",
    test: "test/workflows/live-scores.slow.test.ts",
  },
  liveQuestions: {
    is: 200,
    unit: "requests",
    beyond: { error: "live-busy" },
    meaning: "Requests for live scores of one account that wait for their answer.",
    test: "test/workflows/live-scores.slow.test.ts",
  },
  livePeople: {
    is: 100,
    unit: "people",
    beyond: { error: "body-invalid" },
    meaning: "People in one request for live scores.",
    test: "test/workflows/live-scores.slow.test.ts",
  },
  liveRows: {
    is: 500_000,
    unit: "events",
    beyond: { error: "live-behind" },
    meaning: "Events of one account that came since its last build, for live scores.",
    test: "test/workflows/live-scores.slow.test.ts",
  },
  liveIndexBytes: {
    is: 16 * gigabyte,
    unit: "bytes",
    beyond: { instead: "Scores of the models beyond are unavailable: too_many_events." },
    meaning:
      "Files by which the live scores of one account find the events of a person: some dozen bytes for each event and model.",
    test: "src/builds/live/live-index.test.ts",
  },
  // Files
  countedFiles: {
    is: 1_000,
    unit: "files",
    beyond: { instead: "The newest are counted." },
    meaning: "Files that have arrived since the file of a target was made, and that its record counts.",
    test: "src/store/uploads.test.ts",
  },
  uploadBytes: {
    is: 50 * gigabyte,
    unit: "bytes",
    setting: { variable: "BELLWETHER_MAX_UPLOAD_BYTES", min: 1, max: largest },
    beyond: { error: "payload-too-large" },
    meaning: "Maximum size of an uploaded file; larger ones are refused with 413.",
    test: "test/api/files.test.ts",
  },
  unpackedBytes: {
    is: 200 * gigabyte,
    unit: "bytes",
    setting: { variable: "BELLWETHER_MAX_UNPACKED_BYTES", min: 1_000_000, max: largest },
    beyond: { error: "archive-too-large" },
    meaning: "Size of a compressed file once it is unpacked.",
    test: "src/files/bytes.test.ts",
  },
  unpackedRatio: {
    is: 100,
    unit: "times",
    beyond: { error: "archive-too-large" },
    meaning: "Size of an unpacked file, as a multiple of the compressed one, beyond its first 100 MB.",
    test: "src/files/bytes.test.ts",
  },
  archiveTables: {
    is: 1_000,
    unit: "tables",
    beyond: { error: "archive-too-large" },
    meaning: "Tables in one archive. Of a workbook as many visible sheets are looked at.",
    test: "src/warehouse/ingest/tables.test.ts",
  },
  furtherTables: {
    is: 10_000,
    unit: "tables",
    beyond: { error: "tables-too-many" },
    meaning: "Tables of all archives and workbooks that one dataset reads, beside the first of each.",
    test: "src/warehouse/ingest/tables.test.ts",
  },
  archiveMembers: {
    is: 100_000,
    unit: "files",
    beyond: { error: "archive-too-large" },
    meaning: "Files in one archive or workbook.",
    test: "src/files/zip.test.ts",
  },
  zstandardWindow: {
    is: 128 * mebibyte,
    unit: "bytes",
    beyond: { error: "archive-too-large" },
    meaning:
      "Window of a file that is compressed with Zstandard: how far back it refers to itself, and that much memory it takes.",
    test: "src/files/bytes.test.ts",
  },
  tableLogBytes: {
    is: 1 << 30,
    unit: "bytes",
    beyond: { error: "delta-unreadable" },
    meaning:
      "Checkpoint and commits, or metadata and manifests, that are read for a version of a table of a lake without a cluster.",
    test: "src/builds/dataset/sources/delta-table.slow.test.ts",
  },
  tableMetadataBytes: {
    is: 1 << 27,
    unit: "bytes",
    beyond: { error: "iceberg-unreadable" },
    meaning: "One file of metadata of an Iceberg table, unpacked.",
    test: "src/builds/dataset/sources/iceberg-table.slow.test.ts",
  },
  bucketFiles: {
    is: 10_000,
    unit: "files",
    beyond: { error: "bucket-files-too-many" },
    meaning: "Files of a bucket or an SFTP server that one dataset reads.",
    test: "src/builds/dataset/sources/bucket.slow.test.ts",
  },
  previewCharacters: {
    is: 5_000,
    unit: "characters",
    beyond: { instead: "The rest is cut off and replaced by …" },
    meaning: "Length of a text in the first rows of a deployment, which `GET /targets/{id}/preview` shows.",
    test: "src/builds/target/step.test.ts",
  },
  previewCells: {
    is: 100_000,
    unit: "cells",
    beyond: { instead: "Fewer than 1,000 rows are shown." },
    meaning: "Cells of the first rows of a deployment.",
    test: "src/builds/target/step.test.ts",
  },
  previewBytes: {
    is: 16 * mebibyte,
    unit: "bytes",
    beyond: { instead: "Fewer rows are shown, and one at least." },
    meaning: "Size of the first rows of a deployment.",
    test: "src/builds/target/step.test.ts",
  },
  listedUpdates: {
    is: 1_000,
    unit: "updates",
    beyond: { instead: "The newest are listed, and `update_count` counts all." },
    meaning:
      "Updates of a dataset that its record lists: one for each file or table of a file that was read.",
    test: "src/builds/dataset/result.test.ts",
  },
  ledgerFiles: {
    is: 100,
    unit: "files",
    beyond: { instead: "The newest are listed, `file_count` counts all, and the sums are of all." },
    meaning: "Files of which the record of a dataset has a ledger of their own.",
    test: "src/builds/dataset/ledger.test.ts",
  },
  ledgerRows: {
    is: 100_000,
    unit: "rows",
    beyond: { instead: "The first are written, and the header Bellwether-Rows-Total counts all." },
    meaning: "Rows in a download of rows that a dataset leaves out.",
    test: "src/builds/dataset/ledger.slow.test.ts",
  },
  archiveRows: {
    is: 100_000,
    unit: "rows",
    beyond: { instead: "The first are written, and a line of the archive counts all." },
    meaning: "Rows of one dataset in the archive of a person.",
    test: "test/privacy/archive.slow.test.ts",
  },
  ledgerReadRows: {
    is: 5_000_000,
    unit: "rows",
    beyond: { error: "ledger-rows-too-many" },
    meaning: "Rows of a dataset of a bucket or a database that a download of rows reads again.",
    test: "test/api/ledger-sources.slow.test.ts",
  },
  answeredRows: {
    is: 300_000,
    unit: "rows",
    beyond: { instead: "The questions have no counts." },
    meaning: "Rows of files of which a preview counts what follows from each answer to its questions.",
    test: "src/builds/dataset/answers.test.ts",
  },
  listedMonths: {
    is: 240,
    unit: "months",
    beyond: { instead: "The newest are listed, and the counts are of all." },
    meaning: "Months with events in the ledger of a dataset.",
    test: "src/domain/data/ledger.test.ts",
  },
  bucketObjects: {
    is: 1_000_000,
    unit: "objects",
    beyond: { error: "bucket-files-too-many" },
    meaning:
      "Objects of a bucket, or entries of directories of a server, that are listed for one dataset, whether it reads them or not.",
    test: "src/builds/connection/storage/s3/files.test.ts",
  },
  resumptions: {
    is: 100,
    unit: "times",
    beyond: { error: "bucket-unreachable" },
    meaning:
      "Times that the download of an object of a bucket is continued where the storage broke it off, and once more for each MiB that has come.",
    test: "src/objects/s3-client.test.ts",
  },
  columns: {
    is: 1_000,
    unit: "columns",
    beyond: { error: "columns-too-many" },
    meaning: "Columns of a file, and of all files or datasets that one dataset joins.",
    test: "src/builds/dataset/step.slow.test.ts",
  },
  columnDepth: {
    is: 32,
    unit: "levels",
    beyond: { error: "parquet-nested" },
    meaning:
      "Structures and lists inside one another in a column of a Parquet file; a list takes two levels.",
    test: "src/builds/dataset/parquet.slow.test.ts",
  },
  // Builds
  buildMinutes: {
    is: 240,
    unit: "minutes",
    setting: { variable: "BELLWETHER_BUILD_MINUTES", min: 1, max: 100_000 },
    beyond: { error: "build-too-long" },
    meaning: "Duration of one build; a longer one is stopped, and not tried again until something changes.",
    test: "src/builds/execute/build-time.test.ts",
  },
  processorShare: {
    is: 4,
    unit: "times",
    beyond: { error: "build-too-long" },
    meaning:
      "Processor time of one build, of all its threads together (on Linux), as a multiple of its maximum duration.",
    test: "src/builds/execute/build-time.test.ts",
  },
  buildMemory: {
    is: 4096,
    unit: "megabytes, or a quarter of the machine's memory if that is less",
    setting: { variable: "BELLWETHER_BUILD_MEMORY_MB", min: 256, max: 1_048_576 },
    beyond: { error: "build-memory-exceeded" },
    meaning:
      "Memory of one build: of its engine, which spills to disk before, and of what it holds for each of the people, their events and traits. Its process may take 1.6 times as much and 768 MB.",
    test: "src/builds/execute/build-memory.test.ts",
  },
  serverSilence: {
    is: 60,
    unit: "seconds",
    beyond: { error: "database-unreachable" },
    meaning:
      "Time for which a connected PostgreSQL, Redshift, MySQL or SFTP server may owe an answer and send nothing of it.",
    test: "src/builds/connection/silence.test.ts",
  },
  serverComputing: {
    is: 600,
    unit: "seconds",
    beyond: { error: "database-unreachable" },
    meaning:
      "The same, while rows of a table or view are read or a deployment's table is written: a database may compute that long before it sends the first row.",
    test: "src/builds/connection/silence.test.ts",
  },
  slotWait: {
    is: 60,
    unit: "seconds",
    beyond: {
      instead: "The newest of the other account's builds is stopped, and queued again.",
    },
    meaning:
      "Time for which an account with nothing running waits for a build, or for a connection to be read, while another account has all slots of a node that has several.",
    test: "src/builds/execute/runner.test.ts",
  },
  longBuild: {
    is: 1,
    unit: "second",
    beyond: {
      instead:
        "While such builds have all slots, one more build runs beside them, of an account that has nothing running.",
    },
    meaning: "Time after which a build is long enough that short builds of others do not wait for it.",
    test: "src/builds/execute/runner.test.ts",
  },
  slotTurn: {
    is: 15,
    unit: "seconds",
    beyond: {
      instead: "The build is stopped, and queued again. It has the slot for twice as long the next time.",
    },
    meaning:
      "Time for which a build has the only slot of a node while another account waits. A build of many minutes is stopped a few times; together they take as long as itself at most.",
    test: "src/builds/execute/slots.test.ts",
  },
  runHours: {
    is: 24,
    unit: "hours",
    beyond: { instead: "They are read although builds of earlier files go on." },
    meaning: "Time for which files that arrive during a run of builds wait for its end.",
    test: "test/builds/runs.slow.test.ts",
  },
  categoryCharacters: {
    is: 1_000,
    unit: "characters",
    beyond: { instead: "It is a text and no category: it is not listed, and no feature is made of it." },
    meaning: "Length of a value of a property or trait that counts as a category.",
    test: "src/warehouse/streams.test.ts",
  },
  features: {
    is: 2_000,
    unit: "features",
    beyond: {
      instead:
        "A warning of the prediction says how many are left out, and of which properties and traits: each stream, and the traits, in turn have the features of one more.",
    },
    meaning: "Features of one model.",
    test: "src/domain/outcome/features/plan.test.ts",
  },
  groups: {
    is: 10_000,
    unit: "values",
    beyond: { instead: "It names no groups: features are of the person alone." },
    meaning: "Values of a property or trait that names the group that a person belongs to.",
    test: "src/domain/outcome/features/group.test.ts",
  },
  groupings: {
    is: 3,
    unit: "properties and traits",
    beyond: { instead: "Those with the most values are taken." },
    meaning: "Properties and traits that name groups in one prediction.",
    test: "src/domain/outcome/features/group.test.ts",
  },
  personaTraits: {
    is: 200,
    unit: "traits",
    beyond: {
      instead:
        "Traits that `modeling_fields` names are kept, and the first others; the rest is not in portraits.",
    },
    meaning: "Traits that describe personas.",
    test: "test/learning/personas.test.ts",
  },
  personaFeatures: {
    is: 500,
    unit: "features",
    beyond: {
      instead:
        "Each stream, and the traits, in turn have the features of one more property or trait, and the rest is left out.",
    },
    meaning: "Features that describe personas, besides those that `modeling_fields` chooses.",
    test: "test/learning/personas.test.ts",
  },
  resourcesPlannedAtOnce: {
    is: 500,
    unit: "resources",
    beyond: {
      instead:
        "What changes of a larger account concern all of them is planned together, so that its plans take a tenth of the time at most.",
    },
    meaning: "Resources of an account that are planned with each change.",
    test: "test/builds/large-accounts.test.ts",
  },
  knownResources: {
    is: 10_000,
    unit: "resources",
    beyond: { instead: "Those of the account that was planned longest ago are read again." },
    meaning: "Resources that are kept in memory as plans read them, of all accounts.",
    test: "src/store/planned-resources.test.ts",
  },
  goneIds: {
    is: 1_000_000,
    unit: "IDs",
    beyond: { instead: "Those that left first answer 404, like IDs that nobody ever had." },
    meaning: "IDs of people who are gone, which answer 410 with the day.",
    test: "src/builds/people/gone-ids.slow.test.ts",
  },
  nearPairs: {
    is: 10_000,
    unit: "pairs of records",
    beyond: { instead: "The likeliest are kept." },
    meaning: "Pairs of two people who are nearly alike enough to be one, for review.",
    test: "test/api/people-review.slow.test.ts",
  },
  unidentifiedRecords: {
    is: 100_000,
    unit: "records",
    beyond: { instead: "Those with the most rows are counted." },
    meaning: "Records without a person that are counted by the reason.",
    test: "src/builds/inspect/unidentified.slow.test.ts",
  },
  decisionPairs: {
    is: 20_000,
    unit: "pairs of records",
    beyond: { error: "decisions-too-many" },
    meaning:
      "Pairs of all decisions about people of an account: a merge of two people with many records makes up to a hundred.",
    test: "test/api/people-decisions.slow.test.ts",
  },
  webhookEndpoints: {
    is: 16,
    unit: "endpoints",
    beyond: { error: "webhook-endpoints-too-many" },
    meaning: "Webhook endpoints of an account; each event is sent to each of them.",
    test: "test/api/webhooks.test.ts",
  },
  markedDays: {
    is: 500,
    unit: "days",
    beyond: { error: "marked-days-too-many" },
    meaning: "Days that an account can mark on its charts.",
    test: "test/api/marked-days.test.ts",
  },
  useCases: {
    is: 1000,
    unit: "use cases",
    beyond: { error: "use-cases-too-many" },
    meaning: "Use cases in the knowledge base of an account.",
    test: "test/api/knowledgebase.test.ts",
  },
  knowledgeRevisions: {
    is: 1000,
    unit: "revisions",
    beyond: { instead: "The oldest are deleted." },
    meaning: "Revisions of the overview and of each use case of a knowledge base.",
    test: "test/api/knowledgebase.test.ts",
  },
  knowledgeCharacters: {
    is: 100_000,
    unit: "characters",
    beyond: { error: "body-invalid" },
    meaning: "Characters of a text of a knowledge base.",
    test: "test/api/knowledgebase.test.ts",
  },
  triggerPeople: {
    is: 1000,
    unit: "people",
    beyond: { instead: "The others are counted in the last message, and not reported later." },
    meaning:
      "People whom a trigger reports at one build, those with the largest changes first; and, by live scores, between two builds.",
    test: "src/builds/trigger/step.test.ts",
  },
  triggerRoundPeople: {
    is: 100,
    unit: "people",
    beyond: { instead: "The others are judged in the rounds after it." },
    meaning: "People with new events whom the live triggers of an account judge in one round.",
    test: "test/workflows/live-triggers.slow.test.ts",
  },
  triggerJudgements: {
    is: 20_000,
    unit: "people",
    beyond: { instead: "The trigger is judged at the next build." },
    meaning: "People whom a live trigger saw change sides since its last build.",
    test: "test/workflows/live-triggers.slow.test.ts",
  },
  triggerMessagePeople: {
    is: 100,
    unit: "people",
    beyond: { instead: "The others are in the next message." },
    meaning: "People in one message of a trigger.",
    test: "src/builds/trigger/step.test.ts",
  },
  members: {
    is: 200,
    unit: "members",
    beyond: { error: "members-too-many" },
    meaning: "Members of an account.",
    test: "test/api/members.test.ts",
  },
  ssoProviders: {
    is: 10,
    unit: "providers",
    beyond: { error: "sso-providers-too-many" },
    meaning: "Identity providers of an account.",
    test: "test/api/sso-providers.test.ts",
  },
  ssoDomains: {
    is: 50,
    unit: "domains",
    beyond: { error: "body-invalid" },
    meaning: "E-mail domains of an identity provider.",
    test: "test/api/sso-providers.test.ts",
  },
  ssoGroups: {
    is: 200,
    unit: "groups",
    beyond: { error: "body-invalid" },
    meaning: "Groups of an identity provider that give roles.",
    test: "test/api/sso-providers.test.ts",
  },
  ssoSeconds: {
    is: 10,
    unit: "seconds",
    beyond: { error: "sso-provider-unreachable" },
    meaning: "Time in which an identity provider has to answer a request.",
    test: "test/api/sso-providers.test.ts",
  },
  ssoBytes: {
    is: 1_000_000,
    unit: "bytes",
    beyond: { error: "sso-provider-unreachable" },
    meaning: "Size of an answer of an identity provider.",
    test: "test/api/sso-providers.test.ts",
  },
  ssoClockSeconds: {
    is: 30,
    unit: "seconds",
    beyond: { error: "sso-refused" },
    meaning: "How much the clock of an identity provider may differ.",
    test: "test/api/single-sign-on.test.ts",
  },
  remarkCharacters: {
    is: 2_000,
    unit: "characters",
    beyond: { error: "body-invalid" },
    meaning: "Length of a note on a resource, and of a message that asks for a look.",
    test: "test/api/ownership.test.ts",
  },
  passkeys: {
    is: 10,
    unit: "passkeys",
    beyond: { error: "passkeys-too-many" },
    meaning: "Passkeys of a user.",
    test: "test/api/passkeys.test.ts",
  },
  passkeyMinutes: {
    is: 5,
    unit: "minutes",
    beyond: { error: "passkey-expired" },
    meaning: "Time for the use of a passkey, until the browser is back.",
    test: "test/api/passkeys.test.ts",
  },
  ssoMinutes: {
    is: 10,
    unit: "minutes",
    beyond: { error: "sso-expired" },
    meaning: "Time for a sign-in at an identity provider, until the browser is back.",
    test: "test/api/single-sign-on.test.ts",
  },
  scimUsers: {
    is: 2000,
    unit: "users",
    beyond: { instead: "The next one is refused with 403, in the form of SCIM." },
    meaning: "Users of an account that are provisioned by SCIM, also those who are not active.",
    test: "test/api/scim.test.ts",
  },
  scimGroups: {
    is: 500,
    unit: "groups",
    beyond: { instead: "The next one is refused with 403, in the form of SCIM." },
    meaning: "Groups of an account that are provisioned by SCIM.",
    test: "test/api/scim.test.ts",
  },
  scimPage: {
    is: 200,
    unit: "resources",
    beyond: { instead: "The page has so many." },
    meaning: "Users or groups of one page of SCIM.",
    test: "test/api/scim.test.ts",
  },
  invitations: {
    is: 100,
    unit: "invitations",
    beyond: { error: "invitations-too-many" },
    meaning: "Open invitations of an account.",
    test: "test/api/members.test.ts",
  },
  accountsOfUser: {
    is: 100,
    unit: "accounts",
    beyond: { error: "accounts-of-user-too-many" },
    meaning: "Accounts that one user is a member of.",
    test: "test/api/members.test.ts",
  },
  accountsAtOnce: {
    is: 100,
    unit: "accounts",
    beyond: { instead: "The next ones are read after these. Other work goes on after each." },
    meaning:
      "Accounts that a clock of the service reads at once: for mails, deletions, and builds that become due.",
    test: "src/store/accounts.test.ts",
  },
  mailSections: {
    is: 20,
    unit: "resources",
    beyond: { instead: "The e-mail says how many more there are, and links to the console." },
    meaning: "Failures, predictions and warnings that one e-mail about a run, or of a month, describes.",
    test: "src/notify/run-mail.test.ts",
  },
  oldFileDays: {
    is: 7,
    unit: "days",
    beyond: { instead: "They are deleted." },
    meaning:
      "Time for which uploaded files are kept once each of their rows is older than its dataset keeps, so that a limit can be changed again.",
    test: "test/api/age-limit.test.ts",
  },
  mailDays: {
    is: 30,
    unit: "days",
    beyond: { instead: "They are deleted, unless they have yet to be sent." },
    meaning: "Time for which e-mails of the service are listed at `/accounts/current/outbox`.",
    test: "src/store/outbox.test.ts",
  },
  // Connections
  connections: {
    is: 1_000,
    unit: "connections",
    setting: { variable: "BELLWETHER_MAX_CONNECTIONS", min: 10, max: 100_000 },
    beyond: { instead: "Further ones are closed." },
    meaning: "Open connections to the service.",
    test: "src/http/connections.test.ts",
  },
  connectionsPerAddress: {
    is: 250,
    unit: "connections",
    beyond: { instead: "Further ones are closed." },
    meaning:
      "Open connections from one network address. Loopback addresses and `BELLWETHER_TRUSTED_PROXIES` are exempt, because many clients come from a proxy.",
    test: "src/http/connections.test.ts",
  },
  bodyRate: {
    is: 1_000,
    unit: "bytes per second",
    beyond: { instead: "The connection is answered 408 and closed." },
    meaning: "Least rate of a body, of JSON or of a file, over any minute.",
    test: "src/http/connections.test.ts",
  },
} satisfies Record<string, Limit>;
