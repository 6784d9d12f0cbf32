import type { Words } from "./en";

const fr: Words = {
  tale: "Une main secrète, quatre histoires à garder.",
  names: {
    dorothy: "Dorothy", toto: "Toto", scarecrow: "Épouvantail", tinman: "Homme de fer",
    lion: "Lion", oz: "Oz", witch: "Sorcière", glinda: "Glinda",
  },
  stories: {
    each: (x) => `Chacun : ${x[0]}`,
    couple: (x) => `${x[0]} et ${x[1]}`,
    pairs: (x) => `Paires : ${x[0]}`,
    set: () => "Les quatre",
    trio: () => "Trio",
    few: (x) => `Peu : ${x[0]}`,
    favourite: (x) => `Favori : ${x[0]}`,
    most: (x) => `Le plus : ${x[0]}`,
    hunt: (x) => `Chasse : ${x[0]}`,
  },
  worth: {
    each: (x) => `1 par carte ${x[0]}.`,
    couple: (x) => `2 par couple ${x[0]} et ${x[1]}.`,
    pairs: (x) => `3 par paire de cartes ${x[0]}.`,
    set: (x) => `4 par série complète : ${x.join(", ")}.`,
    trio: (x) => `${x.join(", ")}. Un de chaque : 2. Deux : 7. Trois : 12.`,
    few: (x) => `4 avec au plus une carte ${x[0]}.`,
    favourite: (x) => `5 si, dans votre main, aucun personnage n’est plus fréquent que ${x[0]}.`,
    most: (x) => `8 si personne n’a plus de cartes ${x[0]} que vous.`,
    hunt: (x) => `3 par carte ${x[0]}, moins 1 par carte ${x[1]} et par carte ${x[2]}.`,
  },
  turn: (turn, turns) => `Tour ${turn} sur ${turns}`,
  dealing: "On distribue les cartes",
  columns: "Colonnes",
  column: (n) => `Colonne ${n}`,
  taken: "prise",
  hand: "Votre main",
  cards: (n) => `${n} carte${n < 2 ? "" : "s"}`,
  closed: (n) => `${n} fermée${n < 2 ? "" : "s"}`,
  open: "Vos histoires ouvertes",
  noStories: "Vous en réunirez quatre.",
  others: "Les autres",
  held: (name, n) => `${name} : ${n}`,
  marker: "tient le marqueur",

  choose: "Choisissez une colonne",
  chooseHint: "Ses deux personnages vont dans votre main, son histoire reste ouverte devant vous.",
  chosen: (names, story) => `${names}, et « ${story} »`,
  take: (column) => `Prendre la colonne ${column}`,
  chooseClose: "Fermez une histoire",
  chooseCloseHint: "Une histoire fermée ne rapporte rien et ne se rouvre jamais.",
  close: (story) => `Fermer « ${story} »`,

  began: (turn) => `Le tour ${turn} commence.`,
  took: (who, names, story) => `${who.you ? "avez" : "a"} pris ${names} avec « ${story} ».`,
  closes: (who, story) => `${who.you ? "avez" : "a"} fermé « ${story} ».`,
  discarded: (names) => `Personne n’a pris ${names} : mis de côté.`,
  returned: "Les personnages mis de côté sont mélangés sous la pioche.",
  revealed: "Chacun montre sa main.",

  sheet: {
    most: (points) => `Le plus de points gagne : ${points}.`,
    hand: "Main",
    key: "Seules les histoires ouvertes comptent ; chaque carte compte pour toutes celles où elle va.",
  },
};

export default fr;
