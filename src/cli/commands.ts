// Every command, in the order in which they are listed. A command is loaded when it is asked for: only the service needs
// all of the service.

import type { Command, Group } from "./command.js";

export interface Listed {
  summary: string;
  load(): Promise<Command | Group>;
}

const own: Record<string, Listed> = {
  serve: { summary: "run the service", load: async () => (await import("./serve.js")).serve },
  demo: {
    summary: "show everything on a made-up shop, in a few minutes",
    load: async () => (await import("./demo.js")).demo,
  },
  password: {
    summary: "set a forgotten password, on the machine of the service",
    load: async () => (await import("./password.js")).password,
  },
};

const remote: Record<string, Listed> = {
  account: { summary: "sign up", load: async () => (await import("./commands/account.js")).account },
  keys: { summary: "API keys", load: async () => (await import("./commands/account.js")).keys },
  upload: {
    summary: "upload CSV files",
    load: async () => (await import("./commands/upload.js")).upload,
  },
  uploads: {
    summary: "the files that are there",
    load: async () => (await import("./commands/uploads.js")).uploads,
  },
  plan: {
    summary: "what it would take for the service to be as a file describes",
    load: async () => (await import("./commands/pipeline.js")).plan,
  },
  apply: {
    summary: "make the service as a file describes",
    load: async () => (await import("./commands/pipeline.js")).apply,
  },
  wait: { summary: "wait for a build", load: async () => (await import("./commands/wait.js")).wait },
  download: {
    summary: "fetch a target's file",
    load: async () => (await import("./commands/download.js")).download,
  },
  graph: { summary: "what is made of what", load: async () => (await import("./commands/graph.js")).graph },
  errors: {
    summary: "what was refused, and what to do",
    load: async () => (await import("./commands/errors.js")).errors,
  },
  api: {
    summary: "any other request of the API",
    load: async () => (await import("./commands/api.js")).api,
  },
};

/** By name. */
export const commands = async (): Promise<Record<string, Listed>> => {
  const { types } = await import("./resources/types.js");
  const { resourceGroup } = await import("./resources/commands.js");
  const resources = types.map((type): [string, Listed] => [
    type.noun,
    { summary: `list, get, create, update or delete ${type.path}`, load: async () => resourceGroup(type) },
  ]);
  return { ...own, ...remote, ...Object.fromEntries(resources) };
};
