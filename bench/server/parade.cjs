// Parade for boardgame.io, as its documentation advises: secrets stripped by PlayerView, moves on the server only.
// The rules are those of src/veillee/games/parade/README.md for four seats. A card is colour * 11 + value.
// Two things are simpler than there, which spares this side work: no score sheet, and discards are made in turn.
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const SEATS = 4;
const HAND = 5;
const MARCHING = 6;
const colour = (card) => Math.floor(card / 11);
const value = (card) => card % 11;

function setup({ random }) {
  const deck = random.Shuffle([...Array(66).keys()]);
  const players = {};
  for (let seat = 0; seat < SEATS; seat++) players[seat] = { hand: deck.splice(0, HAND) };
  const parade = deck.splice(0, MARCHING);
  return { players, parade, secret: { pile: deck }, left: deck.length, taken: [[], [], [], []], turnsLeft: null, discards: 0 };
}

function play({ G, playerID }, card) {
  const hand = G.players[playerID].hand;
  const held = hand.indexOf(card);
  if (held < 0 || G.turnsLeft === 0) return INVALID_MOVE;
  hand.splice(held, 1);
  const eligible = G.parade.slice(0, Math.max(0, G.parade.length - value(card)));
  const leaves = (other) => colour(other) === colour(card) || value(other) <= value(card);
  G.taken[playerID].push(...eligible.filter(leaves));
  G.parade = [...eligible.filter((other) => !leaves(other)), ...G.parade.slice(eligible.length), card];
  if (G.turnsLeft !== null) {
    G.turnsLeft -= 1;
    return;
  }
  hand.push(G.secret.pile.shift());
  G.left -= 1;
  if (G.left === 0 || new Set(G.taken[playerID].map(colour)).size === 6) G.turnsLeft = SEATS;
}

function discard({ G, playerID }, cards) {
  const hand = G.players[playerID].hand;
  if (G.turnsLeft !== 0 || cards.length !== 2 || !cards.every((card) => hand.includes(card))) return INVALID_MOVE;
  G.taken[playerID].push(...hand.filter((card) => !cards.includes(card)));
  G.players[playerID].hand = [];
  G.discards += 1;
}

module.exports = {
  name: "parade",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup,
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play: { client: false, move: play }, discard: { client: false, move: discard } },
  endIf: ({ G }) => (G.discards === SEATS ? { taken: G.taken.map((cards) => cards.length) } : undefined),
};
