import type { Saga } from "@fulmar/engine";
import { blockStorageSagas } from "../block-storage/index.ts";
import { computeSagas } from "../compute/index.ts";
import { imageSagas } from "../images/index.ts";
import { endRecovery, recoverySagas, restoredVmSagas } from "../recovery/index.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** Every saga that a worker can carry out. */
export const sagas: readonly Saga<WorkerServices>[] = [
  ...blockStorageSagas,
  ...computeSagas(endRecovery),
  ...imageSagas,
  ...recoverySagas,
  ...restoredVmSagas,
];
