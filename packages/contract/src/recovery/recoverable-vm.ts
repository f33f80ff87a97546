import type { VmKind } from "../compute/vm-changes.ts";

/** A kind of VM as its recovery operations are declared for it: cloud and GPU VMs have the same ones. */
export type RecoverableVm = Pick<VmKind<string>, "path" | "noun">;
