// One place: what it is, and of how many people it is known how far they are.

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
        <Panel title="Where it is">
          <Facts
            facts={[
              ["It is", placeDescription(place)],
              ["People located", place.located_count !== undefined && formatCount(place.located_count)],
            ]}
          />
          <p className="small soft">
            People are located by the traits latitude and longitude, of themselves or of their street or
            postcode. Who is not located is neither near nor far.
          </p>
          {place.geojson && (
            <details>
              <summary>As GeoJSON</summary>
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
  { header: "Found at", value: ({ found }) => found },
];

const Addresses = ({ place }: { place: Records["places"] }) => {
  const rows = (place.addresses ?? []).map((address, index) => ({
    address: addressLine(address),
    found: foundAt(place.locations?.[index]),
  }));
  return (
    <Panel title="Its addresses">
      <List label="Addresses" rows={rows} rowKey={({ address }) => address} columns={columns} empty={null} />
    </Panel>
  );
};

type Location = NonNullable<Records["places"]["locations"]>[number];

const foundAt = (location: Location | undefined): string => {
  if (location === undefined) return "not looked for yet";
  if (location === null) return "not known: no record there has coordinates";
  const { latitude, longitude, located_by } = location;
  return `${formatNumber(latitude, 7)}, ${formatNumber(longitude, 7)} (by its ${located_by})`;
};
