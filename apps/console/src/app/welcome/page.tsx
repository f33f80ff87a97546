import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { isFirstRun } from "@/server/domain.ts";
import { services } from "@/server/services.ts";
import { Entrance } from "@/sign-in/entrance.tsx";
import { FirstUserForm } from "@/sign-in/first-user-form.tsx";

export const metadata: Metadata = { title: "Welcome" };

/** Available until the installation has a user. Afterwards it redirects to sign-in. */
export default async function WelcomePage() {
  const { database, configuration } = services();
  if (!(await isFirstRun(database))) redirect("/sign-in");
  const asksForToken = configuration.environment === "production";
  return (
    <Entrance title="Set up Fulmar" lead="You are the first user. You become the owner of a new organization.">
      <FirstUserForm asksForToken={asksForToken} />
    </Entrance>
  );
}
