/** The rooms. One line each; the order of the menu is the server's. */

import nimble from "./nimble";
import oz from "./oz";
import parade from "./parade";
import type { AnyRoom } from "./room";
import teatime from "./teatime";

const rooms = { nimble, oz, parade, teatime };

export const ROOMS = rooms as unknown as Readonly<Record<string, AnyRoom>>;
