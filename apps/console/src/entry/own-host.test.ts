import { describe, expect, test } from "vitest";
import { namedHost, ownHost } from "./own-host.ts";

describe("in production", () => {
  const isOwn = ownHost({ publicConsoleUrl: "https://console.example.com", environment: "production" });

  test.each(["console.example.com", "CONSOLE.example.com", "console.example.com:443"])("%s is its own", (host) => {
    expect(isOwn(host)).toBe(true);
  });

  test.each([
    undefined,
    "",
    "evil.example",
    "console.example.com.evil.example",
    "console.example.com:1337",
    "console.example.com, evil.example",
    "evil.example#console.example.com",
    "console.example.com@evil.example",
    "console.example.com/path",
    "localhost",
    "127.0.0.1:3000",
  ])("%j is not", (host) => {
    expect(isOwn(host)).toBe(false);
  });
});

test.each(["localhost:3000", "127.0.0.1:8080", "[::1]:3000", "console.test"])(
  "in development %s is its own",
  (host) => {
    expect(ownHost({ publicConsoleUrl: "http://console.test", environment: "development" })(host)).toBe(true);
  },
);

test("a console with a loopback URL takes every loopback name, in production too, and no other", () => {
  const isOwn = ownHost({ publicConsoleUrl: "http://127.0.0.1:3000", environment: "production" });
  expect(["localhost:3000", "[::1]", "127.0.0.1:3000"].map(isOwn)).toEqual([true, true, true]);
  expect(["127.0.0.2:3000", "127.0.0.1.nip.io:3000", "192.0.2.1"].map(isOwn)).toEqual([false, false, false]);
});

test("a trusted proxy says which host the client named, and nobody else does", () => {
  const headers = { host: ["10.0.0.5:3000"], "x-forwarded-host": ["console.example.com"] };
  expect(namedHost(headers, true)).toBe("console.example.com");
  expect(namedHost(headers, false)).toBe("10.0.0.5:3000");
  expect(namedHost({ host: ["a.example"] }, true)).toBe("a.example");
  expect(namedHost({ host: ["a.example", "b.example"] }, false)).toBe("a.example,b.example");
  expect(namedHost({}, true)).toBeUndefined();
});
