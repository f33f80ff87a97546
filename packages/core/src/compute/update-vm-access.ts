import type { Acceptance, VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { changeVm } from "./change-vm.ts";
import { hashPassword } from "./hash-password.ts";
import { keepPendingConfiguration } from "./pending-configuration.ts";
import { vmUpdateAccessSaga } from "./vm-update-access.saga.ts";

interface Access {
  readonly vm_id: string;
  readonly ssh_keys?: readonly string[] | undefined;
  readonly password?: string | undefined;
}

/**
 * Replaces a VM's keys, its password, or both. The password goes no further than this in plain. @throws DomainError
 * 404, 409
 */
export async function updateVmAccess(
  context: RequestContext,
  type: VmType,
  { vm_id: vmId, ssh_keys, password }: Access,
): Promise<Acceptance> {
  const acceptance = await changeVm(context, {
    type,
    vmId,
    action: "update_access",
    meanwhile: null,
    saga: vmUpdateAccessSaga,
    input: {},
  });
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  keepPendingConfiguration(context, acceptance, { sshKeys: ssh_keys, passwordHash });
  return acceptance;
}
