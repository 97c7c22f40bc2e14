// The page of a place: its location, and the number of people with a known distance.

import type { Records } from "../../api/kinds.js";
import { RecordPage } from "../../shell/record-page.js";
import { formatCount, formatNumber } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Facts, Panel } from "../../ui/panel.js";
import { addressLine, placeDescription } from "./description.js";

const PlacePage = ({ id }: { id: string }) => (
  <RecordPage kind="places" id={id}>
    {(place) => (
      <>
        <Panel title="Location">
          <Facts
            facts={[
              ["Location", placeDescription(place)],
              [
                "People with a known location",
                place.located_count !== undefined && formatCount(place.located_count),
              ],
            ]}
          />
          <p className="small soft">
            A person’s location comes from the traits latitude and longitude, or from their street or
            postcode. People without a location are neither near nor far.
          </p>
          {place.geojson && (
            <details>
              <summary>GeoJSON</summary>
              <pre>{JSON.stringify(place.geojson, null, 2).slice(0, 20_000)}</pre>
            </details>
          )}
        </Panel>
        {place.addresses && <Addresses place={place} />}
      </>
    )}
  </RecordPage>
);
export default PlacePage;

interface Row {
  address: string;
  found: string;
}

const columns: Column<Row>[] = [
  { header: "Address", value: ({ address }) => address },
  { header: "Coordinates", value: ({ found }) => found },
];

const Addresses = ({ place }: { place: Records["places"] }) => {
  const rows = (place.addresses ?? []).map((address, index) => ({
    address: addressLine(address),
    found: foundAt(place.locations?.[index]),
  }));
  return (
    <Panel title="Addresses">
      <List
        label="All addresses"
        rows={rows}
        rowKey={({ address }) => address}
        columns={columns}
        empty={null}
      />
    </Panel>
  );
};

type Location = NonNullable<Records["places"]["locations"]>[number];

const foundAt = (location: Location | undefined): string => {
  if (location === undefined) return "not looked up yet";
  if (location === null) return "unknown: no record at this address has coordinates";
  const { latitude, longitude, located_by } = location;
  return `${formatNumber(latitude, 7)}, ${formatNumber(longitude, 7)} (from the ${located_by})`;
};
