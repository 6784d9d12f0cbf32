import type { Words } from "./en";

const fr: Words = {
  tale: "Tous en même temps, couleur sur couleur.",
  colours: { beige: "beige", orange: "orange", blue: "bleu", green: "vert", red: "rouge", violet: "violet" },
  card: (frame, circle) => `cadre ${frame}, cercle ${circle}`,
  facts: (round, rounds) => (rounds > 1 ? `Manche ${round} sur ${rounds} · tous à la fois` : "Tous à la fois"),
  switches: {
    challenge: "Un défi : autant de manches que de joueurs",
    guided: "Guidé : une carte qui ne va pas est refusée",
  },
  others: "Les autres",
  piles: "Les trois piles communes",
  pile: (n, card, height) => `Pile ${n} : ${card}, ${height} cartes`,
  placeHere: (n, card, height) => `Pile ${n} : ${card}, ${height} cartes. Poser ici, touche ${n}`,
  own: "Vos cartes",
  discard: "Défausse",
  discardOf: (card) => `Défausse : ${card}`,
  noDiscard: "Rien sur la défausse",
  pack: "Paquet",
  flip: (height) => `Retourner la carte du paquet, barre d’espace, ${height} cartes`,
  space: "espace",
  back: "Reprendre",
  recycle: "Recycler",
  left: "cartes à poser",
  cards: (n) => (n < 2 ? "carte" : "cartes"),
  rule: "La règle",
  ruleText: "Le cadre de la carte posée a la couleur du cercle couvert. Une erreur reste en place, et compte à la fin.",
  between: "On distribue la manche suivante.",

  began: (round) => `La manche ${round} commence.`,
  placed: (who, pile) => `${who.you ? "avez" : "a"} posé sur la pile ${pile}.`,
  out: "La manche est finie : quelqu’un n’a plus de carte à poser.",
  stuck: "La manche est finie : plus aucune carte ne va nulle part.",
  recycled: (who) => `${who.you ? "avez" : "a"} retourné la défausse.`,
  refusals: {
    "NIM-R18": "Quelqu’un a été plus rapide : votre carte est revenue.",
    "NIM-R19": "Cette carte ne va pas là.",
  },

  sheet: {
    round: (n) => `Manche ${n}`,
    titles: { queen: "Reine de cœur", "don-quixote": "Don Quichotte", "moby-dick": "Moby Dick", pinocchio: "Pinocchio" },
    left: (n) => `reste ${n} carte${n < 2 ? "" : "s"}`,
    arrival: (n) => `arrivée : ${n}${n === 1 ? "er" : "e"}`,
    errors: (n) => (n < 2 ? "erreur" : "erreurs"),
    won: (n) => (n < 2 ? "manche gagnée" : "manches gagnées"),
    audit: (n) => `Pile ${n}, depuis le bas`,
    error: "erreur",
    key: "Une carte est une erreur quand son cadre diffère du cercle couvert. Le moins d’erreurs gagne ; puis l’ordre d’arrivée.",
    fewest: (n) => `Le moins d’erreurs gagne : ${n}.`,
    earlier: (n) => `Égalité à ${n} : l’ordre d’arrivée décide.`,
    most: (n) => `Le plus de manches gagne : ${n}.`,
  },
};

export default fr;
