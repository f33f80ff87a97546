import type { VmNetwork } from "@fulmar/contract";
import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";

/**
 * Whether the VM's site has applied its changes. It is always there, and one line high while it is as it should be, so
 * that nothing below moves under the pointer when changes begin and end by themselves.
 */
export function NetworkState({ network }: { network: VmNetwork }) {
  const { icon, frame, title, text } = stateOf(network);
  return (
    <p role="status" className={`flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border px-4 py-2.5 ${frame}`}>
      {icon}
      <span className="font-medium">{title}</span>
      <span className="text-ink-muted">{text}</span>
    </p>
  );
}

function stateOf({ pending_changes, error_message }: VmNetwork) {
  if (!pending_changes)
    return {
      icon: <CircleCheck className="size-4 shrink-0 text-good" aria-hidden />,
      frame: "border-line bg-canvas",
      title: "Network changes are applied",
      text: "The settings below are in force.",
    };
  if (error_message === null)
    return {
      icon: <LoaderCircle className="size-4 shrink-0 animate-spin text-busy" aria-hidden />,
      frame: "border-line bg-canvas",
      title: "Network changes are being applied",
      text: "Until then, the previous settings stay in force.",
    };
  return {
    icon: <CircleAlert className="size-4 shrink-0 text-bad" aria-hidden />,
    frame: "border-bad/30 bg-bad-soft",
    title: "Network changes could not be applied yet",
    text: `${error_message} It is retried automatically.`,
  };
}
