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

/** Looks at the certificates of sites, and at those of domains that were not obtained or not renewed in time. */
export async function certificateFindings(sql: Sql): Promise<Finding[]> {
  const sites = (await sql.query(ofSites)).flatMap(({ site_id, client_certificate, server_certificate }) => [
    ...read(`client certificate of ${site_id}`, client_certificate),
    ...read(`server certificate of ${site_id}`, server_certificate),
  ]);
  const late = await sql.query(ofDomains);
  const unnamed = Number(late[0]?.late ?? 0) - late.length;
  const more = `${unnamed} more are late: see the operators' page Certificates.`;
  return [...sites, ...late.map(lateness), ...(unnamed > 0 ? [warn("certificates", more)] : [])];
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
