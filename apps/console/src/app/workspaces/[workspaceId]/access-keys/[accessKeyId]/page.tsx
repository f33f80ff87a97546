import type { Metadata } from "next";
import { AccessKeyPage } from "@/access-keys/access-key-page.tsx";
import { wholeInput } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Access key" };

export default route<PageProps<"/workspaces/[workspaceId]/access-keys/[accessKeyId]">>(
  AccessKeyPage,
  ({ trpc, ask }, { workspaceId, accessKeyId }) => [
    ask(trpc.accessKey.get.queryOptions({ workspace_id: workspaceId, access_key_id: accessKeyId })),
    ask(trpc.region.list.queryOptions(wholeInput(workspaceId))),
  ],
);
