// Names and addresses of the sample shop: common names of the United States and made-up streets. Postcodes
// match their state; e-mail domains are those reserved for examples.

const words = (list: string): string[] => list.trim().split(/\s+/);

export const givenNames = words(`
  James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica
  Thomas Sarah Christopher Karen Charles Lisa Daniel Nancy Matthew Sandra Anthony Betty Mark Ashley Donald Emily Steven
  Kimberly Andrew Margaret Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah Ronald
  Stephanie Jason Rebecca George Sharon Edward Laura Jeffrey Cynthia Ryan Dorothy Jacob Amy Nicholas Kathleen Gary Angela
  Eric Shirley Jonathan Emma Stephen Brenda Larry Pamela Justin Nicole Scott Anna Brandon Samantha Benjamin Katherine
  Samuel Christine Gregory Helen Alexander Debra Patrick Rachel Frank Carolyn Raymond Janet Jack Maria Dennis Catherine
  Jerry Heather Tyler Diane Aaron Olivia Jose Julie Adam Joyce Nathan Victoria Henry Ruth Zachary Virginia Douglas Lauren
  Peter Kelly Kyle Christina Noah Joan Ethan Evelyn Jeremy Judith Walter Andrea Christian Hannah Keith Megan Roger Cheryl`);

export const surnames = words(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas
  Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King
  Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez
  Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz
  Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood Bennett Gray
  Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Russell
  Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Graham Murray Ford Castro Marshall Owens O'Brien
  Harrison Fernandez McDonald Woods Washington Kennedy Wells Vargas Henry Chen Freeman Webb Tucker Guzman Burns Crawford`);

export const streetNames = words(`
  Oak Maple Cedar Pine Elm Birch Walnut Willow Chestnut Spruce Juniper Hawthorn Lake River Mill Church School Park Spring
  Meadow Orchard Prospect Highland Franklin Lincoln Jefferson Madison Monroe Jackson Adams Harbor Bridge Market Quarry
  Railroad Valley Sunset Summit Forest Garden Linden Poplar Sycamore Magnolia Dogwood Laurel Heron Falcon Fox Deer Larch`);

export const streetKinds = words("Street Avenue Road Drive Lane Court Boulevard");

/** City, state and the first three digits of its postcodes. */
export const places = [
  ["Springfield", "MA", "011"],
  ["Burlington", "VT", "054"],
  ["Albany", "NY", "122"],
  ["Trenton", "NJ", "086"],
  ["Lancaster", "PA", "176"],
  ["Richmond", "VA", "232"],
  ["Asheville", "NC", "288"],
  ["Savannah", "GA", "314"],
  ["Gainesville", "FL", "326"],
  ["Mobile", "AL", "366"],
  ["Memphis", "TN", "381"],
  ["Dayton", "OH", "454"],
  ["Lansing", "MI", "489"],
  ["Madison", "WI", "537"],
  ["Peoria", "IL", "616"],
  ["Duluth", "MN", "558"],
  ["Omaha", "NE", "681"],
  ["Wichita", "KS", "672"],
  ["Tulsa", "OK", "741"],
  ["Austin", "TX", "787"],
  ["Boulder", "CO", "803"],
  ["Santa Fe", "NM", "875"],
  ["Tucson", "AZ", "857"],
  ["Provo", "UT", "846"],
  ["Boise", "ID", "837"],
  ["Fresno", "CA", "937"],
  ["Eugene", "OR", "974"],
  ["Spokane", "WA", "992"],
] as const;

export const mailDomains = ["example.com", "example.net", "example.org"] as const;
