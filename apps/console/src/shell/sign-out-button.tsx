"use client";

import { Button } from "@/components/button.tsx";
import { signOut } from "./sign-out.ts";

export function SignOutButton() {
  return <Button onClick={() => void signOut()}>Sign out</Button>;
}
