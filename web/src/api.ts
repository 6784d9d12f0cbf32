/** The HTTP half of the server. A refusal is thrown as a `Refusal`, whose code the dictionaries put into words. */

import type {
  Fill, Found, GameInfo, Listed, NewPlayer, NewTable, OneSeat, Player, Problem, Replay, Sit, Table,
} from "./wire.gen";

export class Refusal extends Error {
  constructor(readonly code: string, readonly why: string) {
    super(why);
  }
}

type SeatChange = "kick" | "empty" | "cover" | "return";
type TableChange = "leave" | "start" | "link" | "link/revoke" | "rematch" | "abandon";

export const api = {
  enter: (player: NewPlayer) => post<Player>("/api/session", player),
  games: () => get<GameInfo[]>("/api/games"),
  tables: () => get<Listed>("/api/tables"),
  open: (table: NewTable) => post<Table>("/api/tables", table),
  table: (id: string) => get<Table>(`/api/tables/${id}`),
  found: (linkOrCode: string) => get<Found>(`/api/found/${encodeURIComponent(linkOrCode)}`),
  sit: (id: string, sit: Sit) => post<Table>(`/api/tables/${id}/sit`, sit),
  fill: (id: string, fill: Fill) => post<Table>(`/api/tables/${id}/fill`, fill),
  seat: (id: string, change: SeatChange, seat: OneSeat) => post<Table>(`/api/tables/${id}/${change}`, seat),
  change: (id: string, change: TableChange) => post<Table>(`/api/tables/${id}/${change}`, {}),
  record: async (id: string) => (await call(recordPath(id))).text(),
  replay: (id: string, seat: string | null) =>
    get<Replay>(`/api/tables/${id}/replay${seat === null ? "" : `?seat=${encodeURIComponent(seat)}`}`),
};

export function recordPath(id: string): string {
  return `/api/tables/${id}/record`;
}

async function get<T>(path: string): Promise<T> {
  return (await (await call(path)).json()) as T;
}

async function post<T>(path: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  const answer = await call(path, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new Refusal("offline", "");
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => ({ code: "unexpected", why: "" }))) as Problem;
  throw new Refusal(problem.code, problem.why);
}
