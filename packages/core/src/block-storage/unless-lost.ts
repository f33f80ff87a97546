import { ProviderError } from "@fulmar/providers";

const LOST: ReadonlySet<string> = new Set(["instance_not_found", "volume_not_found"]);

/** Awaits a call that has nothing left to do when the provider no longer has the instance or the volume. */
export async function unlessLost(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ProviderError && LOST.has(error.code))) throw error;
  }
}
