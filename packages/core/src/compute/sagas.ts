import { vmCreateSaga } from "./vm-create.saga.ts";
import { vmDeleteSaga } from "./vm-delete.saga.ts";
import { vmRebootSaga } from "./vm-reboot.saga.ts";
import { vmSnapshotSaga } from "./vm-snapshot.saga.ts";
import { vmStartSaga } from "./vm-start.saga.ts";
import { vmStopSaga } from "./vm-stop.saga.ts";

/** What asynchronous requests for VMs do. */
export const computeSagas = [vmCreateSaga, vmDeleteSaga, vmStartSaga, vmStopSaga, vmRebootSaga, vmSnapshotSaga] as const;
