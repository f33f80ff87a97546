import { Button } from "@/components/button.tsx";
import { notify } from "@/components/toast-store.ts";

/**
 * Ends the session and loads the sign-in page with a full page load, so that no data of the session stays in the
 * browser's memory.
 */
export async function signOut(): Promise<void> {
  const response = await fetch("/api/session", { method: "DELETE" });
  if (response.ok) window.location.assign("/sign-in");
  else notify.failed("You are still signed in", "The console's server did not end the session; try again.");
}

export function SignOutButton() {
  return <Button onClick={() => void signOut()}>Sign out</Button>;
}
