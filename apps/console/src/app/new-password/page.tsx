import type { Metadata } from "next";
import { Entrance } from "@/sign-in/entrance.tsx";
import { NewPasswordForm } from "@/sign-in/new-password-form.tsx";

export const metadata: Metadata = { title: "Choose a new password" };

/** The page of the link that was mailed. The link's secret is behind its hash, which browsers send to no server. */
export default function NewPasswordPage() {
  return (
    <Entrance
      title="Choose a new password"
      lead="Choosing one ends all your sessions. Then sign in with the new password."
    >
      <NewPasswordForm />
    </Entrance>
  );
}
