import type { Metadata } from "next";
import { skusQuestion } from "@/client/catalog-questions.ts";
import { route } from "@/server/prefetch.tsx";
import { VolumeSettings } from "@/volumes/volume-settings.tsx";

export const metadata: Metadata = { title: "Settings of a volume" };

export default route<PageProps<"/workspaces/[workspaceId]/volumes/[volumeId]/settings">>(
  VolumeSettings,
  ({ trpc, ask }, path) => [ask(skusQuestion(trpc, path, "block-storage"))],
);
