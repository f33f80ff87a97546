import { statement } from "@fulmar/prisma";
import type {
  GatewayConfiguration,
  InstanceNetwork,
  NetworkConfiguration,
  NetworkKind,
  NetworkPort,
} from "../ports/network-port.ts";
import { kept, keptAgain } from "./site-record.ts";
import type { World } from "./world.ts";

const apply = statement(
  "simulated_network_apply",
  `INSERT INTO simulated.network_configuration AS n (kind, id, revision, configuration, record, provider) VALUES ($1, $2, $3, $4::jsonb, ${kept("$5")}, $6)
    ON CONFLICT (kind, id) DO UPDATE
   SET revision = excluded.revision, configuration = excluded.configuration, record = ${keptAgain("n")} WHERE n.revision < excluded.revision`,
);
const remove = statement(
  "simulated_network_remove",
  "DELETE FROM simulated.network_configuration WHERE kind = $1 AND id = $2 AND provider = $3",
);
const find = statement(
  "simulated_network_find",
  "SELECT id, revision FROM simulated.network_configuration WHERE kind = $1 AND id = ANY ($2::text[]) AND provider = $3",
);
const list = statement(
  "simulated_network_list",
  "SELECT id, revision FROM simulated.network_configuration WHERE kind = $1 AND id > $2 AND provider = $4 ORDER BY id LIMIT $3",
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
      await world.query(signal, apply, [
        kind,
        id,
        revision,
        JSON.stringify(configuration),
        JSON.stringify(record),
        world.provider,
      ]);
    };
  return {
    deviceOf: () => null,
    applySubnet: applyOf("subnet"),
    applyInstance: applyOf("vm"),
    applyGateway: applyOf("nat_gateway"),
    async remove(kind, id, signal) {
      await world.query(signal, remove, [kind, id, world.provider]);
    },
    find: (kind, ids, signal) => world.query(signal, find, [kind, ids, world.provider]),
    list: (kind, { after, limit }, signal) => world.query(signal, list, [kind, after, limit, world.provider]),
  };
}
