import type { VolumeAction } from "@fulmar/contract";
import { OPERATION_CHANNEL, type Saga } from "@fulmar/engine";
import type { RequestContext } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { type ProviderSagaInput, sagaValues } from "../work/provider-saga.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** The input of every volume saga: its volume, and the id of the entry in the volume's history that it ends, if any. */
export interface VolumeSagaInput extends ProviderSagaInput {
  readonly volume_id: string;
  readonly volume_operation_id: string;
}

/**
 * The end of a statement that hands a change of a volume to the worker: it adds the operation and the history entry and
 * notifies a worker in the same round trip. The statement before it updates the volume in a CTE `moved` that returns
 * its columns. `acceptanceValues` gives the values, with the workspace and the volume for that statement.
 * @param change.operation the operation's resource and action, as SQL over `moved`
 * @param change.history the action in the volume's history; null when the history does not record it
 * @param change.answer the CTE whose row the statement returns, with `submitted_at` added
 */
export function acceptance({
  operation,
  history,
  answer,
}: {
  operation: AcceptedOperation;
  history: VolumeAction | null;
  answer: string;
}): string {
  const recorded =
    history === null
      ? ""
      : `, recorded AS (
     INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, idempotency_key,
                                   operation_id)
     SELECT $volume_operation_id, $workspace_id::bigint, volume_id, '${history}'::volume_action, $idempotency_key::text,
            $operation_id
       FROM moved
   )`;
  return `, accepted AS (
     INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input, deadline_at)
     SELECT $operation_id, $workspace_id::bigint, ${operation.resourceId}, ${operation.resourceType},
            ${operation.action}, $saga,
            $input::jsonb || jsonb_build_object('name', moved.name, 'provider', s.provider, 'volume_id',
                                                moved.volume_id,
                                                'volume_operation_id', $volume_operation_id::text),
            now() + $timeout_ms::int * interval '1 millisecond'
       FROM moved JOIN site s ON s.site_id = moved.site_id
     RETURNING operation_id, submitted_at
   )${recorded}
   SELECT ${answer}.*, accepted.submitted_at, pg_notify('${OPERATION_CHANNEL}', accepted.operation_id)::text
     FROM ${answer}, accepted`;
}

/** The resource and action of an operation, as SQL over `moved`. */
interface AcceptedOperation {
  readonly resourceId: string;
  readonly resourceType: string;
  readonly action: string;
}

/** The resource and action of an operation that changes the volume alone. */
export function onVolume(action: "create" | "resize" | "snapshot"): AcceptedOperation {
  return { resourceId: "moved.volume_id", resourceType: "'volume'", action: `'${action}'` };
}

/**
 * The values of a statement that ends with `acceptance`.
 * @param input the saga's own
 */
export function acceptanceValues<Input extends VolumeSagaInput>(
  { workspace, idempotencyKey }: Pick<RequestContext, "workspace" | "idempotencyKey">,
  volume_id: string,
  saga: Pick<Saga<WorkerServices, Input>, "name" | "timeoutMs">,
  input: Omit<Input, keyof VolumeSagaInput>,
) {
  return {
    workspace_id: workspace.id,
    volume_id,
    operation_id: newId("op"),
    volume_operation_id: newId("volop"),
    idempotency_key: idempotencyKey,
    ...sagaValues(saga, input),
  };
}
