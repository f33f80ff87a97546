import { nameOfRole } from "@fulmar/contract";
import type { Metadata } from "next";
import { ButtonLink } from "@/components/button.tsx";
import { AcceptButton } from "@/invitations/accept-button.tsx";
import { NewMemberForm } from "@/invitations/new-member-form.tsx";
import { currentSingleSignOn } from "@/server/domain.ts";
import { invitationOffer } from "@/server/invitation-offer.ts";
import { services } from "@/server/services.ts";
import { currentProfile } from "@/server/session.ts";
import { SignOutButton } from "@/shell/sign-out.tsx";
import { Entrance } from "@/sign-in/entrance.tsx";
import { SingleSignOnButton } from "@/sign-in/single-sign-on.tsx";

export const metadata: Metadata = { title: "Invitation" };

/** The page of an invitation's link: the user joins with an existing account or creates one. */
export default async function InvitationPage({ params }: PageProps<"/invitations/[token]">) {
  const { token } = await params;
  const [answer, profile] = await Promise.all([invitationOffer(token), currentProfile()]);
  if ("refusal" in answer) {
    return (
      <Entrance title="This invitation is not valid" lead={answer.refusal}>
        <ButtonLink href={profile === undefined ? "/sign-in" : "/"}>
          {profile === undefined ? "Sign in" : "Go to the console"}
        </ButtonLink>
      </Entrance>
    );
  }
  const { organization_name, email, role, invited_by, has_account } = answer.offer;
  const lead = `${invited_by} invites ${email} as ${nameOfRole(role)}.`;
  const { database, configuration } = services();
  const sso = await currentSingleSignOn(database.sql, configuration);
  const title = `Join ${organization_name}`;
  if (profile !== undefined && profile.email !== email) {
    return (
      <Entrance
        title={title}
        lead={`${lead} You are signed in as ${profile.email}: sign out, and open the link again.`}
      >
        <SignOutButton />
      </Entrance>
    );
  }
  return (
    <Entrance title={title} lead={lead}>
      {profile !== undefined ? (
        <AcceptButton token={token} organizationName={organization_name} />
      ) : has_account ? (
        <ButtonLink look="primary" href={`/sign-in?next=${encodeURIComponent(`/invitations/${token}`)}`}>
          Sign in to join
        </ButtonLink>
      ) : (
        <div className="space-y-4">
          {sso && <SingleSignOnButton name={sso.name} invitation={`/invitations/${token}`} />}
          {!sso?.only && <NewMemberForm token={token} email={email} />}
        </div>
      )}
    </Entrance>
  );
}
