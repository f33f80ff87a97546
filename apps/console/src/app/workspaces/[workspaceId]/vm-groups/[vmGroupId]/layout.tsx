import { wholeInput } from "@/client/list.ts";
import { layout } from "@/server/prefetch.tsx";
import { VmGroupFrame } from "@/vm-groups/vm-group-frame.tsx";
import { vmGroupQuestion } from "@/vm-groups/vm-group-queries.ts";

export default layout<LayoutProps<"/workspaces/[workspaceId]/vm-groups/[vmGroupId]">>(
  VmGroupFrame,
  ({ trpc, ask }, path) => [
    ask(vmGroupQuestion(trpc, path)),
    ask(trpc.image.list.queryOptions(wholeInput(path.workspaceId))),
  ],
);
