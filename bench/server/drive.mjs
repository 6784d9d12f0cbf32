// Plays many tables at once with random legal moves and measures, from outside, what players would feel.
// Usage: node drive.mjs '{"protocol": …, "url": …, "pid": …, …}'; prints one line of JSON. See measure.py for the fields.
import { readFileSync } from "node:fs";
import * as protocols from "./clients.mjs";

const order = JSON.parse(process.argv[2]);
const protocol = protocols[order.protocol];
const now = () => performance.now();
const TICKS_PER_S = 100; // of /proc/PID/stat, on every Linux

let begun = false;
let measuring = false;
let stopped = false;
const acks = [];
const screens = [];

// xorshift32: the choices of a run can be repeated.
let seed = order.seed;
function choose(from) {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return from[(seed >>> 0) % from.length];
}

class Place {
  // Four players and the game that they look at now.
  constructor(players) {
    this.players = players;
    this.games = []; // dealt, and not yet looked at
    this.ponged = () => {}; // pings are measured only when nothing else is
    this.moving = false;
    for (const player of players) player.socket.on("message", (text) => this.heard(player, String(text)));
    for (const player of players) player.socket.on("close", (code) => stopped || fail(`a socket was closed: ${code}`));
  }

  heard(player, text) {
    const meaning = protocol.read(player, text);
    if (meaning === null) return;
    if (meaning.endsWith("view")) player.bytes = text.length;
    if (meaning === "pong") return this.ponged();
    if (meaning.startsWith("ack") && measuring) acks.push(now() - this.since);
    if (meaning.endsWith("view") && ++this.views === this.players.length) this.allSaw();
  }

  enter() {
    const game = this.games.shift();
    if (!game) fail("the dealt games ran out: ask for more with games_each");
    this.views = 0;
    this.moving = false;
    this.players.forEach((player) => protocol.enter(player, game));
  }

  allSaw() {
    if (this.moving && measuring) screens.push(now() - this.since);
    this.moving = false;
    if (stopped) return;
    if (protocol.over(this.players[0])) {
      this.enter();
    } else if (order.rate === null && begun) setImmediate(() => this.go());
  }

  go() {
    if (stopped) return;
    const player = this.players.find((one) => protocol.moves(one).length > 0);
    const move = choose(protocol.moves(player));
    this.views = 0;
    this.moving = true;
    this.since = now();
    protocol.move(player, move);
  }
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

function usage() {
  const fields = readFileSync(`/proc/${order.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return { server: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S, driver: process.cpuUsage() };
}

function memory() {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${order.pid}/status`, "utf8"))[1]) * 1024;
}

function percentiles(times) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1), count: times.length };
}

// So many a second, evenly; what is late is made up for at once.
async function paced(rate, seconds, act) {
  const start = now();
  for (let done = 0; now() - start < seconds * 1000; await sleep(0.001))
    for (; done < ((now() - start) / 1000) * rate; done++) act(done);
}

async function closedLoop(places) {
  begun = true;
  places.forEach((place) => place.go());
  await sleep(order.warm_up_s);
  return measured(() => sleep(order.seconds));
}

async function pacedMoves(places) {
  let skipped = 0;
  const act = (turn) => {
    const place = places[turn % places.length];
    if (place.moving || place.views < place.players.length) skipped += measuring ? 1 : 0;
    else place.go();
  };
  await paced(order.rate, order.warm_up_s, act);
  return { ...(await measured(() => paced(order.rate, order.seconds, act))), skipped };
}

// The same server, sockets and rate with nothing to do: what the machine itself costs.
async function pacedPings(places) {
  const times = [];
  for (const place of places) place.ponged = () => times.push(now() - place.since);
  await paced(order.rate, order.seconds, (turn) => {
    const place = places[turn % places.length];
    place.since = now();
    protocol.ping(place.players[0]);
  });
  await sleep(0.2);
  return percentiles(times);
}

async function measured(work) {
  const before = usage();
  const start = now();
  measuring = true;
  await work();
  measuring = false;
  const seconds = (now() - start) / 1000;
  const after = usage();
  const driver = after.driver.user - before.driver.user + after.driver.system - before.driver.system;
  const moves = screens.length;
  return {
    moves,
    moves_per_s: moves / seconds,
    server_cpu_us_per_move: ((after.server - before.server) * 1e6) / moves,
    server_cpu_share: (after.server - before.server) / seconds,
    driver_cpu_share: driver / 1e6 / seconds,
    ack: percentiles(acks),
    screens: percentiles(screens),
  };
}

const places = [];
for (let at = 0; at < order.tables; at++) places.push(new Place(await protocol.join(order.url)));
const bare = memory();
for (let round = 0; round < order.games_each; round++)
  for (const place of places) place.games.push(await protocol.prepare(order.url, place.players));
const dealt = memory();
places.forEach((place) => place.enter());
while (places.some((place) => place.views < place.players.length)) await sleep(0.01);

console.error(`  ${order.tables} tables of ${order.protocol}, ${order.games_each} games each, are dealt`);
const result = { bytes_per_dealt_table: (dealt - bare) / (order.games_each * order.tables) };
if (order.rate === null) Object.assign(result, await closedLoop(places));
else Object.assign(result, await pacedMoves(places), { idle: await pacedPings(places) });
stopped = true;
await sleep(0.3); // for the moves that are under way
result.bytes_of_a_view = places[0].players[0].bytes;
console.log(JSON.stringify(result));
process.exit(0);
