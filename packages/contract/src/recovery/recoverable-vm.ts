/** A kind of VM as its recovery operations are declared for it: cloud and GPU VMs have the same ones. */
export interface RecoverableVm {
  /** Where the VMs are, below `/v1`. */
  readonly path: `/${string}`;
  /** The resource in words, in the singular. */
  readonly noun: string;
}
