import { COPY_STATUSES } from "@fulmar/contract/recovery";
import { defineList, listIn, WHOLE_LIST, type WorkspacePath } from "@/client/list.ts";

export const destinationList = defineList({
  ...WHOLE_LIST,
  ask: (trpc, { workspaceId }, page) =>
    trpc.backupDestination.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => status === "checking",
});

/** The input of a destination's page. Server and browser must use the same one to share the cached answer. */
export function destinationInput(workspaceId: string, destinationId: string) {
  return { workspace_id: workspaceId, destination_id: destinationId };
}

/** The copies of all destinations. The address may name the backup that they are of. */
export const copyList = defineList({
  filters: { status: COPY_STATUSES },
  texts: ["backup_id"],
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId }, page) => trpc.backupCopy.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => status === "waiting" || status === "removing",
});

interface DestinationPath extends WorkspacePath {
  readonly destinationId: string;
}

export const destinationCopyList = listIn<DestinationPath>()({
  filters: { status: COPY_STATUSES },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId, destinationId }, page) =>
    trpc.backupCopy.list.queryOptions({ ...destinationInput(workspaceId, destinationId), ...page }),
  isChanging: ({ status }) => status === "waiting" || status === "removing",
});
