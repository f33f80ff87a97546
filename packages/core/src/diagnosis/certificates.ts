import { X509Certificate } from "node:crypto";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { type Finding, fail, ok, saidBy, warn } from "./finding.ts";

const SOON_DAYS = 21;
const DAY_MS = 86_400_000;

const ofSites = statement(
  "diagnosis_site_certificates",
  `SELECT c.site_id, c.client_certificate, c.server_certificate FROM site_connection c JOIN site s USING (site_id)
    WHERE s.removed_at IS NULL ORDER BY c.site_id`,
);

/** The certificates that are named one by one. */
const MOST_NAMED = 20;

// A worker renews within a day, so those of short lives are no warning while they last.
const ofDomains = statement(
  "diagnosis_domain_certificates",
  `SELECT certificate_id, expires_at, renew_at, problem, count(*) OVER () AS late FROM acme_certificate
    WHERE renew_at < now() - interval '1 day' OR expires_at < now() OR problem IS NOT NULL
    ORDER BY expires_at NULLS FIRST, certificate_id LIMIT ${MOST_NAMED}`,
);

// An edge needs a moment for a new certificate. Without a row of an authority, the certificate is the operator's own.
const ofEdges = statement(
  "diagnosis_served_certificates",
  `SELECT e.name AS edge, c.name, c.expires_at AS served_until, a.expires_at AS obtained_until,
          count(*) OVER () AS found
     FROM edge_certificate c
     JOIN edge e ON e.edge_id = c.edge_id AND e.removed_at IS NULL
     LEFT JOIN acme_certificate a
       ON a.certificate_id = CASE c.kind WHEN 'load_balancer' THEN c.id || '/' || c.name ELSE c.name END
     LEFT JOIN edge_document d ON d.kind = c.kind AND d.id = c.id
    WHERE (a.certificate_id IS NOT NULL OR c.kind = 'certificate')
      AND (a.expires_at <> c.expires_at AND coalesce(d.changed_at < now() - interval '10 minutes', true)
        OR c.expires_at < now() + interval '14 days' AND coalesce(a.renew_at < now() - interval '1 day', true))
    ORDER BY c.expires_at, c.name, e.name LIMIT ${MOST_NAMED}`,
);

/**
 * Looks at the certificates of sites, at those of domains that were not obtained or not renewed in time, and at what
 * edges serve.
 */
export async function certificateFindings(sql: Sql): Promise<Finding[]> {
  const sites = (await sql.query(ofSites)).flatMap(({ site_id, client_certificate, server_certificate }) => [
    ...read(`client certificate of ${site_id}`, client_certificate),
    ...read(`server certificate of ${site_id}`, server_certificate),
  ]);
  const late = await sql.query(ofDomains);
  const unnamed = Number(late[0]?.late ?? 0) - late.length;
  const more = `${unnamed} more are late: see the operators' page Certificates.`;
  const served = await sql.query(ofEdges);
  const unshown = Number(served[0]?.found ?? 0) - served.length;
  const others = `Edges serve ${unshown} more that end soon or are not the ones obtained: see the page Certificates.`;
  return [
    ...[...sites, ...late.map(lateness), ...(unnamed > 0 ? [warn("certificates", more)] : [])],
    ...[...served.map(difference), ...(unshown > 0 ? [warn("served certificates", others)] : [])],
  ];
}

/** Judges a certificate that an edge serves, which ends soon or is not the one that was obtained. */
function difference({ edge, name, served_until, obtained_until }: RowOf<typeof ofEdges>): Finding {
  const check = `certificate ${name} at ${edge}`;
  const judge = served_until <= new Date() ? fail : warn;
  const isOther = obtained_until !== null && obtained_until.getTime() !== served_until.getTime();
  const ends = served_until <= new Date() ? "ended" : "ends";
  return isOther
    ? judge(
        check,
        `The edge serves one that ${ends} on ${dayOf(served_until)}, not the one that was obtained, which ends on ` +
          `${dayOf(obtained_until)}: look at the log of the edge's agent.`,
      )
    : judge(
        check,
        `The certificate that the edge serves ${ends} on ${dayOf(served_until)}: ` +
          (obtained_until === null ? "replace its file on the edge." : "see why its renewal failed."),
      );
}

/** Judges a certificate that was not obtained, or should have been renewed. */
function lateness({ certificate_id, expires_at, renew_at, problem }: RowOf<typeof ofDomains>): Finding {
  const check = `certificate ${certificate_id}`;
  const advice = problem === null ? "see the worker's log" : `correct its DNS records (${problem})`;
  if (expires_at === null) return warn(check, `It was not obtained: ${advice}.`);
  const due = renew_at === null || renew_at > new Date() ? "" : `, and its renewal was due on ${dayOf(renew_at)}`;
  if (expires_at <= new Date()) return fail(check, `It expired on ${dayOf(expires_at)}${due}: ${advice}.`);
  return warn(check, `It expires in ${daysUntil(expires_at)} days, on ${dayOf(expires_at)}${due}: ${advice}.`);
}

function read(check: string, pem: string | null): Finding[] {
  if (pem === null) return [];
  try {
    return [expiry(check, new Date(new X509Certificate(pem).validTo), "run fulmar admin site renew")];
  } catch (error) {
    return [fail(check, `It cannot be read (${saidBy(error)}): run fulmar admin site renew.`)];
  }
}

/** Judges the end of a certificate. */
export function expiry(check: string, until: Date, advice: string): Finding {
  const days = daysUntil(until);
  const day = dayOf(until);
  if (days < 0) return fail(check, `It expired on ${day}: ${advice}.`);
  return days < SOON_DAYS
    ? warn(check, `It expires in ${days} days, on ${day}: ${advice}.`)
    : ok(check, `It is valid until ${day}.`);
}

const daysUntil = (date: Date) => Math.floor((date.getTime() - Date.now()) / DAY_MS);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);
