import type pg from "pg";
import type {
  CdnProvider,
  CertificatePort,
  DomainResolver,
  EdgeConfiguration,
  EdgeDistribution,
  EdgePort,
  EdgePurge,
} from "../ports/cdn-ports.ts";
import { beginStep } from "./begin-step.ts";
import { openWorld, type World } from "./world.ts";

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

const DEPLOY = `INSERT INTO simulated.edge_distribution AS e (distribution_id, revision, configuration) VALUES ($1, $2, $3::jsonb)
    ON CONFLICT (distribution_id) DO UPDATE SET revision = excluded.revision, configuration = excluded.configuration WHERE e.revision < excluded.revision`;

const PURGE = "INSERT INTO simulated.edge_purge (distribution_id, paths, everything) VALUES ($1, $2::text[], $3)";

const COLUMNS = `distribution_id AS "distributionId", revision`;

/** An edge that serves nobody: it remembers what it was told. */
export function simulatedEdge(world: World): EdgePort {
  return {
    async deploy(distributionId: string, configuration: EdgeConfiguration, signal: AbortSignal) {
      await world.query(
        "edge_deploy",
        DEPLOY,
        [distributionId, configuration.revision, JSON.stringify(configuration)],
        signal,
      );
    },
    async remove(distributionId: string, signal: AbortSignal) {
      await world.query(
        "edge_remove",
        "DELETE FROM simulated.edge_distribution WHERE distribution_id = $1",
        [distributionId],
        signal,
      );
    },
    async purge(distributionId: string, purge: EdgePurge, signal: AbortSignal) {
      const values = purge === "everything" ? [distributionId, [], true] : [distributionId, purge.paths, false];
      await world.query("edge_purge", PURGE, values, signal);
    },
    find(distributionIds: readonly string[], signal: AbortSignal) {
      const text = `SELECT ${COLUMNS} FROM simulated.edge_distribution WHERE distribution_id = ANY ($1::text[])`;
      return world.query<EdgeDistribution>("edge_find", text, [distributionIds], signal);
    },
    list({ after, limit }: { readonly after: string; readonly limit: number }, signal: AbortSignal) {
      const text = `SELECT ${COLUMNS} FROM simulated.edge_distribution WHERE distribution_id > $1 ORDER BY distribution_id LIMIT $2`;
      return world.query<EdgeDistribution>("edge_list", text, [after, limit], signal);
    },
  };
}

// One that lasts long enough stays.
const OBTAIN = `INSERT INTO simulated.certificate AS c (domain, expires_at) VALUES ($1, now() + interval '90 days')
    ON CONFLICT (domain) DO UPDATE
   SET expires_at = CASE WHEN c.expires_at > now() + $2::float8 * interval '1 millisecond' THEN c.expires_at ELSE excluded.expires_at END
  RETURNING expires_at`;

/** An authority that issues at once, for 90 days. */
export function simulatedCertificates(world: World): CertificatePort {
  return {
    async obtain(domain: string, renewBeforeMs: number, signal: AbortSignal) {
      const [row] = await world.query<{ expires_at: Date }>(
        "certificate_obtain",
        OBTAIN,
        [domain, renewBeforeMs],
        signal,
      );
      return row && { expiresAt: row.expires_at };
    },
  };
}

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
