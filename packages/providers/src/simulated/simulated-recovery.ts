import type { RecoveryPort } from "../recovery-port.ts";
import { createSnapshot, deleteSnapshot } from "./snapshots.ts";
import type { World } from "./world.ts";

export function simulatedRecovery(world: World): RecoveryPort {
  return {
    createSnapshot: (...call) => createSnapshot(world, ...call),
    deleteSnapshot: (...call) => deleteSnapshot(world, ...call),
  };
}
