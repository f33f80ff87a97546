import { createContext, use } from "react";
import type { PowerAction } from "./power.ts";
import type { AnyVm, VmKind } from "./vm-queries.ts";

interface VmList {
  readonly kind: VmKind;
  /** Starts a VM of the list at once. Other actions ask for confirmation. */
  readonly act: (action: PowerAction, vm: AnyVm) => void;
  readonly showTag: (tag: string) => void;
  /** Operating systems by distribution, with their names in the catalog. */
  readonly systems: ReadonlyMap<string, string>;
}

/** The context that the cells of a list of VMs need. */
export const VmListContext = createContext<VmList | null>(null);

export function useVmListContext(): VmList {
  const list = use(VmListContext);
  if (list === null) throw new Error("this cell is not in a list of VMs");
  return list;
}
