// The page of an atlas: its file, and the rows with and without coordinates.

import { RecordPage } from "../../shell/record-page.js";
import { formatCount } from "../../ui/format.js";
import { Facts, Panel } from "../../ui/panel.js";

const AtlasPage = ({ id }: { id: string }) => (
  <RecordPage kind="atlases" id={id}>
    {({ options, counts, located_count: located }) => (
      <Panel title="Locations">
        <Facts
          facts={[
            ["Directory", options.upload_directory],
            ["Locations", counts && formatCount(counts.locatable)],
            ["Rows without coordinates", counts && formatCount(counts.empty_geometry)],
            ["Rows with unreadable coordinates", counts && formatCount(counts.unreadable_geometry)],
            ["People with a known location", located !== undefined && formatCount(located)],
          ]}
        />
      </Panel>
    )}
  </RecordPage>
);
export default AtlasPage;
