// Buckets of Amazon S3 and of storages with its interface.

import type { Descriptor } from "./descriptor.js";

/** Google Cloud Storage by its S3-compatible interface, which takes any region. */
const googleBuckets = { endpoint: "https://storage.googleapis.com", region: "auto" };

export const s3 = {
  title: "Amazon S3, Google Cloud Storage or S3-compatible storage",
  holds: "files",
  aliases: { aws_s3: {}, gcs: googleBuckets },
  fields: {
    bucket: {
      title: "Bucket",
      about: "Name of the bucket.",
      group: "Bucket",
      rule: { minLength: 3, maxLength: 222, pattern: "^[a-z0-9][a-z0-9._-]*[a-z0-9]$" },
      example: "shop-exports",
    },
    region: {
      title: "Region",
      about: "Region of the bucket. Default: us-east-1; for gcs: auto.",
      group: "Storage",
      default: "us-east-1",
      rule: { pattern: "^[a-z0-9-]{1,50}$" },
      example: "eu-central-1",
    },
    endpoint: {
      title: "Endpoint",
      hint: `Empty: Amazon S3. For Google Cloud Storage: ${googleBuckets.endpoint}, with the region auto.`,
      about:
        "Address of a server that is not Amazon's, such as https://storage.example.com; its buckets are addressed by path. Default: Amazon S3; " +
        `for gcs: ${googleBuckets.endpoint}.`,
      group: "Storage",
      isOptional: true,
      rule: { maxLength: 500, pattern: "^https?://[^/?#@\\s]+/?$" },
      example: "https://storage.example.com",
    },
    prefix: {
      title: "Directory",
      hint: "Datasets read below it, and deployments write below it. Empty: the whole bucket.",
      about:
        "Directory of the bucket. Datasets read below it, and targets write below it. Absent: the whole bucket.",
      group: "Bucket",
      isOptional: true,
      rule: { maxLength: 500, pattern: "^[^/*](.*[^/*])?$" },
      example: "exports",
    },
    access_key_id: {
      title: "Access key ID",
      hint: "For Google Cloud Storage: of an HMAC key.",
      about: "ID of the access key; for gcs: of an HMAC key.",
      group: "Access key",
      example: "AKIAIOSFODNN7EXAMPLE",
    },
  },
  secret: {
    name: "secret_access_key",
    title: "Secret",
    about: "Secret of the access key.",
    example: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  },
  secretGoesTo: ["endpoint"],
  shown: { server: ["endpoint"], serverName: "Amazon S3", holder: "bucket" },
  cannot: [
    "There are no tables: datasets read files, and deployments write them whole.",
    "Datasets of a bucket cannot be merged with others, and their pipelines cannot be replayed.",
    "The list of what is there ends after 1,000 names.",
  ],
} as const satisfies Descriptor;
