import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { providerLanes } from "../work/each-provider.ts";
import { answeringInTime } from "../work/timed-provider.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { findStrangers, unfinishedAdoptions } from "./strangers.ts";

const record = statement(
  "strangers_record",
  `WITH told AS (
     SELECT * FROM jsonb_to_recordset($strangers::jsonb) AS t (kind text, name text, type text, power text, cpu int,
       ram_mb int, image text, addresses text[], hosts text[], volumes text[], warnings text[], disk_gb int,
       machines text[], obstacles text[])
   ), gone AS (
     DELETE FROM site_stranger s
      WHERE s.provider = $provider AND NOT EXISTS (SELECT FROM told WHERE told.kind = s.kind AND told.name = s.name)
   )
   INSERT INTO site_stranger (provider, kind, name, type, power, cpu, ram_mb, image, addresses, hosts, volumes, warnings,
                              disk_gb, machines, obstacles)
   SELECT $provider, kind, name, type, power, cpu, ram_mb, image, addresses, hosts, volumes, warnings, disk_gb, machines,
          obstacles
     FROM told
       ON CONFLICT (provider, kind, name) DO UPDATE
      SET type = excluded.type, power = excluded.power, cpu = excluded.cpu, ram_mb = excluded.ram_mb,
          image = excluded.image, addresses = excluded.addresses, hosts = excluded.hosts, volumes = excluded.volumes,
          warnings = excluded.warnings, disk_gb = excluded.disk_gb, machines = excluded.machines,
          obstacles = excluded.obstacles, last_seen_at = now()`,
);

/** Stores the machines and volumes of each site that are not Fulmar's, for operators. Changes nothing at the sites. */
export const recordStrangers: Reconciler<WorkerServices> = {
  name: "find-strangers",
  everyMs: 60_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const names = lane === undefined ? await services.providerNames() : [lane];
    const results = await Promise.allSettled(names.map((name) => look(services, name, signal)));
    signal.throwIfAborted();
    throwAll(results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])));
  },
};

async function look(services: WorkerServices, provider: string, signal: AbortSignal): Promise<void> {
  const { sql } = services.database;
  const begun = await unfinishedAdoptions(sql, provider);
  const { machines, volumes } = await findStrangers(
    answeringInTime(await services.observedProvider(provider)),
    begun,
    signal,
  );
  const strangers = [
    ...machines.map(({ ramMb: ram_mb, diskGb: disk_gb, rxBytes: _, txBytes: __, ...machine }) => ({
      ...machine,
      ...{ kind: "machine", ram_mb, disk_gb, machines: [] },
    })),
    ...volumes.map(({ sizeGb: disk_gb, ...volume }) => ({
      ...volume,
      ...{ kind: "volume", disk_gb, addresses: [], hosts: [], volumes: [], warnings: [] },
    })),
  ];
  await sql.query(record, { provider, strangers: JSON.stringify(strangers) });
}
