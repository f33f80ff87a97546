import { expect, onTestFinished, test, vi } from "vitest";
import { SharedConnection } from "./shared-connection.ts";

const { signal } = new AbortController();
const MINUTE_MS = 60_000;

class Opened {
  end: Error | undefined;
  busy = false;
  close(): void {
    this.end ??= new Error("closed");
  }
}

function shared(): SharedConnection<Opened> {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return new SharedConnection(async () => new Opened());
}

test("a connection that nobody uses ends, and whoever comes then gets another one", async () => {
  const connections = shared();
  const first = await connections.get(signal);
  vi.advanceTimersByTime(MINUTE_MS - 1);
  expect(await connections.get(signal)).toBe(first);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(first.end).toBeUndefined();
  vi.advanceTimersByTime(MINUTE_MS);
  expect(first.end).toBeDefined();
  expect(await connections.get(signal)).not.toBe(first);
});

test("a connection does not end while somebody waits for an answer", async () => {
  const connections = shared();
  const waited = await connections.get(signal);
  waited.busy = true;
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(await connections.get(signal)).toBe(waited);
  waited.busy = false;
  vi.advanceTimersByTime(2 * MINUTE_MS);
  expect(waited.end).toBeDefined();
});
