// All connections, with what each leads to.

import { ListPage } from "../../shell/list-page.js";

const Connections = () => (
  <ListPage
    kind="connections"
    columns={[
      { header: "Server", value: ({ options }) => `${options.host}:${options.port}` },
      { header: "Database", value: ({ options }) => options.database },
      { header: "Tables", value: ({ contents }) => contents?.length, isNumber: true },
    ]}
    create={{ to: "/connections/new", label: "New connection" }}
    empty="There are no connections yet. Files need none; a connection lets datasets be read from a PostgreSQL database, and deployments be written to it."
  />
);
export default Connections;
