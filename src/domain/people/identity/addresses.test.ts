import { expect, test } from "vitest";
import { addressOf } from "./addresses.js";

/** Street, city, state and postcode; none where the whole stays as it is. */
const written: [address: string, parts: string | undefined][] = [
  ["12 Elm St Apt 4 Burlington VT 05401", "12 elm st apt 4, burlington, vt, 05401"],
  [
    "12 Elm Street Apartment 4B South Burlington Vermont 05403-1234",
    "12 elm st apt 4b, south burlington, vt, 05403",
  ],
  ["PO Box 12 Reno NV 89501-1234", "po box 12, reno, nv, 89501"],
  ["P.O. Box 12 Reno Nevada 89501", "po box 12, reno, nv, 89501"],
  ["RR 2 Box 34 Enosburg Falls VT 05450", "rr 2 box 34, enosburg falls, vt, 05450"],
  ["12 Elm St Burlington, VT 05401", "12 elm st, burlington, vt, 05401"],
  ["12 Elm St. Burlington VT 05401 USA", "12 elm st, burlington, vt, 05401"],
  ["12  Elm St\tBurlington  VT  05401", "12 elm st, burlington, vt, 05401"],
  ["350 Main Ave St Paul MN 55101", "350 main ave, st paul, mn, 55101"],
  ["12 Elm St St Paul MN 55101", "12 elm st, st paul, mn, 55101"],
  ["12 Elm St Saint Louis MO 63101", "12 elm st, st louis, mo, 63101"],
  ["12 St Paul Ave Burlington VT 05401", "12 st paul ave, burlington, vt, 05401"],
  ["12 Old Trail Town Rd Burlington VT 05401", "12 old trl town rd, burlington, vt, 05401"],
  ["12 Park Place Blvd Burlington VT 05401", "12 park pl blvd, burlington, vt, 05401"],
  ["12 Mill Run St Burlington VT 05401", "12 mill run st, burlington, vt, 05401"],
  ["12 Court St Burlington VT 05401", "12 ct st, burlington, vt, 05401"],
  ["12 Oak Cir Burlington VT 05401", "12 oak cir, burlington, vt, 05401"],
  ["12 Oak Terrace Mountlake Terrace WA 98043", "12 oak ter, mountlake terrace, wa, 98043"],
  ["12 Elm St North Haven CT 06473", "12 elm st, north haven, ct, 06473"],
  ["500 5th Ave N Saint Petersburg FL 33701", "500 5th ave n, st petersburg, fl, 33701"],
  ["12 W 34th St New York NY 10001", "12 w 34th st, new york, ny, 10001"],
  ["12 Elm St Charleston West Virginia 25301", "12 elm st, charleston, wv, 25301"],
  ["12 Elm St Kansas City Kansas 66101", "12 elm st, kansas city, ks, 66101"],
  ["350 Broadway Apt 4B New York NY 10013", "350 broadway apt 4b, new york, ny, 10013"],
  ["350 Broadway #4 New York NY 10013", "350 broadway apt 4, new york, ny, 10013"],
  ["12 County Road 5 Truth or Consequences NM 87901", "12 county rd 5, truth or consequences, nm, 87901"],
  ["4500 US Highway 1 Fort Pierce FL 34946", "4500 us hwy 1, ft pierce, fl, 34946"],
  ["12 Elm St Suite 200 Salt Lake City UT 84101", "12 elm st apt 200, salt lake city, ut, 84101"],
  ["12-14 Elm St 2nd Floor Burlington VT 05401", "12 14 elm st 2nd fl, burlington, vt, 05401"],
  ["221B Baker St Washington DC 20001", "221b baker st, washington, dc, 20001"],
  ["12 Elm St Winston-Salem NC 27101", "12 elm st, winston salem, nc, 27101"],
  ["12 Elm Ave 4 Burlington VT 05401", "12 elm ave 4, burlington, vt, 05401"],
  ["1221 Avenue of the Americas New York NY 10020", undefined],
  ["350 Broadway New York NY 10013", undefined],
  ["Oak House Burlington VT 05401", undefined],
  ["12 Elm St Burlington VT", undefined],
  ["12 Elm St Burlington 05401", undefined],
  ["Hauptstraße 5 10115 Berlin", undefined],
];

test.each(written)("%s → %s", (address, parts) => {
  const { street, city, state, postcode, freeform } = addressOf({ freeform_address: address });
  if (parts === undefined) expect(freeform).toBeDefined();
  else expect([street, city, state, postcode].join(", ")).toBe(parts);
});
