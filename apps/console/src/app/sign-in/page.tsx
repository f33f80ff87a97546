import { isReturnPath } from "@fulmar/contract/console";
import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { currentSingleSignOn, isFirstRun } from "@/server/domain.ts";
import { knownCells } from "@/server/known-cells.ts";
import { services } from "@/server/services.ts";
import { currentProfile } from "@/server/session.ts";
import { Entrance } from "@/sign-in/entrance.tsx";
import { HelpLinks } from "@/sign-in/help-links.tsx";
import { ElsewhereNotice, OtherCells } from "@/sign-in/other-cells.tsx";
import { refusedByProvider } from "@/sign-in/refused-by-provider.ts";
import { SignInForm } from "@/sign-in/sign-in-form.tsx";
import { SingleSignOnButton } from "@/sign-in/single-sign-on.tsx";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { error, next, ended } = await searchParams;
  if ((await currentProfile()) !== undefined)
    redirect(typeof next === "string" && isReturnPath(next) ? (next as Route) : "/");
  const { database, configuration } = services();
  if (await isFirstRun(database)) redirect("/welcome");
  const lead =
    ended !== undefined
      ? "Your session has ended. Sign in to return to your page."
      : configuration.environment === "development"
        ? "The development account is in dev-credentials.json in the data folder."
        : "Welcome back.";
  const sso = await currentSingleSignOn(database.sql, configuration);
  const cells = knownCells();
  const cell = cells?.others.find(({ name }) => error === `cell_${name}`);
  const refusal = cell === undefined ? refusedByProvider(error) : null;
  return (
    <Entrance title="Sign in" lead={lead}>
      <div className="space-y-4">
        {cells !== undefined && cell !== undefined && <ElsewhereNotice cell={cell} own={cells.own} />}
        {refusal !== null && <ProblemNotice problem={{ detail: refusal }} />}
        {sso && <SingleSignOnButton name={sso.name} />}
        {!sso?.only && <SignInForm cells={cells} />}
        {cells !== undefined && <OtherCells cells={cells} />}
        <HelpLinks />
      </div>
    </Entrance>
  );
}
