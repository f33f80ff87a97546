import { type Provider, ProviderError } from "@fulmar/providers";
import { expect, test } from "vitest";
import { callProvider } from "./call-provider.ts";

const beginning = { resourceId: "cdn_1", resourceName: "one", step: "deploy", waited: false };
const signal = new AbortController().signal;
const ready: Pick<Provider, "beginStep"> = { beginStep: async () => 0 };

/** A call that only ends when it is aborted. */
const endless = (limited: AbortSignal) =>
  new Promise<never>((_, reject) => {
    limited.addEventListener("abort", () => reject(limited.reason));
  });

test("gives the value of the call", async () => {
  expect(await callProvider(ready, beginning, async () => 7, signal)).toEqual({ kind: "done", value: 7 });
});

test("does not call a provider that says that it is busy", async () => {
  const busy = { beginStep: async () => 1_000 };
  const call = () => Promise.reject(new Error("it was called"));
  expect(await callProvider(busy, beginning, call, signal)).toEqual({ kind: "busy", busyMs: 1_000 });
});

test.each([true, false])("tells what the provider says of its failure, retryable or not: %s", async (retryable) => {
  const call = () => Promise.reject(new ProviderError("edge_refused", "No.", { retryable, cause: "inside" }));
  expect(await callProvider(ready, beginning, call, signal)).toEqual({
    kind: "failed",
    failure: { code: "edge_refused", message: "No.", retryable },
  });
});

test("gives up a call that takes too long: it may be tried again", async () => {
  expect(await callProvider(ready, beginning, endless, signal, 1)).toMatchObject({
    kind: "failed",
    failure: { code: "provider_timeout", retryable: true },
  });
});

test("ends when the worker does, and is no failure of the provider then", async () => {
  const stopping = new AbortController();
  const call = callProvider(ready, beginning, endless, stopping.signal);
  stopping.abort(new Error("the worker stops"));
  await expect(call).rejects.toThrow("the worker stops");
});

test("does not take a mistake of ours for a failure of the provider", async () => {
  await expect(
    callProvider(ready, beginning, () => Promise.reject(new TypeError("a mistake")), signal),
  ).rejects.toThrow(TypeError);
});
