"use client";

import type { VmGroup } from "@fulmar/contract";
import { createContext, use } from "react";

export const GroupContext = createContext<VmGroup | null>(null);

/** The group of this page, kept up to date. */
export function useVmGroup(): VmGroup {
  const group = use(GroupContext);
  if (group === null) throw new Error("this part of the page is not inside a VM group's page");
  return group;
}
