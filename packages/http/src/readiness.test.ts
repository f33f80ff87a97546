import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { readiness } from "./readiness.ts";

function server(ask: () => Promise<number>, keptMs?: number) {
  const leaving = new AbortController();
  const warned: string[] = [];
  const logger = { warn: (_context: object, message: string) => void warned.push(message) };
  const ready = readiness({
    ...{ program: "server", leaving: leaving.signal, logger, ask },
    ...(keptMs !== undefined && { keptMs }),
  });
  return { ready, leaving, warned };
}

test("1,000 questions at once and after each other ask the database once", async () => {
  let asked = 0;
  const { ready } = server(async () => ++asked);
  await Promise.all(Array.from({ length: 1000 }, ready));
  expect(await ready()).toEqual({ answer: 1 });
  expect(asked).toBe(1);
});

test("while a slow database is asked, it is not asked again", async () => {
  let asked = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ready } = server(async () => {
    asked++;
    await promise;
    return asked;
  }, 0);
  const first = ready();
  await setImmediate();
  const second = ready();
  resolve();
  expect(await Promise.all([first, second])).toEqual([{ answer: 1 }, { answer: 1 }]);
  expect(await ready()).toEqual({ answer: 2 });
});

test("that a database does not answer is kept too, and logged once", async () => {
  const { ready, warned } = server(() => Promise.reject(new Error("away")));
  const sentence = "The server is not ready: its database does not answer; retry in a few seconds.";
  expect(await Promise.all([ready(), ready()])).toEqual([{ whyNot: sentence }, { whyNot: sentence }]);
  expect(warned).toEqual(["not ready"]);
});

test("a process that is about to end is not ready at once", async () => {
  const { ready, leaving } = server(async () => 1);
  expect(await ready()).toEqual({ answer: 1 });
  leaving.abort();
  expect(await ready()).toEqual({
    whyNot: "The server is not ready: this process is about to end; retry in a few seconds.",
  });
});
