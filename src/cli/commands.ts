// All commands, in the order of help. Each is loaded when it is used, because only `serve` needs the whole service.

import type { Listed } from "./command.js";
import { nouns, paths } from "./resources/nouns.js";

const own: Record<string, Listed> = {
  serve: { summary: "run the service", load: async () => (await import("./serve.js")).serve },
  work: {
    summary: "run builds for services on other machines",
    load: async () => (await import("./serve.js")).work,
  },
  demo: {
    summary: "run both workflows on a sample shop",
    load: async () => (await import("./demo.js")).demo,
  },
  password: {
    summary: "set a forgotten password, on the service's machine",
    load: async () => (await import("./password.js")).password,
  },
  adopt: {
    summary: "join a store and a data directory that do not belong together",
    load: async () => (await import("./adopt.js")).adopt,
  },
  backup: {
    summary: "back up store and data directory, while the service runs",
    load: async () => (await import("./backup.js")).backup,
  },
  restore: {
    summary: "restore a backup, on the service's machine",
    load: async () => (await import("./restore.js")).restore,
  },
  doctor: {
    summary: "examine store and data directory, and repair them",
    load: async () => (await import("./doctor.js")).doctor,
  },
  confirm: {
    summary: "confirm an e-mail address, on the service's machine",
    load: async () => (await import("./confirm.js")).confirm,
  },
  passkey: {
    summary: "list and remove the passkeys of a user, on the service's machine",
    load: async () => (await import("./passkey.js")).passkey,
  },
  sso: {
    summary: "give passwords back and verify domains for single sign-on, on the service's machine",
    load: async () => (await import("./sso.js")).sso,
  },
  audit: {
    summary: "export the audit log with its hashes, and verify that nobody changed it",
    load: async () => (await import("./audit.js")).audit,
  },
  sealing: {
    summary: "replace the key that seals secrets, on the service's machine",
    load: async () => (await import("./sealing.js")).sealing,
  },
  step: {
    summary: "run one build step to debug it, on the service's machine",
    load: async () => (await import("./step.js")).step,
  },
};

const remote: Record<string, Listed> = {
  login: {
    summary: "save a service and its API key as a profile",
    load: async () => (await import("./commands/login.js")).login,
  },
  logout: { summary: "remove a profile", load: async () => (await import("./commands/login.js")).logout },
  profiles: { summary: "list profiles", load: async () => (await import("./commands/login.js")).profiles },
  account: { summary: "sign up", load: async () => (await import("./commands/account.js")).account },
  keys: {
    summary: "list, create and revoke API keys",
    load: async () => (await import("./commands/account.js")).keys,
  },
  member: {
    summary: "list, invite and remove members, and change their roles",
    load: async () => (await import("./commands/member.js")).member,
  },
  upload: {
    summary: "upload CSV files",
    load: async () => (await import("./commands/upload.js")).upload,
  },
  send: {
    summary: "send events to a stream, of files or as they come",
    load: async () => (await import("./commands/send.js")).send,
  },
  tap: {
    summary: "write people, scores and lists for a Singer target",
    load: async () => (await import("./commands/tap.js")).tap,
  },
  airbyte: {
    summary: "be a destination of Airbyte",
    load: async () => (await import("./commands/airbyte.js")).airbyte,
  },
  import: {
    summary: "create a dataset from files, mapped as proposed",
    load: async () => (await import("./commands/import.js")).importFiles,
  },
  sample: {
    summary: "create and remove the sample shop",
    load: async () => (await import("./commands/sample.js")).sample,
  },
  uploads: {
    summary: "list and delete uploaded files",
    load: async () => (await import("./commands/upload.js")).uploads,
  },
  plan: {
    summary: "show what applying a pipeline file would change",
    load: async () => (await import("./commands/pipeline.js")).plan,
  },
  apply: {
    summary: "apply a pipeline file or a saved plan",
    load: async () => (await import("./commands/pipeline.js")).apply,
  },
  export: {
    summary: "write an account as a pipeline file",
    load: async () => (await import("./commands/pipeline.js")).exportAccount,
  },
  wait: {
    summary: "wait until a resource, a pipeline file or everything is built",
    load: async () => (await import("./commands/wait.js")).wait,
  },
  download: {
    summary: "download the file of a deployment (target)",
    load: async () => (await import("./commands/download.js")).download,
  },
  manifest: {
    summary: "show how old a deployment's (target's) file is, and what it expects",
    load: async () => (await import("./commands/manifest.js")).manifest,
  },
  list: {
    summary: "write the likeliest people of a pipeline (scope) as a CSV file",
    load: async () => (await import("./commands/list.js")).list,
  },
  movers: {
    summary: "list the people whose probability changed most, and why",
    load: async () => (await import("./commands/movers.js")).movers,
  },
  score: {
    summary: "score people as of this moment",
    load: async () => (await import("./commands/score.js")).score,
  },
  claims: {
    summary: "list what scores claimed, and whether it came true",
    load: async () => (await import("./commands/claims.js")).claims,
  },
  lift: {
    summary: "print what contacting the people of a pipeline (scope) has brought, and how to choose the next",
    load: async () => (await import("./commands/lift.js")).lift,
  },
  treatment: {
    summary: "test whether chance decided on contacts, and print what they brought",
    load: async () => (await import("./commands/treatment.js")).treatment,
  },
  "contact-ledger": {
    summary: "print what contacting has brought over the account's hold-out",
    load: async () => (await import("./commands/contact-ledger.js")).contactLedger,
  },
  replay: {
    summary: "make the files of a pipeline (scope) again as of past dates",
    load: async () => (await import("./commands/replay.js")).replay,
  },
  people: {
    summary: "write all records with their people, explain why two are one, archive or delete one",
    load: async () => (await import("./commands/people.js")).people,
  },
  mcp: {
    summary: "let an assistant work with an account (Model Context Protocol)",
    load: async () => (await import("./mcp.js")).mcp,
  },
  graph: {
    summary: "show how resources depend on each other",
    load: async () => (await import("./commands/graph.js")).graph,
  },
  errors: {
    summary: "list failed builds, with advice",
    load: async () => (await import("./commands/errors.js")).errors,
  },
  ledger: {
    summary: "show what became of the rows of a dataset, and download those that are left out",
    load: async () => (await import("./commands/ledger.js")).ledger,
  },
  logs: {
    summary: "follow builds as they happen",
    load: async () => (await import("./commands/logs.js")).logs,
  },
  listen: {
    summary: "forward webhooks to a program on this machine",
    load: async () => (await import("./commands/listen.js")).listen,
  },
  api: {
    summary: "send any request of the API",
    load: async () => (await import("./commands/api.js")).api,
  },
};

const shell: Record<string, Listed> = {
  completion: {
    summary: "print the completion of bash, zsh or fish",
    load: async () => (await import("./completion.js")).completionOf(commands),
  },
};

const ofResources = Object.fromEntries(
  paths.map((path): [string, Listed] => [
    nouns[path],
    {
      summary: `list, get, create, update or delete ${path}${path === "targets" ? ", or load the records of a Singer tap" : ""}`,
      load: async () => {
        const [{ resourceGroup }, { typeAt }] = await Promise.all([
          import("./resources/commands.js"),
          import("./resources/types.js"),
        ]);
        const group = resourceGroup(typeAt(path));
        return path === "targets"
          ? { ...group, piped: (await import("./commands/target.js")).target }
          : group;
      },
    },
  ]),
);

/** Commands by name. */
export const commands: Readonly<Record<string, Listed>> = { ...own, ...remote, ...ofResources, ...shell };
