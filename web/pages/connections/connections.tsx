// The list of connections and their databases and buckets.

import { ListPage } from "../../shell/list-page.js";
import { connectionTypes, databaseOf, serverOf } from "./types.js";

const Connections = () => (
  <ListPage
    kind="connections"
    columns={[
      { header: "Type", value: ({ options }) => connectionTypes[options.type].label },
      { header: "Server", value: ({ options }) => serverOf(options) },
      { header: "Database or bucket", value: ({ options }) => databaseOf(options) },
      { header: "Contents", value: ({ contents }) => contents?.length, isNumber: true },
    ]}
    create={{ to: "/connections/new", label: "New connection" }}
    empty="No connections yet. With a connection, datasets can be read from a database or a bucket, and deployments written to it. Uploaded files need none."
  />
);
export default Connections;
