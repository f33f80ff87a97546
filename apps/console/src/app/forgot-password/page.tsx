import type { Metadata } from "next";
import { ButtonLink } from "@/components/button.tsx";
import { services } from "@/server/services.ts";
import { Entrance } from "@/sign-in/entrance.tsx";
import { ForgottenPasswordForm } from "@/sign-in/forgotten-password-form.tsx";

export const metadata: Metadata = { title: "Forgot password" };

export default function ForgotPasswordPage() {
  if (services().configuration.mail.delivery === "none") {
    return (
      <Entrance
        title="Forgot password"
        lead="This installation sends no e-mail. Ask its operator for a link to choose a new password."
      >
        <ButtonLink href="/sign-in">Back to sign-in</ButtonLink>
      </Entrance>
    );
  }
  return (
    <Entrance title="Forgot password" lead="We send you a link to choose a new password.">
      <ForgottenPasswordForm />
    </Entrance>
  );
}
