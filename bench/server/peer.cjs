// The peer: a boardgame.io server on the loopback interface. Usage: node peer.cjs PORT [FOLDER of the flat file store]
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const parade = require("./parade.cjs");

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined; // undefined: in memory
const server = Server({ games: [parade], db, origins: [Origins.LOCALHOST] });
// boardgame.io has no setting for the address to listen on.
server.app.listen = (wanted, ready) => server.app.server.listen(wanted, "127.0.0.1", ready);
server.run(Number(port));
