import type { VolumeAction } from "@fulmar/contract";
import { DEFAULT_SAGA_TIMEOUT_MS, OPERATION_CHANNEL, type Saga } from "@fulmar/engine";
import { newId } from "../request/identifiers.ts";
import type { ProviderSagaInput } from "../work/provider-saga.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** The input of every volume saga: its volume, and the id of the entry in the volume's history that it ends, if any. */
export interface VolumeSagaInput extends ProviderSagaInput {
  readonly volume_id: string;
  readonly volume_operation_id: string;
}

/**
 * The end of a statement that hands a change of a volume to the worker: it adds the operation and the history entry and
 * notifies a worker in the same round trip. The statement before it updates the volume in a CTE `moved` that returns
 * its columns, with `acceptanceValues` as its first eight parameters.
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
  // Without a history entry the key is not stored, but every parameter of a statement needs a type.
  const recorded =
    history === null
      ? "SELECT $5::text"
      : `INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, idempotency_key, operation_id)
     SELECT $4, $1::bigint, volume_id, '${history}'::volume_action, $5::text, $3 FROM moved`;
  return `, accepted AS (
     INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input, deadline_at)
     SELECT $3, $1::bigint, ${operation.resourceId}, ${operation.resourceType}, ${operation.action}, $6,
            $7::jsonb || jsonb_build_object('name', moved.name, 'provider', s.provider, 'volume_id', moved.volume_id, 'volume_operation_id', $4::text),
            now() + $8::int * interval '1 millisecond'
       FROM moved JOIN site s ON s.site_id = moved.site_id
     RETURNING operation_id, submitted_at
   ), recorded AS (
     ${recorded}
   )
   SELECT ${answer}.*, accepted.submitted_at, pg_notify('${OPERATION_CHANNEL}', accepted.operation_id)::text FROM ${answer}, accepted`;
}

/** The resource and action of an operation, as SQL over `moved` and the parameters after the first eight. */
interface AcceptedOperation {
  readonly resourceId: string;
  readonly resourceType: string;
  readonly action: string;
}

/** The resource and action of an operation that changes the volume alone. */
export function onVolume(action: "create" | "resize" | "snapshot"): AcceptedOperation {
  return { resourceId: "moved.volume_id", resourceType: "'volume'", action: `'${action}'` };
}

/** Workspace, volume, operation, history entry, idempotency key, saga, its input and its timeout in milliseconds. */
type AcceptanceValues = readonly [bigint, string, string, string, string | null, string, string, number];

/** The first eight parameters of a statement that ends with `acceptance`. */
export function acceptanceValues<Input extends VolumeSagaInput>(change: {
  readonly workspaceId: bigint;
  readonly volumeId: string;
  readonly operationId: string;
  readonly idempotencyKey: string | undefined;
  readonly saga: Pick<Saga<WorkerServices, Input>, "name" | "timeoutMs">;
  /** The saga's own input. */
  readonly input: Omit<Input, keyof VolumeSagaInput>;
}): AcceptanceValues {
  const { workspaceId, volumeId, operationId, idempotencyKey, saga, input } = change;
  const timeoutMs = saga.timeoutMs ?? DEFAULT_SAGA_TIMEOUT_MS;
  return [
    workspaceId,
    volumeId,
    operationId,
    newId("volop"),
    idempotencyKey ?? null,
    saga.name,
    JSON.stringify(input),
    timeoutMs,
  ];
}
