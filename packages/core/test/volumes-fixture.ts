// Shared by the tests of volumes, in addition to compute's: volumes in the database and at the provider.
import type { Volume, VolumeOperation, VolumeSnapshot } from "@fulmar/contract";
import { runWorker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import type { StoredVolume } from "@fulmar/providers";
import { sagas } from "../src/worker.ts";
import type { computeFixture } from "./compute-fixture.ts";

export const SITE = "site-ams-1";

const { signal } = new AbortController();

export function volumesOf(fixture: ReturnType<typeof computeFixture>) {
  /** Waits while a separate worker runs. */
  async function carryOut<Answer>(wait: () => Promise<Answer>): Promise<Answer> {
    const { database, services } = fixture.world;
    const worker = runWorker({ database, sagas, services, logger: silent });
    try {
      return await wait();
    } finally {
      await worker.stop();
    }
  }
  const volumes = {
    /** A requested volume that no worker has created yet. */
    create: (name: string, body: object = {}) =>
      fixture.send<Volume>("volume.create", {}, { name, size_gb: 10, site_id: SITE, ...body }),
    get: (volume_id: string) => fixture.send<Volume>("volume.get", { volume_id }),
    /** Waits until a volume no longer changes. A worker must be running. */
    settled: (volume_id: string) => fixture.send<Volume>("volume.get", { volume_id }, {}, { wait: 60 }),
    history: (volume_id: string) => fixture.send<VolumeOperation[]>("volume.operations", { volume_id }),
    /**
     * Requests a change of a volume.
     * @returns the engine's operation that carries it out
     */
    async change(
      id: "volume.attach" | "volume.detach" | "volume.resize" | "volumeSnapshot.create",
      volume_id: string,
      body: object = {},
    ): Promise<string> {
      await fixture.send(id, { volume_id }, { ...body });
      return volumes.operationOf(volume_id);
    },
    /** The engine's operation that holds a volume. */
    async operationOf(volume_id: string): Promise<string> {
      const { operation_id } = await fixture.world.database.prisma.volume.findFirstOrThrow({ where: { volume_id } });
      if (operation_id === null) throw new Error(`nothing is under way on the volume ${volume_id}`);
      return operation_id;
    },
    /** The provider's data of a volume. */
    async stored(volume_id: string): Promise<StoredVolume | undefined> {
      const [found] = await (await fixture.world.services.provider("simulated")).volumes.findVolumes(
        [volume_id],
        signal,
      );
      return found;
    },
    /** Runs a separate worker until the volume no longer changes. */
    carryOut: (volume_id: string) => carryOut(() => volumes.settled(volume_id)),
    /**
     * Takes a snapshot of a volume, with a separate worker.
     * @returns its id
     */
    async snapshot(volume_id: string, name: string): Promise<string> {
      const { snapshot_id } = await fixture.send<VolumeSnapshot>("volumeSnapshot.create", { volume_id }, { name });
      await carryOut(() => fixture.send("volumeSnapshot.get", { volume_id, snapshot_id }, {}, { wait: 60 }));
      return snapshot_id;
    },
    /** An available volume. */
    async available(name: string): Promise<string> {
      const { volume_id } = await volumes.create(name);
      await volumes.carryOut(volume_id);
      return volume_id;
    },
    /** A volume that is attached to a VM. */
    async attached(name: string, vm_id: string): Promise<string> {
      const volume_id = await volumes.available(name);
      await volumes.change("volume.attach", volume_id, { vm_id });
      await volumes.carryOut(volume_id);
      return volume_id;
    },
  };
  return volumes;
}
