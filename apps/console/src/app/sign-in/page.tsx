import { isFirstRun } from "@fulmar/core/identity";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { services } from "@/server/services.ts";
import { currentProfile } from "@/server/session.ts";
import { Entrance } from "@/sign-in/entrance.tsx";
import { SignInForm } from "@/sign-in/sign-in-form.tsx";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage() {
  if ((await currentProfile()) !== undefined) redirect("/");
  const { database, configuration } = services();
  if (await isFirstRun(database)) redirect("/welcome");
  const lead =
    configuration.environment === "development"
      ? "The development account is in dev-credentials.json in the data folder."
      : "Welcome back.";
  return (
    <Entrance title="Sign in" lead={lead}>
      <SignInForm />
    </Entrance>
  );
}
