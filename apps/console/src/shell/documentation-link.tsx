import { BookOpen } from "lucide-react";

/** Leads out of the console's own pages, so it is no link of Next's. */
export function DocumentationLink() {
  return (
    <a
      href="/docs"
      aria-label="Documentation"
      title="Documentation"
      className="grid size-9 shrink-0 place-items-center rounded-md text-ink-muted hover:bg-hover hover:text-ink"
    >
      <BookOpen className="size-4.5" aria-hidden />
    </a>
  );
}
