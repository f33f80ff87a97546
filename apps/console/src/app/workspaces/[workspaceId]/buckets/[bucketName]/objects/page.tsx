import type { Metadata } from "next";
import { readObjectsAddress } from "@/objects/object-address.ts";
import { objectListInput } from "@/objects/object-queries.ts";
import { ObjectsPage } from "@/objects/objects-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Objects" };

export default route<PageProps<"/workspaces/[workspaceId]/buckets/[bucketName]/objects">>(
  ObjectsPage,
  ({ trpc, ask }, { workspaceId, bucketName }, search) => [
    ask(trpc.object.list.queryOptions(objectListInput({ workspaceId, bucketName }, readObjectsAddress(search)))),
  ],
);
