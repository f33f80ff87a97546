import { type Sql, statement } from "@fulmar/prisma";
import type {
  CdnProvider,
  CertificatePort,
  DomainResolver,
  EdgeConfiguration,
  EdgePort,
  EdgePurge,
} from "../ports/cdn-ports.ts";
import { beginStep } from "./begin-step.ts";
import { openWorld, type World } from "./world.ts";

/** A CDN without servers, for development and tests. Domains are looked up in real DNS, except those below `.test`. */
export function simulatedCdn(sql: Sql, resolver: DomainResolver): CdnProvider {
  const world = openWorld(sql, "cdn");
  return {
    beginStep,
    edge: simulatedEdge(world),
    certificates: simulatedCertificates(world),
    resolver: withSimulatedZone(world, resolver),
  };
}

const deploy = statement(
  "simulated_edge_deploy",
  `INSERT INTO simulated.edge_distribution AS e (distribution_id, revision, configuration)
   VALUES ($distribution_id, $revision, $configuration::jsonb)
    ON CONFLICT (distribution_id) DO UPDATE SET revision = excluded.revision, configuration = excluded.configuration
 WHERE e.revision < excluded.revision`,
);

const keepPurge = statement(
  "simulated_edge_purge",
  `INSERT INTO simulated.edge_purge (distribution_id, paths, everything)
   VALUES ($distribution_id, $paths::text[], $everything)`,
);

const remove = statement(
  "simulated_edge_remove",
  "DELETE FROM simulated.edge_distribution WHERE distribution_id = $distribution_id",
);

const COLUMNS = `distribution_id AS "distributionId", revision`;
const find = statement(
  "simulated_edge_find",
  `SELECT ${COLUMNS} FROM simulated.edge_distribution WHERE distribution_id = ANY ($distribution_ids::text[])`,
);
const list = statement(
  "simulated_edge_list",
  `SELECT ${COLUMNS} FROM simulated.edge_distribution WHERE distribution_id > $after ORDER BY distribution_id
    LIMIT $limit`,
);

/** An edge that serves no visitors and only stores its configuration. */
function simulatedEdge(world: World): EdgePort {
  return {
    async deploy(distributionId: string, configuration: EdgeConfiguration, signal: AbortSignal) {
      await world.query(signal, deploy, {
        distribution_id: distributionId,
        revision: configuration.revision,
        configuration: JSON.stringify(configuration),
      });
    },
    async remove(distributionId: string, signal: AbortSignal) {
      await world.query(signal, remove, { distribution_id: distributionId });
    },
    async purge(distributionId: string, purge: EdgePurge, signal: AbortSignal) {
      const everything = purge === "everything";
      await world.query(signal, keepPurge, {
        distribution_id: distributionId,
        paths: everything ? [] : purge.paths,
        everything,
      });
    },
    find(distributionIds: readonly string[], signal: AbortSignal) {
      return world.query(signal, find, { distribution_ids: distributionIds });
    },
    list({ after, limit }: { readonly after: string; readonly limit: number }, signal: AbortSignal) {
      return world.query(signal, list, { after, limit });
    },
  };
}

// A certificate that is valid for long enough stays.
const obtain = statement(
  "simulated_certificate_obtain",
  `INSERT INTO simulated.certificate AS c (domain, expires_at) VALUES ($domain, now() + interval '90 days')
    ON CONFLICT (domain) DO UPDATE
   SET expires_at = CASE WHEN c.expires_at > now() + interval '30 days' THEN c.expires_at ELSE excluded.expires_at END
  RETURNING expires_at`,
);

/** A certificate authority that issues at once, for 90 days, and renews 30 days before the end. */
function simulatedCertificates(world: World): CertificatePort {
  return {
    async obtain(domain: string, signal: AbortSignal) {
      const [row] = await world.query(signal, obtain, { domain });
      return row && { expiresAt: row.expires_at };
    },
  };
}

const lookUpName = statement(
  "simulated_dns",
  "SELECT value FROM simulated.dns_record WHERE name = $name AND type = $type ORDER BY value",
);

/**
 * Looks up names below `.test`, which do not exist in real DNS (RFC 6761), in the simulated world, where developers and
 * tests can write them. All others go to the given resolver.
 */
export function withSimulatedZone(world: World, resolver: DomainResolver): DomainResolver {
  async function lookUp(name: string, type: "TXT" | "CNAME" | "A", signal: AbortSignal): Promise<readonly string[]> {
    const rows = await world.query(signal, lookUpName, { name, type });
    return rows.map((row) => row.value);
  }
  const isSimulated = (name: string) => name.endsWith(".test");
  return {
    txt: (name, signal) => (isSimulated(name) ? lookUp(name, "TXT", signal) : resolver.txt(name, signal)),
    cname: (name, signal) => (isSimulated(name) ? lookUp(name, "CNAME", signal) : resolver.cname(name, signal)),
    addresses: (name, signal) => (isSimulated(name) ? lookUp(name, "A", signal) : resolver.addresses(name, signal)),
  };
}
