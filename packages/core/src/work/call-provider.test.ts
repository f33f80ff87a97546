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

test("callProvider returns the value of the call", async () => {
  expect(await callProvider(ready, beginning, async () => 7, signal)).toEqual({ kind: "done", value: 7 });
});

test("callProvider does not call a busy provider", async () => {
  const busy = { beginStep: async () => 1_000 };
  const call = () => Promise.reject(new Error("it was called"));
  expect(await callProvider(busy, beginning, call, signal)).toEqual({ kind: "busy", busyMs: 1_000 });
});

test.each([true, false])("callProvider returns the provider's failure, retryable: %s", async (retryable) => {
  const call = () => Promise.reject(new ProviderError("edge_refused", "No.", { retryable, cause: "inside" }));
  expect(await callProvider(ready, beginning, call, signal)).toEqual({
    kind: "failed",
    failure: { code: "edge_refused", message: "No.", retryable },
  });
});

test("callProvider gives up a slow call with a retryable failure", async () => {
  expect(await callProvider(ready, beginning, endless, signal, 1)).toMatchObject({
    kind: "failed",
    failure: { code: "provider_timeout", retryable: true },
  });
});

test("callProvider throws when the worker stops", async () => {
  const stopping = new AbortController();
  const call = callProvider(ready, beginning, endless, stopping.signal);
  stopping.abort(new Error("the worker stops"));
  await expect(call).rejects.toThrow("the worker stops");
});

test("callProvider rethrows errors that are not the provider's", async () => {
  await expect(
    callProvider(ready, beginning, () => Promise.reject(new TypeError("a mistake")), signal),
  ).rejects.toThrow(TypeError);
});
