import { expect, test } from "vitest";

import { paths, read, type Route } from "./routes";

test.each<[string, Route]>([
  [paths.home, { page: "home" }],
  [paths.tables, { page: "tables" }],
  [paths.open("oz"), { page: "open", game: "oz" }],
  [paths.rules("oz"), { page: "rules", game: "oz" }],
  [paths.join("A B/C"), { page: "join", code: "A B/C" }],
  [paths.table("t1"), { page: "table", id: "t1" }],
  [paths.replay("t1", null), { page: "replay", id: "t1", seat: null }],
  [paths.replay("t1", 2), { page: "replay", id: "t1", seat: "2" }],
])("%s is read as it was written", (path, route) => {
  const [pathname, search] = path.split("?");
  expect(read(pathname!, search ? `?${search}` : "")).toEqual(route);
});

test.each(["/nowhere", "/t", "/t/1/2", "/open"])("%s leads nowhere", (path) => {
  expect(read(path, "")).toEqual({ page: "lost" });
});
