import type { VmNetwork } from "@fulmar/contract";
import { CircleAlert, LoaderCircle } from "lucide-react";

/** A note while the VM's site has not applied its changes yet. */
export function NetworkState({ network }: { network: VmNetwork }) {
  if (!network.pending_changes) return null;
  const failed = network.error_message !== null;
  return (
    <p
      role="status"
      className={`flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border px-4 py-2.5 ${failed ? "border-bad/30 bg-bad-soft" : "border-line bg-canvas"}`}
    >
      {failed ? (
        <CircleAlert className="size-4 shrink-0 text-bad" aria-hidden />
      ) : (
        <LoaderCircle className="size-4 shrink-0 animate-spin text-busy" aria-hidden />
      )}
      <span className="font-medium">
        {failed ? "Network changes could not be applied yet" : "Network changes are being applied"}
      </span>
      <span className="text-ink-muted">
        {failed
          ? `${network.error_message} It is retried automatically.`
          : "Until then, the previous settings stay in force."}
      </span>
    </p>
  );
}
