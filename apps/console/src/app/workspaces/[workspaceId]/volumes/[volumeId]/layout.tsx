import { layout } from "@/server/prefetch.tsx";
import { VolumeFrame } from "@/volumes/volume-frame.tsx";
import { volumeQuestion } from "@/volumes/volume-queries.ts";

export default layout<LayoutProps<"/workspaces/[workspaceId]/volumes/[volumeId]">>(
  VolumeFrame,
  ({ trpc, ask }, path) => [ask(volumeQuestion(trpc, path))],
);
