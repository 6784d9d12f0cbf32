import type { Words } from "./en";

const fr: Words = {
  tale: "Beaucoup du même, ou aucun. Gare au miroir.",
  names: {
    hatter: "Chapelier", cat: "Chat", rabbit: "Lapin", caterpillar: "Chenille", queen: "Reine", dormouse: "Loir",
  },
  alice: "Alice",
  mirrored: (name) => `${name} au miroir`,
  facts: (round, rounds, turn, limit) =>
    `Manche ${round} sur ${rounds} · tour ${turn} · ${["une carte", "une ou deux cartes en ligne", "une à trois cartes en ligne"][limit - 1]}`,
  dealing: "On distribue les cartes",
  others: "Les autres",
  grid: "La grille",
  cell: (name, row, column) => `${name}, rangée ${row}, colonne ${column}`,
  emptyCell: "Case vide",
  points: (n) => `${n} pt${n < 2 ? "" : "s"}`,
  sum: (n) => `${n} point${n < 2 ? "" : "s"}`,
  held: (name, count, points) =>
    `${name} : ${Math.abs(count)}${count < 0 ? " au miroir" : ""}, ${points} point${points < 2 ? "" : "s"}`,
  aliceInGrid: "Alice est dans la grille.",
  aliceWith: (who) => (who.you ? "Vous tenez Alice." : `${who.name} tient Alice.`),
  aliceHint: "Qui la prend commence la manche suivante ; la garder à la fin vaut 4 points.",
  scale: "Points par nombre de cartes d’un personnage",
  yours: "Votre collection",
  cancelled: (n) => `${n} carte${n < 2 ? " a quitté" : "s ont quitté"} le jeu`,

  choose: (limit) =>
    limit === 1 ? "Choisissez une carte" : limit === 2 ? "Choisissez une ou deux cartes" : "Choisissez une à trois cartes",
  chooseHint: "Voisines sur une ligne droite. Les deux faces d’un personnage s’annulent.",
  take: (n) => (n === 1 ? "Prendre cette carte" : `Prendre ces ${n} cartes`),
  notInLine: "Elles ne sont pas sur une ligne sans trou.",

  began: (round) => `La manche ${round} est posée.`,
  first: (who) => (who.you ? "tenez Alice et commencez." : "tient Alice et commence."),
  took: (who, cards) => `${who.you ? "avez" : "a"} pris ${cards}.`,
  placedAlice: "Alice prend la place de cette carte.",
  cancels: (who, count, name) => `${who.you ? "perdez" : "perd"} ${count} cartes (${name}) : les faces s’annulent.`,
  aliceTaken: (who) => (who.you ? "tenez maintenant Alice." : "tient maintenant Alice."),
  ended: "La dernière carte est prise.",

  sheet: {
    most: (points) => `Le plus de points gagne : ${points}.`,
    alice: (points) => `Égalité à ${points} : Alice décide.`,
    key: "Des points par personnage selon le nombre de ses cartes ; Alice vaut 4.",
  },
};

export default fr;
