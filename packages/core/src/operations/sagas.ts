import type { Saga } from "@fulmar/engine";
import { blockStorageSagas } from "../block-storage/sagas.ts";
import { computeSagas } from "../compute/sagas.ts";
import { recoverySagas } from "../recovery/sagas.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** Every saga that a worker can carry out. */
export const sagas: readonly Saga<WorkerServices>[] = [...blockStorageSagas, ...computeSagas, ...recoverySagas];
