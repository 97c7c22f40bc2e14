// Spark with Delta and Iceberg: a Connect server in one process, with a catalog of each. Neither format runs
// on the Spark of the other tests yet, so this is the newest for which both are published.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../support/ports.js";
import { type Engine, startEngine } from "./engine.js";
import { cache, olderSpark, quickJava, requireJava, sparkHome } from "./environments.js";

/** Spark fetches them from Maven Central once, and keeps them in the cache. */
const packages = [
  "io.delta:delta-spark_4.1_2.13:4.4.0",
  "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.12.0",
];

/** The catalogs are spark_catalog, of Delta and Parquet, and ice, of Iceberg. */
export const startLakeSpark = async (): Promise<Engine> => {
  requireJava();
  const home = await sparkHome(olderSpark);
  const dir = mkdtempSync(path.join(tmpdir(), "bw-lake-"));
  const port = await freePort();
  return startEngine({
    name: "Spark",
    command: connectCommand(home, { java: await quickJava(olderSpark), port, dir }),
    port,
    dir,
    env: { SPARK_HOME: home, SPARK_LOCAL_IP: "127.0.0.1", SPARK_LOCAL_DIRS: path.join(dir, "tmp") },
  });
};

const connectCommand = (
  home: string,
  { java, port, dir }: { java: string; port: number; dir: string },
): [string, ...string[]] => {
  const settings = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.extraJavaOptions": java,
    "spark.jars.ivy": path.join(cache, "ivy"),
    "spark.ui.enabled": false,
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.grpc.binding.port": port,
    "spark.sql.shuffle.partitions": 2,
    "spark.databricks.delta.snapshotPartitions": 1,
    "spark.sql.warehouse.dir": path.join(dir, "warehouse"),
    "spark.sql.extensions":
      "io.delta.sql.DeltaSparkSessionExtension,org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    "spark.sql.catalog.ice": "org.apache.iceberg.spark.SparkCatalog",
    "spark.sql.catalog.ice.type": "hadoop",
    "spark.sql.catalog.ice.warehouse": path.join(dir, "ice"),
  };
  return [
    path.join(home, "bin", "spark-submit"),
    ...["--master", "local[2]", "--driver-memory", "1g", "--packages", packages.join(",")],
    ...Object.entries(settings).flatMap(([key, value]) => ["--conf", `${key}=${value}`]),
    ...["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"],
  ];
};
