// The rule for requests to this machine or its network, such as webhooks and connections to databases.

import type { NodeRole } from "../domain/machine/node.js";
import { isLoopback } from "../domain/machine/private-address.js";
import { hostOf } from "../domain/resource/url-host.js";
import type { Config } from "./config.js";

/**
 * Whether requests may go to private addresses. By default only where the service is reached from its own
 * machine alone: its users could send such requests themselves.
 */
export const mayReachPrivateAddresses = (
  { webhookPrivateAddresses: rule, host, publicUrl }: Config,
  role: NodeRole = "all",
): boolean => rule === "always" || (rule === "if-local" && isLocalOnly({ host, publicUrl }, role));

/** Whether e-mail addresses must be confirmed: on a machine of one's own, all who sign up are known. */
export const asksForConfirmation = (
  { emailConfirmation: rule, host, publicUrl }: Pick<Config, "emailConfirmation" | "host" | "publicUrl">,
  role: NodeRole = "all",
): boolean => rule === "always" || (rule === "unless-local" && !isLocalOnly({ host, publicUrl }, role));

/**
 * Whether only this machine can reach the service. A node that only builds cannot know from where others are
 * reached.
 */
export const isLocalOnly = (
  { host, publicUrl }: Pick<Config, "host" | "publicUrl">,
  role: NodeRole = "all",
): boolean => {
  if (publicUrl === undefined) return role !== "work" && isLoopback(host);
  return isLoopback(host) && isLoopback(hostOf(publicUrl));
};
