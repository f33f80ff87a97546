import { Compass } from "lucide-react";

/** Every page includes it, so it imports nothing else. */
export default function NotFound() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center px-4 py-16">
      <div
        className="flex flex-col items-center rounded-lg border border-line border-dashed bg-surface px-6 py-16
          text-center"
      >
        <div className="mb-4 grid size-11 place-items-center rounded-lg border border-line bg-canvas text-ink-muted">
          <Compass className="size-5" aria-hidden />
        </div>
        <h1 className="font-semibold text-base">Page not found</h1>
        <p className="mt-1.5 max-w-md text-ink-muted">
          The page does not exist, or it belongs to a workspace you have no access to.
        </p>
        <a
          href="/"
          className="mt-5 inline-flex h-9 items-center rounded-md border border-line-strong bg-surface px-3.5
            font-medium shadow-card transition-colors hover:bg-hover"
        >
          Go to the overview
        </a>
      </div>
    </main>
  );
}
