import { storeInput } from "@/secret-stores/secret-queries.ts";
import { StoreFrame } from "@/secret-stores/store-frame.tsx";
import { layout } from "@/server/prefetch.tsx";

export default layout<LayoutProps<"/workspaces/[workspaceId]/secret-stores/[storeId]">>(
  StoreFrame,
  ({ trpc, ask }, { workspaceId, storeId }) => [
    ask(trpc.secretStore.get.queryOptions(storeInput(workspaceId, storeId))),
  ],
);
