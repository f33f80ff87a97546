import type { Metadata } from "next";
import { CreateStartupScriptPage } from "@/startup-scripts/create-startup-script-page.tsx";

export const metadata: Metadata = { title: "New startup script" };

export default function NewStartupScriptPage() {
  return <CreateStartupScriptPage />;
}
