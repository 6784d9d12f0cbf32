import { beforeEach, describe, expect, test, vi } from "vitest";

import { Socket, type Wire } from "./socket";
import type { Act, Asked, Seen, Told } from "./wire.gen";

const ACT: Act = { type: "Act", id: "a1", table: "t1", seat: 0, prompt: "p1", action: { type: "Flip" } };

class Line implements Wire {
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  readonly sent: Asked[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Asked);
  }
  close(): void {}
  open(): void {
    this.onopen?.({} as Event);
  }
  cut(code = 1006): void {
    this.onclose?.({ code } as CloseEvent);
  }
  tell(told: Told): void {
    this.onmessage?.({ data: JSON.stringify(told) } as MessageEvent<string>);
  }
}

let lines: Line[];
let heard: Told[];
let socket: Socket;
let shutOut: number[];

beforeEach(() => {
  vi.useFakeTimers();
  [lines, heard, shutOut] = [[], [], []];
  const listener = { hear: (told: Told) => void heard.push(told), connected: () => {}, shutOut: (code: number) => void shutOut.push(code) };
  socket = new Socket(listener, () => lines[lines.push(new Line()) - 1]!);
  lines[0]!.open();
});

function seen(n: number): Seen {
  const rest = { seat: 0, view: {}, told: [], legal: [], prompt: null, clocks: [], can_undo: false };
  return { type: "Seen", table: "t1", n, ...rest };
}

function reconnect(): Line {
  lines.at(-1)!.cut();
  vi.runOnlyPendingTimers();
  const line = lines.at(-1)!;
  line.open();
  return line;
}

describe("what was not answered", () => {
  test("is asked again, with the same id, on the next connection", () => {
    void socket.ask(ACT);
    expect(reconnect().sent).toContainEqual(ACT);
  });

  test("is not asked again once it is answered", async () => {
    const asked = socket.ask(ACT);
    lines[0]!.tell({ type: "Done", id: "a1" });
    expect(await asked).toBeNull();
    expect(reconnect().sent).not.toContainEqual(ACT);
  });

  test("a refusal is an answer", async () => {
    const asked = socket.ask(ACT);
    lines[0]!.tell({ type: "Refused", id: "a1", code: "stale", rule: null, why: "" });
    expect((await asked)?.code).toBe("stale");
  });
});

describe("a viewer's stream", () => {
  test("is watched again on the next connection", () => {
    socket.watch("t1");
    expect(reconnect().sent).toEqual([{ type: "Watch", table: "t1" }]);
  });

  test("is passed on in order", () => {
    socket.watch("t1");
    for (const n of [4, 5, 6]) lines[0]!.tell(seen(n));
    expect(heard.map((told) => (told as Seen).n)).toEqual([4, 5, 6]);
  });

  test("is watched anew after a gap, and what came over the gap is dropped", () => {
    socket.watch("t1");
    for (const n of [4, 6]) lines[0]!.tell(seen(n));
    expect(heard).toHaveLength(1);
    expect(lines[0]!.sent.filter((asked) => asked.type === "Watch")).toHaveLength(2);
  });

  test("of a table that is not watched is not heard", () => {
    lines[0]!.tell(seen(1));
    expect(heard).toEqual([]);
  });
});

test("the wait before the next connection doubles, up to a limit", () => {
  for (let cuts = 0; cuts < 10; cuts++) {
    lines.at(-1)!.cut();
    vi.advanceTimersByTime(8000);
  }
  expect(lines).toHaveLength(11);
  lines.at(-1)!.cut();
  vi.advanceTimersByTime(7999);
  expect(lines).toHaveLength(11);
  vi.advanceTimersByTime(1);
  expect(lines).toHaveLength(12);
});

describe("a connection that was closed", () => {
  test("comes back by itself after a restart of the server", () => {
    lines[0]!.cut(1012);
    vi.runOnlyPendingTimers();
    expect(lines).toHaveLength(2);
    expect(shutOut).toEqual([]);
  });

  test.each([4401, 4403])("is not tried again where the server will not have the page: %i", (code) => {
    lines[0]!.cut(code);
    vi.runOnlyPendingTimers();
    expect(lines).toHaveLength(1);
    expect(shutOut).toEqual([code]);
  });
});
