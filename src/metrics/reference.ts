// The reference page of the metrics, generated from them.

import type { Metrics } from "./metrics.js";

interface Described {
  name: string;
  help: string;
  type: string;
  labelNames?: string[];
}

/** Markdown of `docs/reference/metrics.md`. */
export const metricsReference = ({ registry }: Metrics): string => {
  const described = registry.getMetricsAsArray() as unknown as Described[];
  const own = described.filter(({ name }) => name.startsWith("bellwether_"));
  return [...opening, ...own.map(row), "", ...closing].join("\n");
};

const opening = [
  "# Metrics",
  "",
  "`GET /metrics` answers in the text form of [Prometheus](https://prometheus.io). A service that only its own machine can reach answers",
  "everyone there; any other one needs `BELLWETHER_METRICS_TOKEN`, and the scraper sends it as a bearer token:",
  "",
  "```yaml",
  "scrape_configs:",
  "  - job_name: bellwether",
  "    authorization: { credentials: THE_TOKEN }",
  "    static_configs: [{ targets: ['bellwether.example.com'] }]",
  "```",
  "",
  "They count for all accounts together; none names an account, a person or a file. Counters start at 0 with the process.",
  "",
  "| metric | type | labels | meaning |",
  "|---|---|---|---|",
];

const row = ({ name, type, labelNames = [], help }: Described): string =>
  `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(", ")} | ${help} |`;

const closing = [
  "Besides, the process reports its own processor time, memory, open files, garbage collection and event loop as `process_*` and",
  "`nodejs_*`.",
  "",
  "Alert on:",
  "",
  "```yaml",
  "- expr: bellwether_store_up == 0                                     # the database is away",
  "- expr: bellwether_trouble == 1                                      # what /ready says, by code",
  "- expr: bellwether_disk_free_bytes / bellwether_disk_size_bytes < 0.1",
  "- expr: bellwether_oldest_due_job_seconds > 3600                     # builds or mails do not get their turn",
  '- expr: increase(bellwether_builds_total{end="crashed"}[1h]) > 0',
  "```",
  "",
];
