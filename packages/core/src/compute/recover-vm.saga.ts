import type { LostReason } from "@fulmar/contract";
import { queryOf, statement } from "@fulmar/prisma";
import { ProviderError } from "@fulmar/providers";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { bootedAddress, bootOutput, heldBy, OF_OPERATION } from "./vm-state.ts";

const recovered = statement(
  "vm_recovered",
  `UPDATE vm SET status = $status::vm_status, host_id = coalesce(next_host_id, host_id), next_host_id = NULL,
          private_ip = coalesce(private_ip, $site_private_ip::text), operation_id = NULL, failed_operation_id = NULL,
          lost_power = NULL, updated_at = now()
    WHERE ${OF_OPERATION}`,
);

const lost = statement(
  "vm_stays_lost",
  `UPDATE vm SET status = 'error', next_host_id = NULL, operation_id = NULL, failed_operation_id = $operation_id,
          lost_power = $power, updated_at = now()
    WHERE ${OF_OPERATION}`,
);

export interface VmRecoverInput extends ProviderSagaInput {
  /** What the VM did when its host was lost. */
  readonly power: "running" | "stopped";
  /** The name of another host at the site, where there is one for it. */
  readonly to_host: string | null;
  /** Why there is none, and the same for its owner. */
  readonly reason: LostReason | null;
  readonly detail: string | null;
}

/**
 * Brings a VM of a lost host to another one (docs/adr/0141): error → starting → running, or stopped → stopped. A VM for
 * which there is no host becomes `error`, and its owner sees the reason.
 */
export const vmRecoverSaga = defineProviderSaga<VmRecoverInput>({
  name: "vm-recover",
  steps: [
    {
      name: "evacuate-instance",
      async do({ hosts, resourceId, input: { to_host, detail }, signal }) {
        if (to_host === null) throw new ProviderError("vm_host_lost", String(detail), { retryable: false });
        await hosts.recoverInstance(resourceId, to_host, signal);
        return undefined;
      },
      // There is no way back to a host that is lost. `reconcile-instances` finds the instance where it is.
    },
    {
      name: "boot-evacuated-instance",
      async do({ compute, resourceId, input, signal }) {
        if (input.power === "stopped") return undefined;
        return { output: bootOutput((await compute.startInstance(resourceId, signal)).privateIp) };
      },
      async undo({ compute, resourceId, input, signal }) {
        if (input.power === "running") await unlessGone(compute.stopInstance(resourceId, { force: true }, signal));
      },
    },
  ],
  async settle({ send }, context) {
    const { power } = context.input;
    const held = heldBy(context);
    if (context.outcome !== "succeeded") return send(queryOf(lost, { ...held, power }));
    const site_private_ip = bootedAddress(context.outputs["boot-evacuated-instance"]);
    send(queryOf(recovered, { ...held, status: power, site_private_ip }));
  },
});
