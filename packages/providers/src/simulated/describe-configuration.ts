import type { SiteResource } from "../inventory-port.ts";
import { recordedName } from "../recorded-name.ts";
import { type Kept, madeAtOf, recordOf } from "./kept.ts";
import type { World } from "./world.ts";

/** A resource that is told by revisions. */
type ConfiguredKind = "subnet" | "vm_network" | "nat_gateway" | "load_balancer";

interface ConfigurationRow {
  revision: number;
  record: Kept | null;
  size: string | null;
}

const SIZE = `CASE kind WHEN 'subnet' THEN configuration ->> 'cidr' WHEN 'nat_gateway' THEN configuration #>> '{publicAddress,address}'
  ELSE (SELECT string_agg(nic.value ->> 'address', ', ') FROM jsonb_array_elements(configuration -> 'nics') AS nic) END`;

const DESCRIBE_NETWORK = `SELECT revision, record, ${SIZE} AS size FROM simulated.network_configuration
  WHERE id = $1 AND kind = CASE $2 WHEN 'vm_network' THEN 'vm' ELSE $2 END`;

const DESCRIBE_BALANCER = `SELECT revision, record, configuration ->> 'publicIp' AS size FROM simulated.load_balancer
  WHERE load_balancer_id = $1 AND $2 = 'load_balancer'`;

export async function describeConfiguration(
  world: World,
  kind: ConfiguredKind,
  id: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const [name, text] =
    kind === "load_balancer" ? ["describe_balancer", DESCRIBE_BALANCER] : ["describe_network", DESCRIBE_NETWORK];
  const [row] = await world.query<ConfigurationRow>(name, text, [id, kind], signal);
  if (row === undefined) return undefined;
  const record = recordOf(row.record);
  return {
    kind,
    id,
    name: recordedName(kind, record),
    size: row.size,
    madeAt: madeAtOf(row.record),
    record,
    revision: row.revision,
  };
}
