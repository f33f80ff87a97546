import { Acceptance } from "./operation.ts";

/** Which of the two kinds of VM a family of operations is for. */
export interface VmKind<Kind extends string> {
  readonly kind: Kind;
  readonly resource: "cloud_vm" | "gpu_vm";
  readonly path: `/${string}`;
  /** The resource in words, in the singular. */
  readonly noun: string;
}

/** What every asynchronous change of a VM has in common. */
export const vmChanges = { family: "Compute", scope: "vm.write", output: Acceptance, success: 202 } as const;
