// Names of synthetic customers. Common names of the United States come first, roughly by frequency; thousands
// of rare names made of syllables follow, because rare names distinguish people.

import { chance, type Random } from "../../examples/shop/random.js";
import { byRank, type Draw, shuffled } from "./draw.js";

const words = (list: string): string[] => list.trim().split(/\s+/);

const men = words(`
  James John Robert Michael William David Richard Charles Joseph Thomas Christopher Daniel Paul Mark Donald George Kenneth
  Steven Edward Brian Ronald Anthony Kevin Jason Matthew Gary Timothy Jose Larry Jeffrey Frank Scott Eric Stephen Andrew
  Raymond Gregory Joshua Jerry Dennis Walter Patrick Peter Harold Douglas Henry Carl Arthur Ryan Roger Joe Juan Jack Albert
  Jonathan Justin Terry Gerald Keith Samuel Willie Ralph Lawrence Nicholas Roy Benjamin Bruce Brandon Adam Harry Fred Wayne
  Billy Steve Louis Jeremy Aaron Randy Howard Eugene Carlos Russell Bobby Victor Martin Ernest Phillip Todd Jesse Craig Alan
  Shawn Clarence Sean Philip Chris Johnny Earl Jimmy Antonio Danny Bryan Tony Luis Mike Stanley Leonard Nathan Dale Manuel
  Rodney Curtis Norman Allen Marvin Vincent Glenn Jeffery Travis Jeff Chad Jacob Lee Melvin Alfred Kyle Francis Bradley Jesus
  Herbert Frederick Ray Joel Edwin Don Eddie Ricky Troy Randall Barry Alexander Bernard Mario Leroy Francisco Marcus Micheal
  Theodore Clifford Miguel Oscar Jay Jim Tom Calvin Alex Jon Ronnie Bill Lloyd Tommy Leon Derek Warren Darrell Jerome Floyd
  Leo Alvin Tim Wesley Gordon Dean Greg Jorge Dustin Pedro Derrick Dan Lewis Zachary Corey Herman Maurice Vernon Roberto Clyde`);

const women = words(`
  Mary Patricia Linda Barbara Elizabeth Jennifer Maria Susan Margaret Dorothy Lisa Nancy Karen Betty Helen Sandra Donna Carol
  Ruth Sharon Michelle Laura Sarah Kimberly Deborah Jessica Shirley Cynthia Angela Melissa Brenda Amy Anna Rebecca Virginia
  Kathleen Pamela Martha Debra Amanda Stephanie Carolyn Christine Marie Janet Catherine Frances Ann Joyce Diane Alice Julie
  Heather Teresa Doris Gloria Evelyn Jean Cheryl Mildred Katherine Joan Ashley Judith Rose Janice Kelly Nicole Judy Christina
  Kathy Theresa Beverly Denise Tammy Irene Jane Lori Rachel Marilyn Andrea Kathryn Louise Sara Anne Jacqueline Wanda Bonnie
  Julia Ruby Lois Tina Phyllis Norma Paula Diana Annie Lillian Emily Robin Peggy Crystal Gladys Rita Dawn Connie Florence Tracy
  Edna Tiffany Carmen Rosa Cindy Grace Wendy Victoria Edith Kim Sherry Sylvia Josephine Thelma Shannon Sheila Ethel Ellen
  Elaine Marjorie Carrie Charlotte Monica Esther Pauline Emma Juanita Anita Rhonda Hazel Amber Eva Debbie April Leslie Clara
  Lucille Jamie Joanne Eleanor Valerie Danielle Megan Alicia Suzanne Michele Gail Bertha Darlene Veronica Jill Erin Geraldine
  Lauren Cathy Joann Lorraine Lynn Sally Regina Erica Beatrice Dolores Bernice Audrey Yvonne Annette June Samantha Marion Dana`);

const surnames = words(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas
  Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King
  Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips
  Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper
  Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz
  Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Russell Sullivan Bell Coleman
  Butler Henderson Barnes Gonzales Fisher Vasquez Simmons Romero Jordan Patterson Alexander Hamilton Graham Reynolds Griffin
  Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar Stevens Murray Ford Castro Marshall Owens
  O'Brien Harrison Fernandez McDonald Woods Washington Kennedy Wells Vargas Henry Chen Freeman Webb Tucker Guzman Burns
  Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder Mason Dixon Munoz Hunt Hicks Holmes Palmer Wagner
  Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice Schmidt Garza Daniels Ferguson Nichols Stephens Soto
  Weaver Ryan Gardner Payne Grant Dunn Kelley Spencer Hawkins Arnold Pierce Hansen Peters Santos Hart Bradley Knight Elliott`);

const starts = words(`
  Ack Al Ander Arm Ash Bal Bar Beck Ben Berg Black Bol Bran Bren Brock Bur Cal Car Chal Clay Cor Craw Dal Dar Del Den Dor
  Dun Ed Eller El Fair Far Fen Fitz Gal Gar Gil Glad Good Gran Hal Ham Har Hath Hel Hol Horn Hul Jar Jen Kel Kem Ken Kil Kirk
  Kle Kor Lan Lar Lath Lin Lock Lud Mac Mal Mar Mel Mer Mor Nas Nor Oak Or Os Pem Pen Pick Pol Por Quin Rad Ram Rath Red Rich
  Rock Ros Sal San Sel Shel Stan Stein Ster Stock Sum Tal Thorn Til Tor Tre Van Vol Wake Wal War Wen Whit Wil Win Wol Yar Zim`);
const ends = words(`
  son man ton ley field ford well wood berg stein er bury ham land worth ell ins ner ick ski sen bach dale house gate mann owitz
  ard ett aro elli ini ova aux enko ish by kins low more nell quist rath shaw sky stone strom ter ville wick wright zell ano ez
  burn combe den garth hurst ingham kett lock`);
const givenStarts = words(`
  Ja Ka La Ma Na Ra Sha Ta Da De Bre Bri Ca Che Cla Co El Ga Ha I Je Jo Ke Ki Le Lo Mi Ni Ro Sa Ti Ty Va Vi Wi Yo Za Ze`);
const manEnds = words(
  "den van shawn mar ron rell von quan lin ton vin mir rick nell dro kob seph mus lan bert fred win ric to zo",
);
const womanEnds = words(
  "lyn risa nelle leigh tara niqua sha bel lani mara tisha wna rine donna lina ssa vette trice nora bella zia ree lia na ya",
);

const compounds = (starts: readonly string[], ends: readonly string[], seed: number): string[] =>
  shuffled(
    starts.flatMap((start) => ends.map((end) => start + end)),
    seed,
  );

export type Gender = "man" | "woman";

const givenNames: Record<Gender, Draw<string>> = {
  man: byRank([...men, ...compounds(givenStarts, manEnds, 1)], 6),
  woman: byRank([...women, ...compounds(givenStarts, womanEnds, 2)], 10),
};
const anySurname = byRank([...surnames, ...compounds(starts, ends, 3)], 20);

export const drawGivenName = (gender: Gender, random: Random): string => givenNames[gender](random);

const commonGivenNames: Record<Gender, Draw<string>> = { man: byRank(men, 30), woman: byRank(women, 30) };
const commonSurname = byRank(surnames, 30);

/** From a few hundred names, so that many people are namesakes. */
export const drawCommonName = (gender: Gender, random: Random): { given: string; family: string } => ({
  given: commonGivenNames[gender](random),
  family: commonSurname(random),
});

/** One in twenty is a double name. */
export const drawSurname = (random: Random): string =>
  chance(random, 0.05) ? `${anySurname(random)}-${anySurname(random)}` : anySurname(random);

/** Short forms by full name. */
export const nicknames: Record<string, readonly string[]> = Object.fromEntries(
  `Robert Bob Rob Bobby|William Bill Will Billy|Richard Rick Dick Rich|James Jim Jimmy Jamie|John Jack Johnny|Michael Mike
  Mick|Thomas Tom Tommy|Charles Chuck Charlie|Joseph Joe Joey|Christopher Chris|Daniel Dan Danny|Donald Don Donnie|Kenneth
  Ken Kenny|Steven Steve|Stephen Steve|Edward Ed Ted Eddie|Ronald Ron Ronnie|Anthony Tony|Matthew Matt|Timothy Tim|Lawrence
  Larry|Jeffrey Jeff|Andrew Andy Drew|Raymond Ray|Gregory Greg|Joshua Josh|Gerald Jerry|Walter Walt|Patrick Pat|Peter
  Pete|Harold Harry Hal|Douglas Doug|Henry Hank|Arthur Art|Samuel Sam|Nicholas Nick|Benjamin Ben|Louis Lou|Eugene Gene|Russell
  Russ|Victor Vic|Phillip Phil|Philip Phil|Stanley Stan|Leonard Len|Nathan Nate|Vincent Vince|Bradley Brad|Alfred Al|Frederick
  Fred|Alexander Alex|Zachary Zach|Theodore Ted|Jonathan Jon|Albert Al Bert|Patricia Pat Patty Trish|Barbara Barb|Elizabeth Liz
  Beth Betty Lizzie|Jennifer Jen Jenny|Susan Sue Susie|Margaret Maggie Peggy Meg|Dorothy Dot|Kimberly Kim|Deborah Deb
  Debbie|Debra Deb Debbie|Jessica Jess|Cynthia Cindy|Angela Angie|Melissa Missy|Rebecca Becky|Virginia Ginny|Kathleen Kathy
  Katie|Pamela Pam|Amanda Mandy|Stephanie Steph|Christine Chris Tina|Christina Tina Chris|Catherine Cathy Kate|Katherine Kathy
  Kate Katie|Frances Fran|Judith Judy|Janice Jan|Nicole Nicky|Theresa Terry|Teresa Terry|Jacqueline Jackie|Samantha Sam|Victoria
  Vicky|Josephine Jo Josie|Eleanor Ellie|Valerie Val|Suzanne Sue|Sandra Sandy|Martha Marty|Abigail Abby|Danielle Dani|Charlotte
  Lottie`
    .split("|")
    .map((line) => {
      const [name, ...short] = words(line);
      return [name!, short];
    }),
);
