import type { VolumeOperation } from "@fulmar/contract";
import { type ListChoice, pageOf, type WHOLE_LIST } from "@/client/list-address.ts";

/** Inputs of a volume's pages: server and browser must ask for the same thing to share the answer. */
export function volumeInput(workspaceId: string, volumeId: string) {
  return { workspace_id: workspaceId, volume_id: volumeId };
}

/** A page of its operations, or of its snapshots. */
export function volumePartsInput(
  workspaceId: string,
  volumeId: string,
  choice: ListChoice<(typeof WHOLE_LIST)["filters"], never>,
  cursor?: string,
) {
  return { ...volumeInput(workspaceId, volumeId), ...pageOf(choice, cursor) };
}

/** The VM that an operation was about; null where it was about the volume alone. */
export function vmOf({ result }: VolumeOperation): string | null {
  return typeof result?.vm_id === "string" ? result.vm_id : null;
}
