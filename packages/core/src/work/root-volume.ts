/** The id of a VM's root volume. It has no row of its own and is created and deleted with its VM. */
export function rootVolumeId(vmId: string): string {
  return vmId.replace(/^vm_/, "root_");
}
