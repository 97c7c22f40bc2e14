// Subjects of tests that cost more than they find per change: trainings on public data, kill loops, sweeps
// over all pages, Spark. A run for a change makes them whole where the change touches what they watch, and
// otherwise a sample: one of the subject's files, and fewer repetitions in it. The night makes them all whole
// (`npm run test:nightly`).

export interface Subject {
  /** Prefixes of paths. A change below one of them may break what the tests prove. */
  watches: readonly string[];
  /** Its test files, all but one of which a sample leaves out. */
  files: readonly RegExp[];
}

export const subjects = {
  // Models on public and simulated data, against known probabilities and other methods.
  learning: {
    watches: [
      "src/model/",
      "src/threads/",
      "src/warehouse/features/",
      "src/builds/outcome/",
      "src/builds/scope/",
      "src/domain/outcome/features/",
      "src/domain/outcome/outcome.ts",
      "src/domain/outcome/refit.ts",
      "src/domain/outcome/quiet-periods.ts",
      "test/learning/",
      "test/workflows/",
    ],
    files: [
      /^test\/learning\/[^/]*\.slow\.test\.ts$/,
      /^test\/workflows\/(?:tasks|real-data|bias|explained|efficacy|holdout|uplift)\.slow\.test\.ts$/,
      /^src\/model\/evaluation\/intervals\.slow\.test\.ts$/,
      /^test\/builds\/kept-models\.slow\.test\.ts$/,
    ],
  },
  // People, in labelled sets and as records come, change and go.
  people: {
    watches: [
      "src/warehouse/persons/",
      "src/warehouse/matching/",
      "src/model/matching/",
      "src/builds/people/",
      "src/domain/people/identity/",
      "src/domain/people/matching.ts",
      "src/domain/people/decisions.ts",
      "src/http/routes/people",
      "test/people/",
    ],
    files: [
      /^test\/people\/[^/]*\.slow\.test\.ts$/,
      /^test\/api\/people-(?:decisions|review)\.slow\.test\.ts$/,
      /^src\/builds\/people\/(?:.*\/)?[^/]*\.slow\.test\.ts$/,
      /^src\/warehouse\/matching\/[^/]*\.slow\.test\.ts$/,
    ],
  },
  // Kills, cuts, full and failing disks, moved clocks, several nodes.
  crashes: {
    watches: [
      "src/queue/",
      "src/store/",
      "src/db/",
      "src/objects/",
      "src/integrity/",
      "src/installation/",
      "src/builds/execute/",
      "src/builds/plan/",
      "src/builds/repair/",
      "src/backup/",
      "src/notify/",
      "src/http/uploads/",
      "src/main.ts",
      "src/log/",
      "test/crash/",
      "test/simulation/",
      "test/nodes/",
      "test/objects/",
    ],
    files: [/^test\/(?:crash|nodes|objects|simulation)\/[^/]*\.slow\.test\.ts$/],
  },
  // Spark and Sail: what they compute, and what happens when their parts die.
  cluster: {
    watches: [
      "src/cluster/",
      "src/warehouse/cluster/",
      "src/warehouse/cohorts/",
      "src/warehouse/sql/",
      "src/warehouse/streams",
      "src/builds/cohort/",
      "src/builds/stream/",
      "test/cluster/",
    ],
    files: [/^test\/cluster\/[^/]*\.test\.ts$/],
  },
  // The console in a real browser: all pages, the keyboard, interruptions, odd files.
  console: {
    watches: ["web/", "src/words/", "test/browser/"],
    files: [/^test\/browser\/[^/]*\.slow\.test\.ts$/],
  },
  // Exports of shops and lists for other programs, file by file.
  exports: {
    watches: [
      "src/domain/proposal/",
      "src/files/",
      "src/warehouse/ingest/",
      "src/builds/dataset/",
      "test/exports/",
    ],
    files: [
      /^test\/exports\/(?:.*\/)?[^/]*\.slow\.test\.ts$/,
      /^test\/builds\/(?!kept-models)[^/]*\.slow\.test\.ts$/,
      /^src\/builds\/dataset\/(?:.*\/)?[^/]*\.slow\.test\.ts$/,
    ],
  },
  // Databases, buckets and warehouses of others.
  connections: {
    watches: ["src/builds/connection/", "src/warehouse/delivery/", "src/builds/target/"],
    files: [
      /^src\/builds\/connection\/(?:.*\/)?[^/]*\.slow\.test\.ts$/,
      /^test\/api\/(?:connected|bucket-files)\.slow\.test\.ts$/,
      /^test\/scheduling\/[^/]*\.slow\.test\.ts$/,
    ],
  },
  // The whole interface: random requests, requests in any order beside a model, and clients in other languages.
  interface: {
    watches: ["clients/", "docs/reference/", "src/http/", "test/clients/"],
    files: [
      /^test\/clients\/[^/]*\.slow\.test\.ts$/,
      /^test\/api\/(?:python-client|typed-client|random|model)\.slow\.test\.ts$/,
    ],
  },
  // Commands against a running service: pipelines as files, imports, assistants.
  commands: {
    watches: ["src/cli/", "examples/pipelines/", "test/cli/"],
    files: [/^test\/cli\/(?!target-kills|taps)[^/]*\.slow\.test\.ts$/],
  },
  // Taps and targets: killed, and those of the registry.
  taps: {
    watches: ["src/cli/singer/", "src/http/uploads/", "src/warehouse/ingest/", "test/cli/"],
    files: [/^test\/cli\/(?:target-kills|taps)\.slow\.test\.ts$/],
  },
  // Contents of the package, its installation on this Node and the newest, and the time from a file to its
  // scores.
  packaging: {
    watches: ["package.json", "package-lock.json", "bench/", "test/packaging/", "test/bench/"],
    files: [/^test\/(?:packaging|bench)\/[^/]*\.slow\.test\.ts$/],
  },
  // Data directories of released versions, and what stays of people and accounts that are deleted.
  records: {
    watches: [
      "src/db/",
      "src/store/",
      "src/installation/",
      "src/integrity/",
      "src/builds/dataset/",
      "src/builds/people/",
      "test/upgrade/",
      "test/privacy/",
    ],
    files: [/^test\/(?:upgrade|privacy)\/(?!engine-faults)[^/]*\.slow\.test\.ts$/],
  },
  // Values of people in errors: an engine that fails at any statement, and what is said of it.
  leaks: {
    watches: [
      "src/warehouse/engine",
      "src/errors/",
      "src/log/",
      "src/http/log.ts",
      "src/http/problem.ts",
      "src/notify/",
      "test/privacy/",
    ],
    files: [/^test\/privacy\/engine-faults\.slow\.test\.ts$/],
  },
  // Scores and triggers a moment after an event, as the build that follows has them.
  live: {
    watches: [
      "src/builds/live/",
      "src/builds/trigger/",
      "src/warehouse/features/",
      "src/model/propensity/",
      "src/http/routes/live-scores.ts",
      "src/http/events/",
    ],
    files: [/^test\/workflows\/live-(?:scores|triggers)\.slow\.test\.ts$/],
  },
  // Whole chains through the compiled service.
  workflows: {
    watches: ["src/builds/", "src/http/", "src/delivery/", "test/workflows/"],
    files: [/^test\/workflows\/(?:alarms|awkward|lifecycle|live|shop|stop)\.slow\.test\.ts$/],
  },
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;
export const subjectNames = Object.keys(subjects) as SubjectName[];
