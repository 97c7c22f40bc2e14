// Databricks SQL.

import type { Descriptor } from "./descriptor.js";

export const databricks = {
  title: "Databricks SQL",
  holds: "tables",
  isReadOnly: true,
  aliases: {},
  fields: {
    workspace: {
      title: "Server hostname",
      hint: "Of the SQL warehouse: SQL Warehouses → Connection details.",
      about:
        "Host of the workspace, as the connection details of its SQL warehouse have it. It is one of Databricks' own: it ends in .cloud.databricks.com, .azuredatabricks.net or .gcp.databricks.com.",
      group: "Server",
      rule: {
        maxLength: 253,
        pattern:
          "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?){0,3}\\.(cloud\\.databricks\\.com|azuredatabricks\\.net|gcp\\.databricks\\.com)$",
      },
      example: "dbc-a1b2345c-d6e7.cloud.databricks.com",
    },
    warehouse_id: {
      title: "Warehouse ID",
      hint: "The last part of the HTTP path. The warehouse executes the statements.",
      about: "ID of the SQL warehouse that executes statements: the last part of its HTTP path.",
      group: "Server",
      rule: { pattern: "^[A-Za-z0-9]{8,64}$" },
      example: "a1b234c567d8e9fa",
    },
    catalog: {
      title: "Catalog",
      hint: "Of Unity Catalog.",
      about: "Name of the catalog of Unity Catalog that has the schema.",
      group: "Data",
      example: "main",
    },
    schema: {
      title: "Schema",
      hint: "The schema that holds the tables.",
      about: "Schema of the tables. Default: default.",
      group: "Data",
      default: "default",
    },
  },
  secret: {
    name: "access_token",
    title: "Access token",
    hint: "A personal access token, of a service principal if there is one.",
    about: "Personal access token of a user or of a service principal.",
    example: "dapi0123456789abcdef0123456789abcdef",
  },
  secretGoesTo: ["workspace"],
  shown: { server: ["workspace"], holder: "catalog" },
  cannot: [
    "Tables are read, and no deployment writes one: its hosted file or a bucket of the workspace takes the list.",
    "Catalogs are those of Unity Catalog: `hive_metastore` has no information schema.",
    "Names of schemas and tables are lower case, as Unity Catalog keeps them.",
  ],
} as const satisfies Descriptor;
