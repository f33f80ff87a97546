"use client";

/** The page for rendering errors. Every page includes it, so it imports nothing else. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="mx-auto max-w-2xl px-4 py-16">
      <div
        className="flex flex-col items-center rounded-lg border border-line border-dashed bg-surface px-6 py-16
          text-center"
      >
        <h1 className="font-semibold text-base">This page did not load</h1>
        <p role="alert" className="mt-1.5 max-w-md text-ink-muted">
          Something went wrong on our side; try again in a moment.
        </p>
        {error.digest && <p className="mt-2 font-mono text-ink-subtle text-xs">Error {error.digest}</p>}
        <button
          type="button"
          onClick={reset}
          className="mt-5 h-9 rounded-md border border-line-strong bg-surface px-3.5 font-medium shadow-card
            transition-colors hover:bg-hover"
        >
          Try again
        </button>
      </div>
    </main>
  );
}
