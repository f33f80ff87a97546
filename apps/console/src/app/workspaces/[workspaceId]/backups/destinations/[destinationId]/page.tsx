import type { Metadata } from "next";
import { DestinationPage } from "@/backups/destination-page.tsx";
import { destinationCopyList, destinationInput } from "@/backups/destination-queries.ts";
import { askList, route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Destination" };

export default route<PageProps<"/workspaces/[workspaceId]/backups/destinations/[destinationId]">>(
  DestinationPage,
  (request, path, search) => [
    request.ask(
      request.trpc.backupDestination.get.queryOptions(destinationInput(path.workspaceId, path.destinationId)),
    ),
    ...askList(request, destinationCopyList, path, search),
  ],
);
