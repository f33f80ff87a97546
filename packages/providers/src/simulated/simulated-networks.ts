import { statement } from "@fulmar/prisma";
import type {
  GatewayConfiguration,
  InstanceNetwork,
  NetworkConfiguration,
  NetworkKind,
  NetworkPort,
} from "../ports/network-port.ts";
import { subnetNotReady } from "../ports/provider-error.ts";
import { KEPT, keptAgain } from "./site-record.ts";
import type { World } from "./world.ts";

/** SQL: the newest revision stays. */
const UNLESS_OLDER = `ON CONFLICT (kind, id) DO UPDATE
      SET revision = excluded.revision, configuration = excluded.configuration, record = ${keptAgain("n")}
    WHERE n.revision < excluded.revision`;

const apply = statement(
  "simulated_network_apply",
  `INSERT INTO simulated.network_configuration AS n (kind, id, revision, configuration, record, provider)
   VALUES ($kind, $id, $revision, $configuration::jsonb, ${KEPT}, $provider)
   ${UNLESS_OLDER}`,
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

// A network comes with the sets that it names in one statement: the removal of unnamed sets sees both or neither.
const applyInstance = statement(
  "simulated_instance_network_apply",
  `WITH sets AS (
     INSERT INTO simulated.network_configuration AS n (kind, id, revision, configuration, provider)
     SELECT 'address_set', s.id, s.revision, jsonb_build_object('addresses', s.addresses), $provider
       FROM jsonb_to_recordset($configuration::jsonb -> 'sets') AS s (id text, revision int, addresses jsonb)
      ORDER BY s.id
         ON CONFLICT (kind, id) DO UPDATE SET revision = excluded.revision, configuration = excluded.configuration
      WHERE n.revision <= excluded.revision
   )
   INSERT INTO simulated.network_configuration AS n (kind, id, revision, configuration, record, provider)
   VALUES ('vm', $id, $revision, $configuration, ${KEPT}, $provider)
   ${UNLESS_OLDER}`,
);
const removeUnnamedSets = statement(
  "simulated_sets_remove",
  `DELETE FROM simulated.network_configuration s
    WHERE s.kind = 'address_set' AND s.provider = $provider
      AND NOT EXISTS (SELECT FROM simulated.network_configuration v
                       WHERE v.kind = 'vm' AND v.provider = $provider
                         AND v.configuration -> 'sets' @> jsonb_build_array(jsonb_build_object('id', s.id)))`,
);
const applySet = statement(
  "simulated_set_apply",
  `UPDATE simulated.network_configuration
      SET revision = $revision, configuration = jsonb_build_object('addresses', $addresses::jsonb)
    WHERE kind = 'address_set' AND id = $id AND provider = $provider AND revision <= $revision`,
);

const applyNames = statement(
  "simulated_names_apply",
  `WITH at_site AS (
     SELECT FROM simulated.network_configuration
      WHERE kind = 'subnet' AND provider = $provider AND configuration ->> 'vpcId' = $vpc_id LIMIT 1
   ), applied AS (
     INSERT INTO simulated.network_configuration AS n (kind, id, revision, configuration, provider)
     SELECT 'vpc_names', $vpc_id, $revision, jsonb_build_object('names', $names::jsonb), $provider FROM at_site
         ON CONFLICT (kind, id) DO UPDATE SET revision = excluded.revision, configuration = excluded.configuration
      WHERE n.revision <= excluded.revision
   )
   SELECT count(*) > 0 AS is_ready FROM at_site`,
);
const removeUnusedNames = statement(
  "simulated_names_remove",
  `DELETE FROM simulated.network_configuration c
    WHERE c.kind = 'vpc_names' AND c.provider = $provider
      AND NOT EXISTS (SELECT FROM simulated.network_configuration n
                       WHERE n.kind = 'subnet' AND n.provider = $provider AND n.configuration ->> 'vpcId' = c.id)`,
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
  const { provider } = world;
  return {
    deviceOf: () => null,
    applySubnet: applyOf("subnet"),
    async applyInstance(id, { revision, record, ...configuration }, signal) {
      const written = { configuration: JSON.stringify(configuration), record: JSON.stringify(record) };
      await world.query(signal, applyInstance, { id, revision, ...written, provider });
      await world.query(signal, removeUnnamedSets, { provider });
    },
    applyGateway: applyOf("nat_gateway"),
    async applySet({ id, revision, addresses }, signal) {
      await world.query(signal, applySet, { id, revision, addresses: JSON.stringify(addresses), provider });
    },
    findSets: (ids, signal) => world.query(signal, find, { kind: "address_set", ids, provider }),
    async applyNames(vpcId, { revision, names }, signal) {
      const values = { vpc_id: vpcId, revision, names: JSON.stringify(names), provider };
      const [{ is_ready } = { is_ready: false }] = await world.query(signal, applyNames, values);
      if (is_ready !== true) throw subnetNotReady();
    },
    findNames: (ids, signal) => world.query(signal, find, { kind: "vpc_names", ids, provider }),
    async remove(kind, id, signal) {
      await world.query(signal, remove, { kind, id, provider });
      if (kind === "subnet") await world.query(signal, removeUnusedNames, { provider });
      if (kind === "vm") await world.query(signal, removeUnnamedSets, { provider });
    },
    find: (kind, ids, signal) => world.query(signal, find, { kind, ids, provider }),
    list: (kind, { after, limit }, signal) => world.query(signal, list, { kind, after, limit, provider }),
  };
}
