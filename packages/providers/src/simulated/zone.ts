import type { DomainResolver } from "../domain-resolver.ts";
import type { World } from "./world.ts";

const LOOK_UP = "SELECT value FROM simulated.dns_record WHERE name = $1 AND type = $2 ORDER BY value";

/**
 * Names below `.test`, which no real DNS has (RFC 6761), are looked up in the simulated world, where a developer or a
 * test can write them; all others are looked up by the resolver behind it.
 */
export function withSimulatedZone(world: World, resolver: DomainResolver): DomainResolver {
  async function lookUp(name: string, type: "TXT" | "CNAME" | "A", signal: AbortSignal): Promise<readonly string[]> {
    const rows = await world.query<{ value: string }>("dns", LOOK_UP, [name, type], signal);
    return rows.map((row) => row.value);
  }
  const isSimulated = (name: string) => name.endsWith(".test");
  return {
    txt: (name, signal) => (isSimulated(name) ? lookUp(name, "TXT", signal) : resolver.txt(name, signal)),
    cname: (name, signal) => (isSimulated(name) ? lookUp(name, "CNAME", signal) : resolver.cname(name, signal)),
    addresses: (name, signal) => (isSimulated(name) ? lookUp(name, "A", signal) : resolver.addresses(name, signal)),
  };
}
