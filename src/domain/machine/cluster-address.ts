// Address of a Spark Connect server, as Spark documents it: sc://host:port/;name=value;name=value
// (https://github.com/apache/spark/blob/master/sql/connect/docs/client-connection-string.md).

export interface ClusterAddress {
  /** Address that HTTP/2 connects to: https://spark.example.com:15002 */
  origin: string;
  userId: string;
  /** Headers of each request, such as the bearer token. They are secrets. */
  headers: Readonly<Record<string, string>>;
}

const defaultPort = 15_002;
const defaultUser = "bellwether";

/** Parameters that are no headers of requests. */
const ownParameters = new Set(["use_ssl", "token", "user_id", "user_agent", "session_id"]);

/** Undefined for a text that is no address, or that would send a token over the network without TLS. */
export const parseClusterAddress = (text: string): ClusterAddress | undefined => {
  const [, authority, tail = ""] = /^sc:\/\/([^/;?#@\s]+)(?:\/(.*))?$/.exec(text) ?? [];
  const origin =
    authority && URL.canParse(`http://${authority}`) ? new URL(`http://${authority}`) : undefined;
  const parameters = parseParameters(tail);
  if (!origin || !parameters || origin.username !== "") return undefined;
  const { token, use_ssl: useSsl, user_id: userId = defaultUser } = parameters;
  if (useSsl !== undefined && !/^(true|false)$/i.test(useSsl)) return undefined;
  const isSecure = useSsl === undefined ? token !== undefined : useSsl.toLowerCase() === "true";
  if (token !== undefined && !isSecure && !isLoopback(origin.hostname)) return undefined;
  const others = Object.entries(parameters).filter(([name]) => !ownParameters.has(name));
  const headers = { ...Object.fromEntries(others), ...(token && { authorization: `Bearer ${token}` }) };
  const port = /:\d+$/.test(authority!) ? authority!.replace(/^.*:/, "") : defaultPort;
  return { origin: `${isSecure ? "https" : "http"}://${origin.hostname}:${port}`, userId, headers };
};

/** Undefined if one of them is malformed. */
const parseParameters = (text: string): Record<string, string> | undefined => {
  const parameters: Record<string, string> = {};
  if (text !== "" && !text.startsWith(";")) return undefined;
  for (const part of text.split(";").filter((each) => each !== "")) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9_.-]*)=(.+)$/.exec(part) ?? [];
    const decoded = value === undefined ? undefined : decodedValue(value);
    if (!name || decoded === undefined) return undefined;
    parameters[name.toLowerCase()] = decoded;
  }
  return parameters;
};

const decodedValue = (text: string): string | undefined => {
  try {
    const value = decodeURIComponent(text);
    return /^[ -~]+$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
