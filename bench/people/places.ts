// Addresses of synthetic customers: real states and three-digit postcode areas of the United States, with
// invented cities and streets. Each area has one large city and a few small ones; each postcode belongs to
// one city.

import { chance, pick, type Random, randomFor, upTo } from "../../examples/shop/random.js";
import { byRank, shuffled, weighted } from "./draw.js";

/** An address in parts, so that it can be written in several ways. */
export interface HomeAddress {
  number: number;
  /** The full word: "North". */
  direction: string | null;
  street: string;
  kind: StreetKind;
  unit: string | null;
  city: string;
  state: State;
  postcode: string;
}

export interface State {
  name: string;
  code: string;
}

interface PostcodeArea {
  state: State;
  /** Three digits. */
  prefix: string;
}

const words = (list: string): string[] => list.trim().split(/\s+/);

const areas: PostcodeArea[] =
  `Alabama AL 350-369|Arizona AZ 850-865|Arkansas AR 716-729|California CA 900-961|Colorado CO 800-816|Connecticut CT
  060-069|Delaware DE 197-199|Florida FL 320-349|Georgia GA 300-319|Idaho ID 832-838|Illinois IL 600-629|Indiana IN
  460-479|Iowa IA 500-528|Kansas KS 660-679|Kentucky KY 400-427|Louisiana LA 700-714|Maine ME 039-049|Maryland MD
  206-219|Massachusetts MA 010-027|Michigan MI 480-499|Minnesota MN 550-567|Mississippi MS 386-397|Missouri MO
  630-658|Montana MT 590-599|Nebraska NE 680-693|Nevada NV 889-898|New Hampshire NH 030-038|New Jersey NJ 070-089|New Mexico NM
  870-884|New York NY 100-149|North Carolina NC 270-289|North Dakota ND 580-588|Ohio OH 430-459|Oklahoma OK 730-749|Oregon OR
  970-979|Pennsylvania PA 150-196|Rhode Island RI 028-029|South Carolina SC 290-299|South Dakota SD 570-577|Tennessee TN
  370-385|Texas TX 750-799|Utah UT 840-847|Vermont VT 050-059|Virginia VA 220-246|Washington WA 980-994|West Virginia WV
  247-268|Wisconsin WI 530-549|Wyoming WY 820-831`
    .split("|")
    .flatMap((line) => {
      const [, name, code, from, to] = /^(.+) ([A-Z]{2})\s+(\d+)-(\d+)$/.exec(line.replace(/\s+/g, " "))!;
      const state = { name: name!, code: code! };
      return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => ({
        state,
        prefix: String(Number(from) + i).padStart(3, "0"),
      }));
    });

const townStarts = words(`
  Spring Oak Cedar Maple River Lake Green Fair Clear West North East Glen Mill Stone Wood Ash Bridge Brook Elm Clay King Frank
  Madi George James Hunts Jack Water Rock Ridge Silver Sand Summer Winter Pleasant Marsh Mont Haver Lex Arl Burl Wilm Dan Graf`);
const townEnds = words(
  "field ville ton wood dale ford port burg view bury land ham stead mont haven son side creek ridge falls",
);

const streetNames = [
  ...words(`
    Main Oak Maple Park Cedar Pine Elm Washington Lake Hill Walnut Spring North Ridge Church Willow Mill Sunset Railroad Jackson
    West South Center Highland Forest River Meadow East Chestnut Broad Cherry Dogwood Lincoln Locust College Franklin Jefferson
    Adams Madison Monroe Valley Prospect Grant Spruce Hickory Birch School Pleasant Cottage Laurel Magnolia Poplar Sycamore Union
    Court Canal Bridge Front Market Water Grove Fairway Liberty Vine Orchard Summit Garden Linden Harbor Quarry Falcon Heron`),
  ...[
    "Country Club",
    "Martin Luther King",
    "Old Mill",
    "Deer Run",
    "Fox Hollow",
    "Rolling Hills",
    "Stone Creek",
  ],
  ...[
    "Indian Trail",
    "Cedar Creek",
    "Green Valley",
    "Mountain View",
    "Lake Shore",
    "Spring Hill",
    "Saint Andrews",
  ],
  ...Array.from({ length: 60 }, (_, i) => ordinal(i + 1)),
  ...townStarts.flatMap((start) => townEnds.map((end) => start + end)),
];

export type StreetKind = readonly [full: string, short: string];

const streetKinds: (readonly [StreetKind, number])[] = [
  [["Street", "St"], 25],
  [["Avenue", "Ave"], 15],
  [["Road", "Rd"], 14],
  [["Drive", "Dr"], 14],
  [["Lane", "Ln"], 10],
  [["Court", "Ct"], 7],
  [["Boulevard", "Blvd"], 4],
  [["Way", "Way"], 3],
  [["Place", "Pl"], 3],
  [["Circle", "Cir"], 3],
  [["Terrace", "Ter"], 1.5],
  [["Parkway", "Pkwy"], 1],
  [["Highway", "Hwy"], 1],
  [["Trail", "Trl"], 1],
];

/** Short forms by direction. */
export const directions: Record<string, string> = {
  North: "N",
  South: "S",
  East: "E",
  West: "W",
  Northwest: "NW",
  Southeast: "SE",
};

const anyArea = byRank(shuffled(areas, 1), 60);
const anyStreet = byRank(streetNames, 15);
const anyKind = weighted(streetKinds);
const anyLastDigits = byRank([...Array(100).keys()], 10);
const directionNames = Object.keys(directions);

export const drawHomeAddress = (random: Random): HomeAddress => {
  const area = anyArea(random);
  const digits = anyLastDigits(random);
  return {
    number: chance(random, 0.6) ? upTo(random, 999) : 999 + upTo(random, 9000),
    direction: chance(random, 0.18) ? pick(random, directionNames) : null,
    street: anyStreet(random),
    kind: anyKind(random),
    unit: chance(random, 0.25) ? drawUnit(random) : null,
    city: townOf(area, digits),
    state: area.state,
    postcode: area.prefix + String(digits).padStart(2, "0"),
  };
};

const drawUnit = (random: Random): string =>
  chance(random, 0.6) ? String(upTo(random, 40)) : String(100 * upTo(random, 9) + upTo(random, 30));

/** The large city has the first thirty postcodes of an area; each small one has ten. */
const townOf = ({ prefix }: PostcodeArea, digits: number): string => {
  const random = randomFor(Number(prefix), digits < 30 ? 0 : Math.floor(digits / 10));
  return pick(random, townStarts) + pick(random, townEnds);
};

function ordinal(n: number): string {
  const isTeen = n > 10 && n < 20;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
}
