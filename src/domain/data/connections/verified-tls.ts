// Connections whose server shows a certificate that is checked, before a secret goes to it.

import { type ConnectionOptions, isSocket } from "../connection.js";

/** Services with a fixed address are reached by https. */
export const isVerifiedTls = (options: ConnectionOptions): boolean => {
  if ("sslmode" in options) return options.sslmode === "verify-full" || isSocket(options.host);
  const [url] = ["endpoint", "url", "origin"].flatMap(
    (field) => (options as unknown as Record<string, string>)[field] ?? [],
  );
  return url === undefined || url.toLowerCase().startsWith("https:");
};
