import { notFound, redirect } from "next/navigation";
import { locateResource } from "@/server/locate-resource.ts";
import { resourcePage } from "@/shell/resource-page.ts";

/** Leads from any resource's id to the page on which it is found. */
export default async function ResourcePage({ params }: PageProps<"/workspaces/[workspaceId]/resources/[id]">) {
  const { workspaceId, id } = await params;
  const resource = await locateResource(workspaceId, decodeURIComponent(id));
  if (resource === null) notFound();
  redirect(resourcePage(workspaceId, resource));
}
