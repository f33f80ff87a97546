"use client";

import { createContext, use } from "react";
import type { VmKind } from "@/vm-detail/vm-kind.ts";
import type { AnyVm } from "./any-vm.ts";
import type { PowerAction } from "./power.ts";

interface VmList {
  readonly kind: VmKind;
  /** Starts a VM of the list at once; asks before anything else. */
  readonly act: (action: PowerAction, vm: AnyVm) => void;
  readonly showTag: (tag: string) => void;
  /** The operating systems by their distribution, as the catalog calls them. */
  readonly systems: ReadonlyMap<string, string>;
}

/** What the cells of a list of VMs need from it. */
export const VmListContext = createContext<VmList | null>(null);

export function useVmListContext(): VmList {
  const list = use(VmListContext);
  if (list === null) throw new Error("this cell is not in a list of VMs");
  return list;
}
