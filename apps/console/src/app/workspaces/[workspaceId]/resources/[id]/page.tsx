import { notFound, redirect } from "next/navigation";
import { locateResource } from "@/server/locate-resource.ts";
import { resourcePage } from "@/shell/resource-page.ts";

/** Redirects from a resource's id to its page. */
export default async function ResourcePage({ params }: PageProps<"/workspaces/[workspaceId]/resources/[id]">) {
  const { workspaceId, id } = await params;
  const resource = await locateResource(workspaceId, decodeURIComponent(id));
  if (resource === null) notFound();
  redirect(resourcePage(workspaceId, resource));
}
