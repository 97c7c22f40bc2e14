// Address of a system log: udp://logs.example.com or tcp://logs.example.com:6514.

export interface SyslogAddress {
  transport: "udp" | "tcp";
  host: string;
  port: number;
}

const defaultPorts = { udp: 514, tcp: 601 };

/** Undefined for a text that is no such address. */
export const parseSyslogAddress = (text: string): SyslogAddress | undefined => {
  const [, scheme, authority] = /^(udp|tcp):\/\/([^/?#@\s]+)\/?$/.exec(text) ?? [];
  if (authority === undefined || !URL.canParse(`http://${authority}`)) return undefined;
  const transport = scheme === "udp" ? "udp" : "tcp";
  const { hostname } = new URL(`http://${authority}`);
  // The parser leaves out port 80, the default of its scheme.
  const [, port] = /:(\d+)$/.exec(authority) ?? [];
  return {
    transport,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === undefined ? defaultPorts[transport] : Number(port),
  };
};
