import type { VmStatus } from "@fulmar/contract";
import { queryOf, statement } from "@fulmar/prisma";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { heldBy, OF_OPERATION } from "./vm-state.ts";

const moved = statement(
  "vm_moved",
  `UPDATE vm SET status = $status::vm_status, host_id = coalesce(next_host_id, host_id), next_host_id = NULL,
          operation_id = NULL, updated_at = now()
    WHERE ${OF_OPERATION}`,
);

const stayed = statement(
  "vm_stayed",
  `UPDATE vm SET status = CASE WHEN status = 'error' THEN status ELSE $before::vm_status END, next_host_id = NULL,
          operation_id = NULL, updated_at = now()
    WHERE ${OF_OPERATION}`,
);

export interface VmMoveInput extends ProviderSagaInput {
  /** The state of the VM before the operation, to which it returns. */
  readonly before: VmStatus;
  /** The names of the hosts at their site. */
  readonly from_host: string;
  readonly to_host: string;
  /** Whether it runs while it moves. */
  readonly live: boolean;
}

/** Whether the VM is stopped for the move and started again. */
const isRestarted = ({ before, live }: VmMoveInput) => before === "running" && !live;

/** running → running, or running → rebooting → running where it cannot run meanwhile, or stopped → stopped */
export const vmMoveSaga = defineProviderSaga<VmMoveInput>({
  name: "vm-move",
  steps: [
    {
      name: "shut-down-instance",
      async do({ compute, resourceId, input, signal }) {
        if (isRestarted(input)) await compute.stopInstance(resourceId, { force: false }, signal);
        return undefined;
      },
      async undo({ compute, resourceId, input, signal }) {
        if (isRestarted(input)) await unlessGone(compute.startInstance(resourceId, signal));
      },
    },
    {
      name: "move-instance",
      async do({ hosts, resourceId, input, signal }) {
        await hosts.moveInstance(resourceId, { host: input.to_host, live: input.live }, signal);
        return undefined;
      },
      undo: ({ hosts, resourceId, input, signal }) =>
        unlessGone(hosts.moveInstance(resourceId, { host: input.from_host, live: input.live }, signal)),
    },
    {
      name: "boot-moved-instance",
      async do({ compute, resourceId, input, signal }) {
        if (isRestarted(input)) await compute.startInstance(resourceId, signal);
        return undefined;
      },
      // It moves back while it is off.
      async undo({ compute, resourceId, input, signal }) {
        if (isRestarted(input)) await unlessGone(compute.stopInstance(resourceId, { force: true }, signal));
      },
    },
  ],
  async settle({ send }, context) {
    const { before } = context.input;
    if (context.outcome === "succeeded") send(queryOf(moved, { ...heldBy(context), status: before }));
    else send(queryOf(stayed, { ...heldBy(context), before }));
  },
});
