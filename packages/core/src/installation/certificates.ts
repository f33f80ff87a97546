// The certificates that the installation obtains, in the order in which they end.
import { type CertificateState, OperatorCertificate, ServedCertificate } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";

/** The end of a certificate in the list's order. What is not there yet comes last. */
const endOf = (expiresAt: string) => `coalesce(${expiresAt}, 'infinity'::timestamptz)`;

/** The rows of a page, of one source. */
const ofPage = (expiresAt: string, id: string) => `
              (${endOf(expiresAt)}, (${id}) COLLATE "C") > ($after_ends_at::text::timestamptz, $after_id::text)
          AND ${endOf(expiresAt)} <= $until::text::timestamptz`;

interface Source {
  readonly kind: OperatorCertificate["kind"];
  readonly from: string;
  readonly expiresAt: string;
  readonly resourceId: string;
  /** Under which the authority is asked. */
  readonly askedAs: string;
}

/** The first certificates of a page in one table, by the index of their end and id. */
function certificatesOf({ kind, from, expiresAt, resourceId, askedAs }: Source, tried: string): string {
  const id = `${resourceId} || '/' || c.domain`;
  return `(SELECT '${kind}' AS kind, (${id}) COLLATE "C" AS id, c.workspace_id, ${resourceId} AS resource_id,
            c.domain AS name, ${askedAs} AS asked_as, ${endOf(expiresAt)} AS ends_at, ${expiresAt} AS expires_at, c.problem
       FROM ${from} AND ${tried} AND ${ofPage(expiresAt, id)}
      ORDER BY ${endOf(expiresAt)}, (${id}) COLLATE "C" LIMIT $limit::int)`;
}

const OF_BALANCERS: Source = {
  kind: "load_balancer",
  from: "load_balancer_certificate c WHERE true",
  expiresAt: "c.expires_at",
  resourceId: "c.load_balancer_id",
  askedAs: "c.load_balancer_id || '/' || c.domain",
};

const OF_DISTRIBUTIONS: Source = {
  kind: "custom_domain",
  from: "cdn_custom_domain c WHERE c.tls_status IS NOT NULL",
  expiresAt: "c.certificate_expires_at",
  resourceId: "c.distribution_id",
  askedAs: "c.domain",
};

/** SQL: what edges serve for the certificate `s`, by their names. */
const SERVED = `(SELECT coalesce(jsonb_agg(jsonb_build_object('edge_id', f.edge_id, 'edge_name', f.edge_name,
                   'fingerprint', f.fingerprint, 'issuer', f.issuer, 'expires_at', to_char(f.expires_at AT TIME ZONE 'UTC',
                   'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'as_obtained', f.expires_at IS NOT DISTINCT FROM s.expires_at)
                   ORDER BY f.edge_name), '[]')
             FROM (SELECT c.edge_id, e.name AS edge_name, c.fingerprint, c.issuer, c.expires_at
                     FROM edge_certificate c JOIN edge e ON e.edge_id = c.edge_id AND e.removed_at IS NULL
                    WHERE c.name = s.name AND CASE s.kind
                            WHEN 'load_balancer' THEN c.kind = 'load_balancer' AND c.id = s.resource_id
                            ELSE c.kind = 'certificate' END
                    ORDER BY e.name LIMIT 20) AS f)`;

/** @param tried the condition on `c.problem` */
const pageOf = (tried: string) => `WITH of_domains AS (
     ${certificatesOf(OF_BALANCERS, tried)}
      UNION ALL
     ${certificatesOf(OF_DISTRIBUTIONS, tried)}
      ORDER BY ends_at, id LIMIT $limit::int
   ), asked AS (
     SELECT * FROM asked_of_authorities(ARRAY(SELECT asked_as FROM of_domains))
   ), shown AS (
     SELECT kind, id, workspace_id, resource_id, name, asked_as, ends_at, expires_at, problem FROM of_domains
      UNION ALL
     SELECT 'cdn', c.certificate_id COLLATE "C", NULL, NULL, c.certificate_id, c.certificate_id, ${endOf("c.expires_at")},
            c.expires_at, c.problem
       FROM asked c
      WHERE c.certificate_id LIKE '*.%' AND ${tried} AND ${ofPage("c.expires_at", "c.certificate_id")}
      ORDER BY ends_at, id LIMIT $limit::int
   )
   SELECT s.kind, s.id AS certificate_id, s.name, s.resource_id, coalesce(b.name, d.name) AS resource_name,
          s.workspace_id::text, w.name AS workspace_name, w.organization_id, o.name AS organization_name, s.expires_at,
          s.problem AS last_error, a.directory_url, a.renew_at, a.next_try_at, coalesce(a.failures, 0) AS failures,
          ${SERVED} AS served
     FROM shown s
     LEFT JOIN asked a ON a.certificate_id = s.asked_as
     LEFT JOIN load_balancer b ON s.kind = 'load_balancer' AND b.workspace_id = s.workspace_id
      AND b.load_balancer_id = s.resource_id
     LEFT JOIN cdn_distribution d ON s.kind = 'custom_domain' AND d.workspace_id = s.workspace_id
      AND d.distribution_id = s.resource_id
     LEFT JOIN workspace w ON w.workspace_id = s.workspace_id
     LEFT JOIN organization o ON o.organization_id = w.organization_id
    ORDER BY s.ends_at, s.id`;

const lists = {
  all: statement("operator_certificate_list", pageOf("true")),
  failing: statement("operator_certificate_list_failing", pageOf("c.problem IS NOT NULL")),
  working: statement("operator_certificate_list_working", pageOf("c.problem IS NULL")),
} as const;

type Row = RowOf<(typeof lists)["all"]>;

const shown = wireForm(OperatorCertificate.omit({ names: true, issuer: true, state: true, served: true }));

/** A position in the list: the end of a certificate, and its id. */
const POSITION = /^(infinity|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([a-z0-9_/.*-]+)$/;
const DAY_MS = 86_400_000;

export const listCertificatesForOperator: Handler<"operatorCertificate.list"> = async (
  { sql },
  { limit, cursor, expires_within_days: days, failing },
) => {
  const [, after_ends_at = "-infinity", after_id = ""] = POSITION.exec(decodeCursor(cursor, POSITION) ?? "") ?? [];
  const until = days === undefined ? "infinity" : new Date(Date.now() + days * DAY_MS).toISOString();
  const page = { after_ends_at, after_id, until, limit: limit + 1 };
  const rows = await sql.query(lists[failing === undefined ? "all" : failing ? "failing" : "working"], page);
  return toPage(
    rows,
    limit,
    ({ expires_at, certificate_id }) => `${expires_at?.toISOString() ?? "infinity"} ${certificate_id}`,
    toCertificate,
  );
};

function toCertificate({ name, directory_url, ...row }: Row): OperatorCertificate {
  return {
    ...shown(row),
    names: row.kind === "cdn" ? [name.slice("*.".length), name] : [name],
    issuer: directory_url === null ? null : new URL(directory_url).host,
    state: stateOf(row),
    served: ServedCertificate.array().parse(row.served),
  };
}

function stateOf({ expires_at, last_error, renew_at }: Pick<Row, "expires_at" | "last_error" | "renew_at">) {
  const isPast = (date: Date | null) => date !== null && date <= new Date();
  const present = expires_at === null ? "pending" : isPast(renew_at) ? "renewing" : "valid";
  const state: CertificateState = isPast(expires_at) ? "expired" : last_error === null ? present : "failing";
  return state;
}
