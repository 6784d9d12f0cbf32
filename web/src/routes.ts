/** The addresses of the pages: ordinary paths, every one of which can be opened, sent and reloaded. */

export type Route =
  | { page: "home" }
  | { page: "open"; game: string }
  | { page: "tables" }
  | { page: "rules"; game: string }
  | { page: "join"; code: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string; seat: string | null }
  | { page: "lost" };

export const paths = {
  home: "/",
  tables: "/tables",
  open: (game: string) => `/open/${game}`,
  rules: (game: string) => `/rules/${game}`,
  join: (code: string) => `/join/${encodeURIComponent(code)}`,
  table: (id: string) => `/t/${id}`,
  replay: (id: string, seat: number | null) => `/replay/${id}${seat === null ? "" : `?seat=${seat}`}`,
};

export function read(path: string, search: string): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (first === undefined) return { page: "home" };
  if (rest.length > 0) return { page: "lost" };
  if (second === undefined) return first === "tables" ? { page: "tables" } : { page: "lost" };
  if (first === "rules") return { page: "rules", game: second };
  if (first === "open") return { page: "open", game: second };
  if (first === "join") return { page: "join", code: second };
  if (first === "t") return { page: "table", id: second };
  if (first === "replay") return { page: "replay", id: second, seat: new URLSearchParams(search).get("seat") };
  return { page: "lost" };
}
