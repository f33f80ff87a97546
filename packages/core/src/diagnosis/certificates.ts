import { X509Certificate } from "node:crypto";
import { type Sql, statement } from "@fulmar/prisma";
import { type Finding, fail, ok, saidBy, warn } from "./finding.ts";

const SOON_DAYS = 21;
const DAY_MS = 86_400_000;

const ofSites = statement(
  "diagnosis_site_certificates",
  `SELECT c.site_id, c.client_certificate, c.server_certificate FROM site_connection c JOIN site s USING (site_id)
    WHERE s.removed_at IS NULL ORDER BY c.site_id`,
);

const ofDomains = statement(
  "diagnosis_domain_certificates",
  `SELECT certificate_id, expires_at, problem FROM acme_certificate
    WHERE expires_at < now() + interval '21 days' OR problem IS NOT NULL ORDER BY 1`,
);

/** Looks at the certificates of sites, and at those of domains that are late. */
export async function certificateFindings(sql: Sql): Promise<Finding[]> {
  const sites = (await sql.query(ofSites)).flatMap(({ site_id, client_certificate, server_certificate }) => [
    ...read(`client certificate of ${site_id}`, client_certificate),
    ...read(`server certificate of ${site_id}`, server_certificate),
  ]);
  const domains = (await sql.query(ofDomains)).map(({ certificate_id, expires_at, problem }) => {
    const check = `certificate ${certificate_id}`;
    if (problem !== null) return warn(check, `It was not obtained (${problem}): correct its DNS records.`);
    return expires_at === null ? ok(check, "It is being obtained.") : expiry(check, expires_at, "see the worker's log");
  });
  return [...sites, ...domains];
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
  const days = Math.floor((until.getTime() - Date.now()) / DAY_MS);
  const day = until.toISOString().slice(0, 10);
  if (days < 0) return fail(check, `It expired on ${day}: ${advice}.`);
  return days < SOON_DAYS
    ? warn(check, `It expires in ${days} days, on ${day}: ${advice}.`)
    : ok(check, `It is valid until ${day}.`);
}
