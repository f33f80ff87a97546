import { expect, test } from "vitest";
import { inheritedSocket } from "./index.ts";

test("a socket of systemd is this process's if it names it, and nothing else is", () => {
  expect(inheritedSocket({ LISTEN_PID: "17", LISTEN_FDS: "1" }, 17)).toEqual({ fd: 3 });
  expect(inheritedSocket({ LISTEN_PID: "18", LISTEN_FDS: "1" }, 17)).toEqual({});
  expect(inheritedSocket({ LISTEN_PID: "17", LISTEN_FDS: "2" }, 17)).toEqual({});
  expect(inheritedSocket({}, 17)).toEqual({});
});
