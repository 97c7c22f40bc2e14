import { expect, test } from "vitest";
import { readConfig } from "./config.js";

const machine = { cores: 2, memoryMb: 4000 };
const read = (environment: Record<string, string>) =>
  readConfig({ BELLWETHER_TLS: "required", ...environment }, machine);

test.each([
  { DATABASE_URL: "postgres://u:p@db.example.com/x" },
  { DATABASE_URL: "postgres://u:p@db.example.com/x?sslmode=require" },
  { DATABASE_URL: "postgres://u:p@localhost/x?host=db.example.com" },
  { SMTP_URL: "smtp://mail.example.com:587" },
  { SMTP_URL: "smtps://mail.example.com?tls.rejectUnauthorized=false" },
  { SMTP_URL: "smtp://mail.example.com?requireTLS=true&ignoreTLS=true" },
  { BELLWETHER_FILES: "s3://files", BELLWETHER_FILES_ENDPOINT: "http://minio.example.com" },
  { BELLWETHER_SPARK_URL: "sc://spark.example.com" },
])("where TLS is required, %o ends the start, and says what to change", (environment) => {
  const [variable] = Object.keys(environment).slice(-1);
  expect(() => read(environment)).toThrow(`${variable} needs`);
});

test("what is checked, what is on this machine, and what is not set is accepted", () => {
  for (const environment of [
    {},
    {
      DATABASE_URL: "postgres://u:p@db.example.com/x?sslmode=verify-full&sslrootcert=/etc/ca.pem",
      SMTP_URL: "smtps://mail.example.com",
      BELLWETHER_FILES: "s3://files",
      BELLWETHER_FILES_ENDPOINT: "https://minio.example.com",
      BELLWETHER_SPARK_URL: "sc://spark.example.com/;use_ssl=true",
    },
    { DATABASE_URL: "postgres://u:p@localhost/x", SMTP_URL: "smtp://127.0.0.1:25" },
    {
      DATABASE_URL: "postgres:///x?host=/run/postgresql",
      SMTP_URL: "smtp://mail.example.com?requireTLS=true",
    },
  ])
    expect(() => read(environment)).not.toThrow();
});

test("by default, servers are reached as their addresses say", () => {
  expect(() => readConfig({ DATABASE_URL: "postgres://u:p@db.example.com/x" }, machine)).not.toThrow();
});
