"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef } from "react";
import { LONGEST_QUERY } from "../operator-queries.ts";

/** The beginning of a token, which is safe to show, and its secret. */
const WHOLE_TOKEN = /^(svc_\w+)[0-9A-Za-z]{43}$/;

/**
 * Searches the installation on Enter. The query is in the address; of a whole token, only its beginning is.
 * @param label the name of the field
 */
export function FindForm({ query = "", label, className }: { query?: string; label: string; className: string }) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const find = (event: FormEvent) => {
    event.preventDefault();
    const q = (field.current?.value ?? "").trim().replace(WHOLE_TOKEN, "$1");
    if (q !== "") router.push(`/operator/find?${new URLSearchParams({ q })}`);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology supports <search> yet
    <form onSubmit={find} role="search" aria-label={label} className={`${className} relative`}>
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-subtle" aria-hidden />
      <input
        key={query}
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        defaultValue={query}
        maxLength={LONGEST_QUERY}
        className="h-9 w-full rounded-md border border-line-strong bg-surface pr-3 pl-9 text-sm shadow-card
          placeholder:text-ink-subtle hover:border-ink-subtle focus-visible:outline-offset-0"
      />
    </form>
  );
}
