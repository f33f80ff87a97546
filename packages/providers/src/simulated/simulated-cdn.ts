import type pg from "pg";
import type { CdnProvider } from "../cdn-provider.ts";
import type { DomainResolver } from "../domain-resolver.ts";
import { beginStep } from "./begin-step.ts";
import { simulatedCertificates } from "./certificates.ts";
import { simulatedEdge } from "./edge.ts";
import { openWorld } from "./world.ts";
import { withSimulatedZone } from "./zone.ts";

/** A CDN without servers, for development and tests. Domains are looked up for real, except those below `.test`. */
export function simulatedCdn(pool: pg.Pool, resolver: DomainResolver): CdnProvider {
  const world = openWorld(pool);
  return {
    beginStep,
    edge: simulatedEdge(world),
    certificates: simulatedCertificates(world),
    resolver: withSimulatedZone(world, resolver),
  };
}
