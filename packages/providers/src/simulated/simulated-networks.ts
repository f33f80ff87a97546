import { statement } from "@fulmar/prisma";
import type {
  GatewayConfiguration,
  InstanceNetwork,
  NetworkConfiguration,
  NetworkKind,
  NetworkPort,
} from "../ports/network-port.ts";
import { KEPT, keptAgain } from "./site-record.ts";
import type { World } from "./world.ts";

const apply = statement(
  "simulated_network_apply",
  `INSERT INTO simulated.network_configuration AS n (kind, id, revision, configuration, record, provider)
   VALUES ($kind, $id, $revision, $configuration::jsonb, ${KEPT}, $provider)
    ON CONFLICT (kind, id) DO UPDATE
   SET revision = excluded.revision, configuration = excluded.configuration, record = ${keptAgain("n")}
 WHERE n.revision < excluded.revision`,
);
const remove = statement(
  "simulated_network_remove",
  "DELETE FROM simulated.network_configuration WHERE kind = $kind AND id = $id AND provider = $provider",
);
const find = statement(
  "simulated_network_find",
  `SELECT id, revision FROM simulated.network_configuration
    WHERE kind = $kind AND id = ANY ($ids::text[]) AND provider = $provider`,
);
const list = statement(
  "simulated_network_list",
  `SELECT id, revision FROM simulated.network_configuration WHERE kind = $kind AND id > $after AND provider = $provider
    ORDER BY id LIMIT $limit`,
);

/** Networks that carry no traffic and only store their configuration. */
export function simulatedNetworks(world: World): NetworkPort {
  const applyOf =
    (kind: NetworkKind) =>
    async (
      id: string,
      { revision, record, ...configuration }: NetworkConfiguration | InstanceNetwork | GatewayConfiguration,
      signal: AbortSignal,
    ) => {
      await world.query(signal, apply, {
        kind,
        id,
        revision,
        configuration: JSON.stringify(configuration),
        record: JSON.stringify(record),
        provider: world.provider,
      });
    };
  return {
    deviceOf: () => null,
    applySubnet: applyOf("subnet"),
    applyInstance: applyOf("vm"),
    applyGateway: applyOf("nat_gateway"),
    async remove(kind, id, signal) {
      await world.query(signal, remove, { kind, id, provider: world.provider });
    },
    find: (kind, ids, signal) => world.query(signal, find, { kind, ids, provider: world.provider }),
    list: (kind, { after, limit }, signal) =>
      world.query(signal, list, { kind, after, limit, provider: world.provider }),
  };
}
