import { Compass } from "lucide-react";
import { ButtonLink } from "@/components/button.tsx";
import { Panel } from "@/components/problem-panel.tsx";

export default function NotFound() {
  return (
    <main className="mx-auto max-w-2xl px-4 py-16">
      <Panel icon={<Compass className="size-5" aria-hidden />} title="There is nothing here">
        <p>The page does not exist, or it belongs to a workspace that you may not use.</p>
        <div className="mt-5">
          <ButtonLink href="/">Go to the start</ButtonLink>
        </div>
      </Panel>
    </main>
  );
}
