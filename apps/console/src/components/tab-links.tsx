"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { TabTitle } from "@/shell/document-title.tsx";
import { PromptLink } from "./prompt-link.tsx";

/** The pages of a resource as tabs. Each has its own address and loads only its own code. */
export function TabLinks({
  label,
  base,
  tabs,
}: {
  label: string;
  base: string;
  tabs: readonly (readonly [segment: string, title: string])[];
}) {
  const path = usePathname();
  const nav = useRef<HTMLElement>(null);
  // On narrow screens the tabs scroll sideways, so the open one is scrolled to the middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path opens another tab
  useEffect(() => {
    const here = nav.current?.querySelector("[aria-current=page]");
    if (!nav.current || !here) return;
    const [around, own] = [nav.current.getBoundingClientRect(), here.getBoundingClientRect()];
    nav.current.scrollLeft += own.left - around.left - (around.width - own.width) / 2;
  }, [path]);
  const open = tabs.find(([segment]) => isOpen(path, base, segment));
  return (
    <nav ref={nav} aria-label={label} className="mb-6 overflow-x-auto border-line border-b">
      {/* The first page has the title of the resource itself. */}
      {open !== undefined && open[0] !== "" && <TabTitle title={open[1]} />}
      <ul className="flex gap-1">
        {tabs.map(([segment, title]) => (
          <li key={segment}>
            <PromptLink
              // The base consists of ids, and the routes below it exist for every id.
              href={hrefOf(base, segment) as never}
              aria-current={segment === open?.[0] ? "page" : undefined}
              scroll={false}
              className="-mb-px block whitespace-nowrap border-transparent border-b-2 px-3 py-2 text-ink-muted
                outline-offset-[-3px] transition-colors hover:text-ink aria-[current=page]:border-accent
                aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {title}
            </PromptLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function hrefOf(base: string, segment: string): string {
  return segment === "" ? base : `${base}/${segment}`;
}

function isOpen(path: string, base: string, segment: string): boolean {
  const href = hrefOf(base, segment);
  return path === href || (segment !== "" && path.startsWith(`${href}/`));
}
