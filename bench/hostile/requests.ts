// Hostile requests of the benchmark: bodies of up to a megabyte, each of which once took much of the
// service's time or memory.

interface HostileRequest {
  name: string;
  path: string;
  body: string;
}

const many = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(",");
const conditions = (items: string) =>
  `{"name":"x","stream_name":"transaction","stream_conditions":[${items}]}`;
const dataset = (streams: string) =>
  `{"name":"x","identity_sets":{},"options":{"type":"hosted_csv","upload_directory":"a"},"output_to_streams":{${streams}}}`;

export const hostileRequests: readonly HostileRequest[] = [
  { name: "300,000 empty conditions", path: "/cohorts", body: conditions(many(300_000, () => "{}")) },
  { name: "49,000 empty conditions", path: "/cohorts", body: conditions(many(49_000, () => "{}")) },
  { name: "60,000 unknown fields", path: "/cohorts", body: `{${many(60_000, (i) => `"f${i}":1`)}}` },
  { name: "10,000 unknown fields", path: "/cohorts", body: `{${many(10_000, (i) => `"f${i}":1`)}}` },
  {
    name: "60,000 fields of a sign-up",
    path: "/accounts",
    body: `{${many(60_000, (i) => `"f${i}":1`)}}`,
  },
  {
    name: "1,500 fields of a sign-up",
    path: "/accounts",
    body: `{${many(1_500, (i) => `"f${i}":1`)}}`,
  },
  { name: "one name of 1 MB", path: "/cohorts", body: `{"${"x".repeat(1_000_000)}":1}` },
  { name: "1 MB of escaped quotes", path: "/cohorts", body: `{"name":"${'\\"'.repeat(500_000)}"}` },
  { name: "500,000 levels", path: "/cohorts", body: "[".repeat(500_000) },
  {
    name: "99,000 numbers as a shape",
    path: "/places",
    body: `{"name":"x","geojson":{"type":"MultiPoint","coordinates":[${many(99_000, () => "1")}]}}`,
  },
  {
    name: "100 streams in a dataset",
    path: "/datasets",
    body: dataset(many(100, (i) => `"s${i}":{"data_map":{}}`)),
  },
  {
    name: "8,000 streams in a dataset",
    path: "/datasets",
    body: dataset(many(8_000, (i) => `"s${i}":{"data_map":{}}`)),
  },
  { name: "a cohort among thousands", path: "/cohorts", body: '{"name":"x","stream_name":"transaction"}' },
];
