// The list of connections and their databases and buckets.

import { descriptorOf } from "../../../src/words/connections.js";
import { ListPage } from "../../shell/list-page.js";
import { holderOf, serverOf } from "./types.js";

const Connections = () => (
  <ListPage
    kind="connections"
    columns={[
      { header: "Type", value: ({ options }) => descriptorOf(options.type).title },
      { header: "Server", value: ({ options }) => serverOf(options) },
      { header: "Database, bucket or directory", value: ({ options }) => holderOf(options) },
      { header: "Contents", value: ({ contents }) => contents?.length, isNumber: true },
    ]}
    create={{ to: "/connections/new", label: "New connection", needs: "administer" }}
    empty="No connections yet. With a connection, datasets can be read from a database, a bucket or an SFTP server, and deployments written to it. Uploaded files need none."
  />
);
export default Connections;
