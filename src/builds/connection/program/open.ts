// Opens a program of the owner, of any type.

import type { ProgramOptions } from "../../../domain/data/connection.js";
import type { ConnectionAccess } from "../access.js";
import type { Program, ProgramAccess } from "./program.js";

type Of<T extends ProgramOptions["type"]> = ConnectionAccess<Extract<ProgramOptions, { type: T }>>;

/** `template` is that of an endpoint. A program's calls are loaded when it is used. */
export const openProgram = async (access: ProgramAccess, template?: string): Promise<Program> => {
  switch (access.options.type) {
    case "klaviyo":
      return (await import("./klaviyo.js")).openKlaviyo(access);
    case "hubspot":
      return (await import("./hubspot.js")).openHubspot(access);
    case "brevo":
      return (await import("./brevo.js")).openBrevo(access);
    case "mailchimp":
      return (await import("./mailchimp.js")).openMailchimp(access as Of<"mailchimp">);
    case "meta":
      return (await import("./meta.js")).openMeta(access as Of<"meta">);
    case "google":
      return (await import("./google.js")).openGoogle(access as Of<"google">);
    case "endpoint":
      return (await import("./endpoint.js")).openEndpoint(access as Of<"endpoint">, template);
  }
};
