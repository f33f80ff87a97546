import { isFirstRun } from "@fulmar/core/identity";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { services } from "@/server/services.ts";
import { currentProfile } from "@/server/session.ts";
import { Entrance } from "@/sign-in/entrance.tsx";
import { OtherCells } from "@/sign-in/other-cells.tsx";
import { refusedByProvider } from "@/sign-in/refused-by-provider.ts";
import { SignInForm } from "@/sign-in/sign-in-form.tsx";
import { SingleSignOnButton } from "@/sign-in/single-sign-on.tsx";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  if ((await currentProfile()) !== undefined) redirect("/");
  const { database, configuration, identity } = services();
  if (await isFirstRun(database)) redirect("/welcome");
  const lead =
    configuration.environment === "development"
      ? "The development account is in dev-credentials.json in the data folder."
      : "Welcome back.";
  const { sso } = configuration;
  const { error } = await searchParams;
  const cells = identity.cells?.others ?? [];
  const cell = cells.find(({ name }) => error === `cell_${name}`);
  const refusal = cell === undefined ? refusedByProvider(error) : null;
  return (
    <Entrance title="Sign in" lead={lead}>
      <div className="space-y-4">
        {cell !== undefined && (
          <p role="status">
            Your account belongs to the cell {cell.name}.{" "}
            <a href={`${cell.consoleUrl}/sign-in`} className="rounded font-medium underline">
              Sign in there
            </a>
            .
          </p>
        )}
        {refusal !== null && <ProblemNotice problem={{ detail: refusal }} />}
        {sso && <SingleSignOnButton name={sso.name} />}
        {!sso?.only && <SignInForm />}
        <OtherCells cells={cells} />
      </div>
    </Entrance>
  );
}
