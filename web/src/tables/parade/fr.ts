import type { Words } from "./en";

const fr: Words = {
  tale: "Faites partir le moins de marcheurs possible.",
  animals: { red: "Coq", blue: "Héron", violet: "Cerf", green: "Grenouille", grey: "Hibou", orange: "Renard" },
  colours: { red: "rouge", blue: "bleu", violet: "violet", green: "vert", grey: "gris", orange: "orange" },
  card: (colour, value) => `${value} ${fr.colours[colour]}`,
  facts: {
    pile: (pile) => `Pioche ${pile} · jusqu’à une sixième couleur ou la dernière carte`,
    last: (turns) => `Dernier tour de table · encore ${turns} tour${turns < 2 ? "" : "s"}`,
    discard: "Chacun écarte deux cartes",
    deal: "On distribue les cartes",
  },
  parade: "La parade",
  walks: "va vers son chapiteau à gauche ; les nouveaux la rejoignent à droite",
  box: "la tête",
  boxLong: "Le chapiteau : la tête de la parade",
  pile: (n) => `Pioche : ${n} cartes`,
  collections: "Collections",
  holds: (n) => `tient ${n} carte${n < 2 ? "" : "s"}`,
  coloursOf: (n) => `${n} couleur${n < 2 ? "" : "s"} sur 6`,
  missing: (colour) => `il ne manque que le ${fr.colours[colour]}`,
  slot: (colour, values, most) =>
    `${fr.animals[colour]}, ${fr.colours[colour]} : ` +
    (values.length === 0 ? "aucune" : `${values.join(", ")}${most ? " ; le plus" : ""}`),
  key: "retournées : le plus d’une couleur, 1 point chacune. Les autres : leur valeur",
  hand: "Votre main",
  choose: "Choisissez une carte à jouer",
  chooseHint: "Elle rejoint la fin de la parade. Des marcheurs de sa couleur, ou pas plus hauts, peuvent devoir venir chez vous.",
  chosenHint: (colour, value) =>
    `${["Personne n’est à l’abri", "Le dernier marcheur est à l’abri"][value] ?? `Les ${value} derniers marcheurs sont à l’abri`}. ` +
    `De tous les autres, qui est ${fr.colours[colour]} ou ${value === 0 ? "vaut 0" : `ne dépasse pas ${value}`} vient chez vous.`,
  chosen: (card) => `Vous avez choisi le ${card}`,
  playCard: (card) => `Jouer le ${card}`,
  chooseTwo: (more) => (more === 2 ? "Choisissez deux cartes à écarter" : "Choisissez encore une carte à écarter"),
  chooseTwoHint: "Elles ne comptent pour personne. Les deux autres rejoignent vos cartes.",
  putAway: (cards) => `Écarter ${cards}`,
  waitingDiscard: "Vous avez choisi. Les autres choisissent encore.",

  began: (who) => (who.you ? "commencez." : "commence."),
  played: (who, card, gone) =>
    `${who.you ? "avez" : "a"} joué le ${card} : ${gone ? `départ de ${gone}.` : "personne ne part."}`,
  lastColours: "Une sixième couleur : un dernier tour, où personne ne pioche.",
  lastPile: "La pioche est vide : un dernier tour, où personne ne pioche.",
  lastEnded: "Le dernier tour est fini : chacun écarte deux cartes.",
  chose: (who) => (who.you ? "avez écarté deux cartes." : "a écarté deux cartes."),
  kept: (who, cards) => `${who.you ? "avez" : "a"} gardé ${cards}.`,

  sheet: {
    none: "aucune",
    turned: (n) => `${n} retournée${n < 2 ? "" : "s"}, 1 chacune`,
    printed: "imprimé",
    cards: (n) => `${n} carte${n < 2 ? "" : "s"}`,
    keyTurned: "le plus de sa couleur, égalités aussi : retournée, 1 point",
    keyTurnedTwo: "au moins deux de plus de sa couleur : retournée, 1 point",
    keyPrinted: "valeur imprimée",
    keyKept: "gardée des quatre dernières cartes",
    lowest: (points) => `Le plus petit score gagne : ${points}.`,
    fewest: (points) => `Égalité à ${points} : le moins de cartes devant soi décide.`,
  },
};

export default fr;
