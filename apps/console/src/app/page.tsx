import { redirect } from "next/navigation";
import { requireProfile } from "@/server/session.ts";
import { SignOutButton } from "@/shell/sign-out-button.tsx";
import { Entrance } from "@/sign-in/entrance.tsx";

/** Leads to the first workspace of whoever is signed in. */
export default async function HomePage() {
  const profile = await requireProfile();
  const workspace = profile.organizations.flatMap((organization) => organization.workspaces)[0];
  if (workspace !== undefined) redirect(`/workspaces/${workspace.workspace_id}/cloud-vms`);
  return (
    <Entrance title="No workspace yet" lead={`${profile.email} is in no organization that has a workspace. Ask an owner to add you, then reload this page.`}>
      <SignOutButton />
    </Entrance>
  );
}
