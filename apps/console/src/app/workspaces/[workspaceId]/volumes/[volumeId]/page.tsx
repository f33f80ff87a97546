import type { Metadata } from "next";
import { sitesQuestion, skusQuestion } from "@/client/catalog-questions.ts";
import { route } from "@/server/prefetch.tsx";
import { VolumeOverview } from "@/volumes/volume-overview.tsx";
import { volumeQuestion } from "@/volumes/volume-queries.ts";

export const metadata: Metadata = { title: "Volume" };

export default route<PageProps<"/workspaces/[workspaceId]/volumes/[volumeId]">>(
  VolumeOverview,
  ({ trpc, ask, askNames }, path) => [
    ask(volumeQuestion(trpc, path)).then((volume) => volume && askNames(path, [volume.attached_vm_id])),
    ask(sitesQuestion(trpc, path)),
    ask(skusQuestion(trpc, path, "block-storage")),
  ],
);
