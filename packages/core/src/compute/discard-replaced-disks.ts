import type { Reconciler } from "@fulmar/engine";
import { eachProvider } from "../kernel/each-provider.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";

/** Longer than any operation takes: nothing that replaced something is taken back after that. */
const KEPT_MS = 3_600_000;

/** Frees the room of disks that rebuilds have replaced, which are kept for as long as a rebuild may be taken back. */
export const discardReplacedDisks: Reconciler<WorkerServices> = {
  name: "discard-replaced-disks",
  everyMs: 600_000,
  async run(services, signal) {
    await eachProvider(services, ({ compute }) => compute.discardReplaced(KEPT_MS, signal), signal);
  },
};
