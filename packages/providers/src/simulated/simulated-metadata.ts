import { createHash } from "node:crypto";
import { statement } from "@fulmar/prisma";
import type { MetadataPort } from "../ports/metadata-port.ts";
import type { World } from "./world.ts";

// The addresses of NICs in subnets, or the one outside of them.
const at = statement(
  "simulated_metadata_machine",
  `SELECT m.vm_id, m.addresses
     FROM (SELECT i.vm_id, coalesce(
                  (SELECT array_agg(nic.value ->> 'address' ORDER BY nic.place)
                     FROM simulated.network_configuration n
                     CROSS JOIN jsonb_array_elements(n.configuration -> 'nics') WITH ORDINALITY AS nic (value, place)
                    WHERE n.kind = 'vm' AND n.id = i.vm_id AND n.provider = i.provider),
                  ARRAY[i.private_ip]) AS addresses
             FROM simulated.instance i
            WHERE i.provider = $provider AND i.power = 'running'
              AND (i.vanishes_at IS NULL OR i.vanishes_at > clock_timestamp())) AS m
    WHERE EXISTS (SELECT FROM unnest(m.addresses) AS address WHERE address LIKE '%' || $ending)
    ORDER BY m.vm_id LIMIT 2`,
);

/** The last three parts of a loopback address. */
const LOOPBACK = /^127(\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3})$/;

/**
 * Simulated machines have no network, so loopback stands for it: what is sent from 127.0.0.5 comes from the machine whose
 * address ends like that, such as 10.0.0.5, as in `curl --interface 127.0.0.5 http://127.0.0.1:8169/…`. Any program of
 * this host may do so.
 */
export function simulatedMetadata(world: World): MetadataPort {
  return {
    open: async () => ({ host: "127.0.0.1", names: ["127.0.0.1", "localhost"] }),
    close: async () => undefined,
    async machineAt(address, signal) {
      const ending = LOOPBACK.exec(address)?.[1];
      if (ending === undefined) return null;
      const [machine, another] = await world.query(signal, at, { provider: world.provider, ending });
      if (machine === undefined || another !== undefined) return null;
      const addresses = machine.addresses.filter((own) => own !== null);
      return {
        vmId: machine.vm_id,
        address: addresses.find((own) => own.endsWith(ending)) ?? "",
        interfaces: addresses.map((own, index) => ({ mac: macOf(machine.vm_id, index), address: own })),
      };
    },
  };
}

/** A MAC address that stays the same, in the range for local ones. */
function macOf(vmId: string, index: number): string {
  const bytes = createHash("sha256").update(`${vmId} ${index}`).digest().subarray(0, 5);
  return `02:${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(":")}`;
}
