import { expect, test } from "vitest";
import { parseClusterAddress } from "./cluster-address.js";

test("an address has a host, a port of its own or 15002, and a user", () => {
  expect(parseClusterAddress("sc://spark.example.com")).toEqual({
    origin: "http://spark.example.com:15002",
    userId: "bellwether",
    headers: {},
  });
  expect(parseClusterAddress("sc://10.0.0.7:80/;user_id=ann")).toMatchObject({
    origin: "http://10.0.0.7:80",
    userId: "ann",
  });
  expect(parseClusterAddress("sc://[::1]:15003/")?.origin).toBe("http://[::1]:15003");
});

test("a token turns TLS on, and is decoded", () => {
  expect(parseClusterAddress("sc://host:443/;token=a%2Bb%3D")).toEqual({
    origin: "https://host:443",
    userId: "bellwether",
    headers: { authorization: "Bearer a+b=" },
  });
  expect(parseClusterAddress("sc://host/;use_ssl=true")?.origin).toBe("https://host:15002");
});

test("parameters that Spark does not know are headers", () => {
  expect(parseClusterAddress("sc://host:443/;use_ssl=true;x-databricks-cluster-id=0923-1")?.headers).toEqual({
    "x-databricks-cluster-id": "0923-1",
  });
});

test("a token without TLS goes to this machine alone", () => {
  expect(parseClusterAddress("sc://spark.example.com/;token=a;use_ssl=false")).toBeUndefined();
  expect(parseClusterAddress("sc://127.0.0.1/;token=a;use_ssl=false")?.origin).toBe("http://127.0.0.1:15002");
});

test.each([
  "http://host:15002",
  "sc://",
  "sc://host:port",
  "sc://host:99999",
  "sc://user:password@host",
  "sc://host/path",
  "sc://host/;token",
  "sc://host/;use_ssl=yes",
  "sc://host/;a=%zz",
  "sc://host/;a=%0Ab",
  "sc://host;token=a",
])("%s is no address", (text) => {
  expect(parseClusterAddress(text)).toBeUndefined();
});
