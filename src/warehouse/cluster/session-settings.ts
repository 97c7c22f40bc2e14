// Session settings of a cluster, under which the same text means the same as in our own engine.

const shared = {
  // Arithmetic and casts that fail, fail; names are in double quotes, and times are UTC.
  "spark.sql.ansi.enabled": "true",
  "spark.sql.ansi.doubleQuotedIdentifiers": "true",
  "spark.sql.session.timeZone": "UTC",
  // Otherwise ${…} within a literal is replaced by settings and environment variables of the server.
  "spark.sql.variable.substitute": "false",
  // A file that is missing or damaged is an error, and not an empty one.
  "spark.sql.files.ignoreCorruptFiles": "false",
  "spark.sql.files.ignoreMissingFiles": "false",
  "spark.sql.parquet.compression.codec": "zstd",
  "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
  // Our files are smaller than the default of 128 MB, at which each would be one task.
  "spark.sql.files.maxPartitionBytes": "32m",
};

/**
 * Settings of statements about files of ours: the columns é and É are two, as in our own engine. Spark would
 * take them for one.
 */
export const fileSettings: Readonly<Record<string, string>> = {
  ...shared,
  "spark.sql.caseSensitive": "true",
};

/**
 * Settings of statements about tables: a catalog may write names in lower case that files write otherwise.
 */
export const tableSettings: Readonly<Record<string, string>> = {
  ...shared,
  "spark.sql.caseSensitive": "false",
};
