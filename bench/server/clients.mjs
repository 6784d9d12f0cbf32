// The two protocols as the driver needs them: how four players come to a table, and how a frame is read and written.
// Both run over the same WebSocket library and the same HTTP client; everything else is in drive.mjs.
//
// A protocol gives:
//   join(url)                 the players of one place, connected
//   prepare(url, players)     a dealt game at which they sit, and which nobody looks at yet
//   enter(player, game, seat) the player now looks at that game, and no other
//   read(player, text)        "view" and "ack" for what a frame means; keeps what the player last saw
//   moves(player)             all legal moves of the player, none when others are to act
//   move(player, move)        asks for it
//   over(player)              whether the game is over
//   ping(player)              something that the server answers without any work, or null
import WebSocket from "ws";

export const SEATS = 4;

async function post(url, body, headers = {}) {
  const sent = { "content-type": "application/json", ...headers };
  const answer = await fetch(url, { method: "POST", headers: sent, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

// Resolves when a frame of the socket satisfies `wanted`.
function hear(socket, wanted) {
  return new Promise((resolve) => {
    const listen = (text) => {
      if (!wanted(String(text))) return;
      socket.off("message", listen);
      resolve();
    };
    socket.on("message", listen);
  });
}

export const veillee = {
  async join(url) {
    const players = [];
    for (let seat = 0; seat < SEATS; seat++) {
      const { token } = await post(`${url}/api/tokens`, { name: `Player ${seat}` });
      const headers = { authorization: `Bearer ${token}` };
      const socket = new WebSocket(`${url.replace("http", "ws")}/api/socket`, { headers, perMessageDeflate: false });
      await hear(socket, (text) => text.includes('"Welcome"'));
      players.push({ socket, headers, pings: 0, sent: 0, seen: null });
    }
    return players;
  },

  async prepare(url, players) {
    const host = players[0];
    const opened = { game: "parade", config: { seats: SEATS }, options: { visibility: "open" } };
    const { id } = await post(`${url}/api/tables`, opened, host.headers);
    for (const [seat, player] of players.entries()) {
      await post(`${url}/api/tables/${id}/sit`, { seat }, player.headers);
      this.say(player, { type: "Ready", table: id, commitment: null });
      await this.answered(player);
    }
    await post(`${url}/api/tables/${id}/start`, {}, host.headers);
    return { id };
  },

  enter(player, game) {
    if (player.table) this.say(player, { type: "Unwatch", table: player.table });
    player.table = game.id;
    player.seen = null;
    this.say(player, { type: "Watch", table: game.id });
  },

  read(player, text) {
    const message = JSON.parse(text);
    switch (message.type) {
      case "Seen":
        if (message.table !== player.table) return null;
        player.seen = message;
        return "view";
      case "Done":
        return "ack";
      case "Pong":
        return "pong";
      case "Refused":
        throw new Error(`refused: ${text}`);
      default:
        return null;
    }
  },

  moves: (player) => player.seen.legal,
  over: (player) => player.seen.view.phase === "over",

  move(player, action) {
    const { table, seat, prompt } = player.seen;
    this.say(player, { type: "Act", id: `m${player.sent++}`, table, seat, prompt, action });
  },

  ping(player) {
    this.say(player, { type: "Ping", n: player.pings++ });
    return true;
  },

  say: (player, message) => player.socket.send(JSON.stringify(message)),

  // All that the player said before is done: the server answers in order.
  async answered(player) {
    const heard = hear(player.socket, (text) => text.includes('"Pong"'));
    this.ping(player);
    await heard;
  },
};

export const boardgame = {
  async join(url) {
    const players = [];
    for (let seat = 0; seat < SEATS; seat++) {
      const address = `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
      const socket = new WebSocket(address, { perMessageDeflate: false });
      await hear(socket, (text) => text.startsWith("0"));
      const welcomed = hear(socket, (text) => text.startsWith("40/parade"));
      socket.send("40/parade,");
      await welcomed;
      players.push({ socket, seat, state: null, acting: false });
    }
    return players;
  },

  async prepare(url, players) {
    const { matchID } = await post(`${url}/games/parade/create`, { numPlayers: SEATS });
    const credentials = [];
    for (const { seat } of players) {
      const asked = { playerID: String(seat), playerName: `Player ${seat}` };
      credentials.push((await post(`${url}/games/parade/${matchID}/join`, asked)).playerCredentials);
    }
    return { id: matchID, credentials };
  },

  enter(player, game) {
    player.table = game.id;
    player.credentials = game.credentials[player.seat];
    player.state = null;
    this.emit(player, ["sync", game.id, String(player.seat), player.credentials, SEATS]);
  },

  // Engine.IO: 2 is a ping, 42 an event. There is no answer to a move but the mover's own new state.
  read(player, text) {
    if (text === "2") player.socket.send("3");
    if (!text.startsWith("42/parade,")) return null;
    const [name, table, told] = JSON.parse(text.slice("42/parade,".length));
    if (table !== player.table) return null;
    if (name === "sync") player.state = told.state;
    else if (name === "update") player.state = told;
    else return null;
    const acked = player.acting && name === "update";
    player.acting = false;
    return acked ? "ack and view" : "view";
  },

  moves(player) {
    const { G, ctx } = player.state;
    if (ctx.gameover || ctx.currentPlayer !== String(player.seat)) return [];
    const hand = G.players[player.seat].hand;
    if (G.turnsLeft !== 0) return hand.map((card) => ["play", card]);
    return hand.flatMap((one, at) => hand.slice(at + 1).map((other) => ["discard", [one, other]]));
  },

  over: (player) => player.state.ctx.gameover !== undefined,

  move(player, [type, argument]) {
    const { seat, credentials, table, state } = player;
    const payload = { type, args: [argument], playerID: String(seat), credentials };
    player.acting = true;
    this.emit(player, ["update", { type: "MAKE_MOVE", payload }, state._stateID, table, String(seat)]);
  },

  ping: () => null,
  emit: (player, event) => player.socket.send(`42/parade,${JSON.stringify(event)}`),
};
