// Four countries: names, places, streets and telephone numbers as people there write them.

import { pick, type Random, upTo } from "../../../examples/shop/random.js";
import { byRank, type Draw } from "../draw.js";

export interface Locale {
  country: "DE" | "FR" | "ES" | "JP";
  given: Draw<string>;
  family: Draw<string>;
  /** With the first digits of its postcodes. */
  city: Draw<readonly [name: string, prefix: string]>;
  street: (random: Random) => string;
  /** Digits after the prefix. */
  postcodeDigits: number;
  postcodeOf: (digits: string) => string;
  /** National number, without the trunk zero. */
  phone: (random: Random) => string;
  code: string;
  trunk: string;
  /** Other ways to write a name. */
  respell: (name: string, random: Random) => string;
}

const words = (list: string): string[] => list.trim().split(/\s+/);
const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String(upTo(random, 10) - 1)).join("");
const ranked = (list: string, flatness = 15): Draw<string> => byRank(words(list), flatness);
const cities = (list: string): Draw<readonly [string, string]> =>
  byRank(
    list
      .trim()
      .split(/\s*\|\s*/)
      .map((entry) => entry.split(":") as [string, string]),
    4,
  );
const withoutAccents = (name: string): string => name.normalize("NFD").replace(/\p{M}/gu, "");

const germany: Locale = {
  country: "DE",
  given:
    ranked(`Thomas Michael Andreas Stefan Christian Peter Klaus Jürgen Wolfgang Markus Martin Frank Matthias Uwe Jörg Günter
    Sabine Susanne Petra Andrea Claudia Birgit Karin Monika Ursula Renate Heike Anna Lena Laura Julia Katharina Sophie Jan Lukas Felix
    Jonas Paul Björn Sören Käthe Hannelore Ingrid Tobias Florian Sebastian Daniel Alexander Nicole Anja Silke Martina`),
  family:
    ranked(`Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf
    Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Meier Lehmann Köhler Herrmann
    König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Frank
    Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt
    Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch`),
  city: cities(
    "Berlin:10|Hamburg:20|München:80|Köln:50|Frankfurt am Main:60|Stuttgart:70|Leipzig:04|Düsseldorf:40|Würzburg:97|Lübeck:23",
  ),
  street: (random) =>
    `${pick(random, words("Haupt Schul Garten Bahnhof Dorf Berg Birken Linden Kirch Wald Ring Mühlen Rosen Wiesen Goethe Schiller Bismarck"))}${pick(random, ["straße", "straße", "weg", "allee"])} ${upTo(random, 120)}`,
  postcodeDigits: 3,
  postcodeOf: (code) => code,
  phone: (random) => `1${pick(random, ["51", "60", "70", "76"])}${digits(random, 8)}`,
  code: "49",
  trunk: "0",
  respell: (name) =>
    name.replace(/ä/g, "ae").replace(/ö/g, "oe").replace(/ü/g, "ue").replace(/Ö/g, "Oe").replace(/ß/g, "ss"),
};

const france: Locale = {
  country: "FR",
  given:
    ranked(`Jean Marie Michel Pierre Nathalie Isabelle Sylvie Catherine Philippe Alain Patrick Nicolas Christophe Stéphane
    François Élodie Céline Julien Sébastien Hélène Aurélie Émilie Thomas Camille Léa Chloé Manon Lucas Hugo Théo Jean-Pierre
    Anne-Marie Jean-Luc Marie-Claude Frédéric Éric Valérie Sandrine Véronique Laurent Olivier Bernard Gérard Monique Jacqueline`),
  family:
    ranked(`Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefèvre Leroy Roux David
    Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Muller Lefebvre Faure André Mercier Blanc Guérin
    Boyer Garnier Chevalier François Legrand Gauthier Garcia Perrin Robin Clément Morin Nicolas Henry Roussel Mathieu Gautier Masson
    Marchand Duval Denis Dumont Marie Lemaire Noël Meyer Dufour Meunier Brun Blanchard Giraud Joly Rivière Lucas Brunet Gaillard`),
  city: cities(
    "Paris:75|Lyon:69|Marseille:13|Toulouse:31|Nice:06|Nantes:44|Strasbourg:67|Bordeaux:33|Orléans:45|Besançon:25",
  ),
  street: (random) =>
    `${upTo(random, 150)}${pick(random, ["", "", "", " bis"])} ${pick(random, ["rue", "rue", "rue", "avenue", "boulevard", "place"])} ${pick(random, ["de la République", "Victor Hugo", "des Écoles", "du Moulin", "Pasteur", "de l'Église", "Jean Jaurès", "des Lilas", "du Château", "Gambetta", "Saint-Michel", "de Verdun"])}`,
  postcodeDigits: 3,
  postcodeOf: (code) => code,
  phone: (random) => `${pick(random, ["6", "7", "1", "4"])}${digits(random, 8)}`,
  code: "33",
  trunk: "0",
  respell: withoutAccents,
};

const spain: Locale = {
  country: "ES",
  given:
    ranked(`Antonio José Manuel Francisco David Juan Javier Daniel Carlos Jesús Alejandro Miguel Rafael Pedro Ángel María Carmen
    Ana Isabel Laura Cristina Marta Dolores Lucía Pilar Elena Raquel Rosa Sara Paula Andrés Fernando Luis Sergio Pablo Jorge Alberto
    Álvaro Adrián Diego Rubén Iván Óscar Mónica Beatriz Silvia Nuria Sonia Inés Rocío Verónica`),
  family: (random) => `${spanish(random)} ${spanish(random)}`,
  city: cities(
    "Madrid:28|Barcelona:08|Valencia:46|Sevilla:41|Zaragoza:50|Málaga:29|Murcia:30|Bilbao:48|Córdoba:14|Cádiz:11",
  ),
  street: (random) =>
    `${pick(random, ["Calle", "Calle", "C/", "Avenida", "Plaza"])} ${pick(random, ["Mayor", "Real", "de la Iglesia", "del Sol", "Cervantes", "Goya", "San Juan", "de la Constitución", "Nueva", "del Carmen", "Colón"])} ${upTo(random, 120)}${pick(random, ["", "", `, ${upTo(random, 6)}º ${pick(random, [..."ABCD"])}`])}`,
  postcodeDigits: 3,
  postcodeOf: (code) => code,
  phone: (random) => `${pick(random, ["6", "6", "7", "9"])}${digits(random, 8)}`,
  code: "34",
  trunk: "",
  respell: withoutAccents,
};
const spanish =
  ranked(`García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz
  Moreno Álvarez Muñoz Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco Suárez Molina
  Morales Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina Garrido Santos Castillo Cortés Lozano Guerrero Cano
  Prieto Méndez Calvo Cruz Gallego Vidal León Herrera Márquez Peña Cabrera Flores Campos Vega Diez Fuentes Carrasco Caballero`);

const japan: Locale = {
  country: "JP",
  given:
    ranked(`Hiroshi Takashi Kenji Yuki Shota Daiki Yuta Kenta Ryota Sota Haruto Yuto Sho Takumi Kazuya Makoto Akira Satoshi Kaoru
    Yoko Keiko Yumiko Naoko Tomoko Ayumi Yui Aoi Sakura Hina Rina Miyu Mai Ryoko Kyoko Shoko Yuko Junko Emi Megumi Eriko Haruka Shuji
    Koji Ichiro Jiro Taro Saburo Kotaro Yoshiko Kumiko Mitsuko Ryuji Shun Osamu`),
  family:
    ranked(`Sato Suzuki Takahashi Tanaka Ito Watanabe Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Yamaguchi Matsumoto
    Inoue Kimura Hayashi Saito Shimizu Yamazaki Mori Abe Ikeda Hashimoto Ishikawa Yamashita Ogawa Ishii Hasegawa Goto Okada Kondo
    Maeda Fujita Endo Aoki Sakamoto Murakami Ota Kaneko Fujii Fukuda Nishimura Miura Takeuchi Nakagawa Okamoto Matsuda Harada Nakano
    Ono Tamura Fujiwara Nakayama Ishida Kojima Wada Morita Uchida Shibata Sakai Kudo Yokoyama Miyazaki Miyamoto Taniguchi Ueda Ando
    Otsuka Sugiyama Hirano Kono Masuda Imai Fujimoto Murata Takeda Ueno Sugawara Hirata Otani Sakurai Chiba Kubo Matsui Iwasaki Noguchi`),
  city: cities("Tokyo:1|Osaka:5|Yokohama:2|Nagoya:4|Sapporo:0|Kyoto:6|Kobe:6|Fukuoka:8|Sendai:9|Hiroshima:7"),
  street: (random) =>
    `${upTo(random, 8)}-${upTo(random, 30)}-${upTo(random, 25)} ${pick(random, words("Honcho Sakuragaoka Minami Kita Nishi Higashi Chuo Midori Asahi Shinmachi Motomachi Yamate Meguro Sakae Umeda Hakata Ebisu Shibuya Nakano"))}`,
  postcodeDigits: 6,
  postcodeOf: (code) => `${code.slice(0, 3)}-${code.slice(3)}`,
  phone: (random) => `${pick(random, ["90", "80", "70"])}${digits(random, 8)}`,
  code: "81",
  trunk: "0",
  respell: (name, random) =>
    pick(random, [
      name.replace(/o$/, "ou"),
      name.replace(/^O(?=[nt])/, "Oh"),
      name.replace(/([uo])(?=[jkst])/, "$1u"),
      name.replace(/o$/, "ō"),
    ]),
};

export const locales: readonly Locale[] = [germany, france, spain, japan];
