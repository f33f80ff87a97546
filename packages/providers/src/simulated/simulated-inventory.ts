import type { InventoryPort, SiteMark } from "../inventory-port.ts";
import { describeConfiguration } from "./describe-configuration.ts";
import { describeRecoveryPoint } from "./describe-recovery-point.ts";
import { describeVm } from "./describe-vm.ts";
import { describeVolume } from "./describe-volume.ts";
import type { World } from "./world.ts";

const READ_MARK = "SELECT mark FROM simulated.site_mark";
const WRITE_MARK = `INSERT INTO simulated.site_mark (mark) VALUES ($1::jsonb) ON CONFLICT ("only") DO UPDATE SET mark = excluded.mark`;

/** All simulated sites are one world, which has one mark. */
export function simulatedInventory(world: World): InventoryPort {
  return {
    async readMark(signal) {
      const [row] = await world.query<{ mark: SiteMark }>("mark_read", READ_MARK, [], signal);
      return row?.mark ?? null;
    },
    async writeMark({ installationId, epoch, token }, signal) {
      await world.query("mark_write", WRITE_MARK, [JSON.stringify({ installationId, epoch, token })], signal);
    },
    async describe(kind, id, signal) {
      switch (kind) {
        case "vm":
          return describeVm(world, id, signal);
        case "volume":
          return describeVolume(world, id, signal);
        case "snapshot":
        case "backup":
          return describeRecoveryPoint(world, kind, id, signal);
        default:
          return describeConfiguration(world, kind, id, signal);
      }
    },
  };
}
