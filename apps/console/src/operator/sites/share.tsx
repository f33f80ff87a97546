import type { OperatorSite } from "@fulmar/contract";
import { type Sold, withoutLimit } from "./site-limits.ts";

interface ShareProps {
  readonly site: OperatorSite;
  readonly what: Sold;
  readonly free?: number | null | undefined;
  readonly text: (value: number) => string;
}

/** What is sold of what a site has, and what its server says is free. */
export function Share({ site, what, free, text }: ShareProps) {
  const has = site.capacity?.[what];
  return (
    <div className="whitespace-nowrap tabular-nums">
      {text(site.sold[what])}
      {has != null && <span className="text-ink-muted"> of {text(has)}</span>}
      {free != null && <div className="text-ink-muted text-xs">{text(free)} free</div>}
      {has == null && <div className="text-ink-muted text-xs">{withoutLimit(site, what)}</div>}
    </div>
  );
}
