// Imports run one way (ARCHITECTURE.md): main, cli -> everything; http -> store, queue, builds/plan,
// delivery; builds -> store, queue, warehouse, model, threads, delivery, notify; threads -> model; store,
// queue -> db; http, builds, delivery, notify and web -> words; the rest only domain, errors, config.
const common = "domain|errors";
const only = (folder, allowed) => ({
  name: `${folder}-imports-only`,
  severity: "error",
  from: { path: `^src/${folder}/`, pathNot: "\\.test\\.ts$" },
  to: { path: "^src/", pathNot: `^src/(${[folder, common, ...allowed].join("|")})` },
});

// Rooms of the domain, each of which may read those before it.
const rooms = [
  ...[
    "machine",
    "resource",
    "account",
    "cohort",
    "data",
    "outcome",
    "people",
    "campaign",
    "personas",
    "proposal",
    "pipeline",
  ],
  ...["target", "kinds"],
];
const roomsReadEarlierOnes = rooms.slice(0, -1).map((room, i) => ({
  name: `domain-${room}-reads-earlier-rooms`,
  severity: "error",
  from: { path: `^src/domain/${room}/`, pathNot: "\\.test\\.ts$" },
  to: { path: `^src/domain/(${rooms.slice(i + 1).join("|")})/` },
}));

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "not-to-test",
      severity: "error",
      from: { pathNot: "\\.test\\.ts$|^test/" },
      to: { path: "\\.test\\.ts$|^test/" },
    },
    {
      name: "not-to-oracle",
      severity: "error",
      from: { pathNot: "\\.test\\.ts$|oracle\\.ts$" },
      to: { path: "[./]oracle\\.ts$" },
    },
    {
      name: "model-is-arithmetic",
      severity: "error",
      from: { path: "^src/model/", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["npm", "core"] },
    },
    // A configuration is declared once, as a TypeBox schema in domain, and its type is derived from it.
    // TypeBox, like the metadata of telephone numbers, is plain data and arithmetic: it does no I/O.
    {
      name: "domain-imports-pure-packages",
      severity: "error",
      from: { path: "^src/domain/", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["npm"], pathNot: "node_modules/(@sinclair/typebox|libphonenumber-js)/" },
    },
    {
      name: "domain-is-in-rooms",
      severity: "error",
      from: {},
      to: { path: "^src/domain/[^/]+\\.ts$" },
    },
    ...roomsReadEarlierOnes,
    {
      name: "domain-is-pure",
      severity: "error",
      from: { path: "^src/domain/" },
      to: { path: "^src/", pathNot: "^src/(domain|errors)/" },
    },
    {
      name: "web-knows-the-api-and-words",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(src|examples|bench|test)/", pathNot: "^src/words/" },
    },
    {
      name: "clients-know-the-document-alone",
      severity: "error",
      from: { path: "^clients/" },
      to: { path: "^(src|web|examples|bench|test)/" },
    },
    {
      name: "parts-know-no-page",
      severity: "error",
      from: { path: "^web/(ui|shell|charts|api|style)/" },
      to: { path: "^web/pages/" },
    },
    {
      name: "kinds-know-no-runner",
      severity: "error",
      from: {
        path: "^src/builds/(kind|cohort|connection|dataset|outcome|people|personas|place|recommender|scope|stream|target)/",
        pathNot: "\\.test\\.ts$",
      },
      to: { path: "^src/builds/(execute|inspect|plan|repair|(kinds|steps)\\.ts)" },
    },
    // A step speaks in relations; what is in them stands in the warehouse. Connections speak the dialects of their servers.
    {
      name: "steps-make-no-sql",
      severity: "error",
      from: {
        path: "^src/builds/(?!connection/)",
        pathNot: "\\.test\\.ts$|fixtures\\.ts$",
      },
      to: { path: "^src/warehouse/sql/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "one-registry-of-kinds",
      severity: "error",
      from: { path: "^src/builds/(execute|plan|repair)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/builds/", pathNot: "^src/builds/(execute|plan|repair|kind/|(kinds|steps)\\.ts)" },
    },
    // Kinds take half a second to load, which is as much as a small step takes.
    {
      name: "step-processes-load-no-kind",
      severity: "error",
      from: { path: "^src/builds/(steps|execute/(child|serve|step))\\.ts$" },
      to: { path: "^src/builds/kinds\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    // Schemas take half a second to load, which is most of what a command takes. A pipeline file is compared by them.
    {
      name: "commands-start-at-once",
      severity: "error",
      from: {
        path: "^src/cli/(resources|commands)/",
        pathNot: "\\.test\\.ts$|fixtures\\.ts$|commands/(pipeline|wait)\\.ts$",
      },
      to: { path: "^src/(http/(resources|schemas)|store|builds)/", dependencyTypesNot: ["type-only"] },
    },
    only("errors", []),
    only("words", []),
    only("config", []),
    only("db", []),
    only("store", ["db/"]),
    only("queue", ["db/"]),
    only("log", []),
    only("metrics", []),
    only("files", []),
    only("cluster", []),
    only("warehouse", ["files/", "cluster/"]),
    only("model", []),
    only("threads", ["model/"]),
    only("delivery", ["words/"]),
    only("docs", ["delivery/", "words/"]),
    only("installation", ["store/", "db/", "builds/execute/", "integrity/", "objects/"]),
    only("notify", ["store/", "queue/", "db/", "words/"]),
    only("sso", ["notify/public-lookup"]),
    only("integrity", []),
    only("objects", ["integrity/"]),
    only("backup", ["store/", "db/", "integrity/", "installation/", "builds/repair/"]),
    only("doctor", [
      "store/",
      "db/",
      "integrity/",
      "objects/",
      "installation/",
      "builds/repair/",
      "warehouse/cluster/",
      "words/",
    ]),
    only("builds", [
      "files/",
      "store/",
      "queue/",
      "db/",
      "warehouse/",
      "model/",
      "threads/",
      "integrity/",
      "objects/",
      "delivery/",
      "notify/",
      "config/",
      "words/",
      "log/",
    ]),
    only("http", [
      "files/",
      "store/",
      "queue/",
      "db/",
      "builds/plan/",
      "delivery/",
      "docs/",
      "integrity/",
      "objects/",
      "config/",
      "words/",
      "log/",
      "metrics/",
      "sso/",
    ]),
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
