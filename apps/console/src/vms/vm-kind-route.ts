import "server-only";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { VM_PAGES, type VmKind } from "./vm-queries.ts";

/** The kind that a segment of an address names. Answers "not found" for any other segment. */
export function vmKindOf(segment: string): VmKind {
  if (segment === VM_PAGES.cloud.page) return "cloud";
  if (segment === VM_PAGES.gpu.page) return "gpu";
  return notFound();
}

/** Creates the metadata of a page whose title depends on the kind. */
export function vmMetadata(titleOf: (words: (typeof VM_PAGES)[VmKind]) => string) {
  return async ({ params }: { readonly params: Promise<{ readonly vmKind: string }> }): Promise<Metadata> => ({
    title: titleOf(VM_PAGES[vmKindOf((await params).vmKind)]),
  });
}
