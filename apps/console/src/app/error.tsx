"use client";

import { CircleAlert } from "lucide-react";
import { Button } from "@/components/button.tsx";
import { Panel } from "@/components/problem-panel.tsx";

/** In place of a page that could not be made. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="mx-auto max-w-2xl px-4 py-16">
      <Panel icon={<CircleAlert className="size-5 text-bad" aria-hidden />} title="This page did not load">
        <p role="alert">Something went wrong on our side; try again in a moment.</p>
        {error.digest && <p className="mt-2 font-mono text-ink-subtle text-xs">Error {error.digest}</p>}
        <Button className="mt-5" onClick={reset}>
          Try again
        </Button>
      </Panel>
    </main>
  );
}
