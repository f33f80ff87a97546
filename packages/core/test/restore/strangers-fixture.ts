// Shared by the tests of strangers: machines that somebody made at the simulated site by hand.
import { adoptMachine, listStrangers, type MachineAdoption, releaseMachine } from "../../src/operator.ts";
import { reconcilers } from "../../src/worker.ts";
import { SITE } from "../network-fixture.ts";
import { adoptFixture } from "./adopt-fixture.ts";

const configuration = {
  secrets: ["secret of the tests"] as const,
  simulatedSiteUrl: undefined,
  billingUrl: undefined,
  billingTimeoutMs: 1_000,
  fundsHorizonHours: 1,
};

export function strangersFixture() {
  const fixture = adoptFixture();
  const more = {
    /** A machine that runs since an hour, with content. */
    async stranger(name: string, size: { cpu?: number | null; ram_mb?: number | null; disk_gb?: number | null } = {}) {
      const { cpu = 1, ram_mb = 1024, disk_gb = 20 } = size;
      await fixture.query(
        `INSERT INTO simulated.stranger (name, cpu, ram_mb, disk_gb, image, power, content, started_at)
         VALUES ($1, $2, $3, $4, 'Debian 12', 'running', 'root of ' || $1, now() - interval '1 hour')`,
        [name, cpu, ram_mb, disk_gb],
      );
    },
    strangerVolume: (name: string, machine: string | null, size_gb: number | null = 5) =>
      fixture.query(
        "INSERT INTO simulated.stranger_volume (name, size_gb, machine, content) VALUES ($1, $2, $3, 'data of ' || $1)",
        [name, size_gb, machine],
      ),
    strangers: () => listStrangers(fixture.world.database, configuration, SITE),
    adoptMachine: (machine: string, request: Partial<MachineAdoption> = {}, fundsHorizonHours = 1) =>
      adoptMachine(
        fixture.world.database,
        { ...configuration, fundsHorizonHours },
        {
          ...{ siteId: SITE, machine, workspaceId: fixture.world.entry.workspace.id, force: false, dryRun: false },
          ...request,
        },
      ),
    /** Adopts a machine. @returns the id of its VM */
    async adopted(machine: string, request: Partial<MachineAdoption> = {}): Promise<string> {
      const { vmId } = await more.adoptMachine(machine, request);
      if (vmId === null) throw new Error("the machine was not adopted");
      return vmId;
    },
    release: (vmId: string) => releaseMachine(fixture.world.database, configuration, vmId),
    /** Marks that a machine was not touched: its boot and its contents, whoever it belongs to. */
    lasting: (machine: string) =>
      fixture.query(
        `SELECT 'machine' AS what, started_at::text AS boot, content FROM simulated.stranger WHERE name = $1
          UNION ALL SELECT 'machine', i.started_at::text, d.content FROM simulated.instance i
           JOIN simulated.disk d ON d.root_of_vm_id = i.vm_id WHERE i.record ->> 'machine' = $1
          UNION ALL SELECT name, NULL, content FROM simulated.stranger_volume WHERE machine = $1
          UNION ALL SELECT v.record ->> 'machine', NULL, d.content FROM simulated.instance i
           JOIN simulated.volume_attachment a USING (vm_id) JOIN simulated.volume v USING (volume_id)
                      JOIN simulated.disk d ON d.data_volume_id = v.volume_id WHERE i.record ->> 'machine' = $1
          ORDER BY 1`,
        [machine],
      ),
    /** Runs every reconciler once. */
    async reconcileAll(): Promise<void> {
      for (const { name } of reconcilers) await fixture.reconcile(name);
    },
    fence: () => fixture.query("SELECT provider, reason FROM site_fence WHERE reason IS NOT NULL"),
    tombstones: () => fixture.query("SELECT kind, resource_id FROM tombstone ORDER BY 1, 2"),
  };
  return Object.assign(fixture, more);
}
