import type { Metadata } from "next";
import { readListChoice } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";
import { MapPage } from "@/workspace-map/map-page.tsx";
import { MAP_FILTERS, mapQuestion } from "@/workspace-map/map-queries.ts";

export const metadata: Metadata = { title: "Map" };

export default route<PageProps<"/workspaces/[workspaceId]/map">>(MapPage, ({ trpc, ask }, { workspaceId }, search) => [
  ask(mapQuestion(trpc, { workspaceId }, readListChoice(MAP_FILTERS, search))),
]);
