import type { Metadata } from "next";
import { ButtonLink } from "@/components/button.tsx";
import { sendsMail } from "@/server/domain.ts";
import { knownCells } from "@/server/known-cells.ts";
import { services } from "@/server/services.ts";
import { Entrance } from "@/sign-in/entrance.tsx";
import { ForgottenPasswordForm } from "@/sign-in/forgotten-password-form.tsx";
import { OtherCells } from "@/sign-in/other-cells.tsx";

export const metadata: Metadata = { title: "Forgot password" };

export default async function ForgotPasswordPage() {
  const { database, configuration } = services();
  const cells = knownCells();
  const others = cells !== undefined && <OtherCells cells={cells} />;
  if (!(await sendsMail(database.sql, configuration))) {
    return (
      <Entrance
        title="Forgot password"
        lead="This installation sends no e-mail. Ask its operator for a link to choose a new password."
      >
        <div className="space-y-4">
          <ButtonLink href="/sign-in">Back to sign-in</ButtonLink>
          {others}
        </div>
      </Entrance>
    );
  }
  return (
    <Entrance title="Forgot password" lead="We send you a link to choose a new password.">
      <div className="space-y-4">
        <ForgottenPasswordForm cells={cells} />
        {others}
      </div>
    </Entrance>
  );
}
