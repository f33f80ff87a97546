import type {
  GatewayConfiguration,
  InstanceNetwork,
  NetworkConfiguration,
  NetworkKind,
  NetworkPort,
} from "../ports/network-port.ts";
import { kept, keptAgain } from "./kept-record.ts";
import type { World } from "./world.ts";

const APPLY = `INSERT INTO simulated.network_configuration AS n (kind, id, revision, configuration, record) VALUES ($1, $2, $3, $4::jsonb, ${kept("$5")})
    ON CONFLICT (kind, id) DO UPDATE
   SET revision = excluded.revision, configuration = excluded.configuration, record = ${keptAgain("n")} WHERE n.revision < excluded.revision`;
const REMOVE = "DELETE FROM simulated.network_configuration WHERE kind = $1 AND id = $2";
const FIND = "SELECT id, revision FROM simulated.network_configuration WHERE kind = $1 AND id = ANY ($2::text[])";
const LIST =
  "SELECT id, revision FROM simulated.network_configuration WHERE kind = $1 AND id > $2 ORDER BY id LIMIT $3";

/** Switches that switch nothing: they remember what they were told. */
export function simulatedNetworks(world: World): NetworkPort {
  const apply =
    (kind: NetworkKind) =>
    async (
      id: string,
      { revision, record, ...configuration }: NetworkConfiguration | InstanceNetwork | GatewayConfiguration,
      signal: AbortSignal,
    ) => {
      await world.query(
        "network_apply",
        APPLY,
        [kind, id, revision, JSON.stringify(configuration), JSON.stringify(record)],
        signal,
      );
    };
  return {
    applySubnet: apply("subnet"),
    applyInstance: apply("vm"),
    applyGateway: apply("nat_gateway"),
    async remove(kind, id, signal) {
      await world.query("network_remove", REMOVE, [kind, id], signal);
    },
    find: (kind, ids, signal) =>
      world.query<{ id: string; revision: number }>("network_find", FIND, [kind, ids], signal),
    list: (kind, { after, limit }, signal) =>
      world.query<{ id: string; revision: number }>("network_list", LIST, [kind, after, limit], signal),
  };
}
