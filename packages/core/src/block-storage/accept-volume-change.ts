import type { VolumeAction } from "@fulmar/contract";
import { DEFAULT_SAGA_TIMEOUT_MS, OPERATION_CHANNEL, type Saga } from "@fulmar/engine";
import { newId } from "../request/identifiers.ts";
import type { ProviderSagaInput } from "../work/provider-saga.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** The input of every volume saga: its volume, and the entry in the volume's history that it ends, if there is one. */
export interface VolumeSagaInput extends ProviderSagaInput {
  readonly volume_id: string;
  readonly volume_operation_id: string;
}

/**
 * The end of a statement that hands a change of a volume over to the worker: operation, history and wake-up in the same
 * round trip. What goes before it moves the volume in a CTE `moved` and returns its columns, with `acceptanceValues` as
 * the first eight values.
 * @param change.operation the operation's resource and action, as SQL over `moved`
 * @param change.history the action in the volume's history; null for what is not kept there
 * @param change.answer the CTE whose row the statement answers; `submitted_at` is added to it
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
  // Without history the key is not kept, but each value of a statement must have a type.
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

/** Which resource an operation changes and how, as SQL over `moved` and the values after the first eight. */
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
 * Workspace, volume, operation, entry in the history, idempotency key, saga, its input and the milliseconds it may
 * take.
 */
type AcceptanceValues = readonly [bigint, string, string, string, string | null, string, string, number];

/** The first eight values of a statement that ends with `acceptance`. */
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
