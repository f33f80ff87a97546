// Who signed URLs of the CDN. A URL names its signer, so that edges refuse it once the signer's credential has ended
// (docs/adr/0047).
import type { Scope } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { type CredentialKind, reachValues } from "../tenancy/index.ts";

const SIGNING_SCOPES: readonly Scope[] = ["cdn.write", "object-storage.read"];

// The function refuses a caller who has lost their rights meanwhile.
const make = statement(
  "cdn_url_signer_make",
  "SELECT make_cdn_url_signer($workspace_id::bigint, $maker_type, $maker_id, $role, $signer) AS signer",
  // The function raises an exception rather than returning NULL.
  { present: ["signer"] },
);

const end = statement(
  "cdn_url_signer_end",
  `UPDATE cdn_url_signer s SET revoked_at = now() FROM workspace w
    WHERE w.workspace_id = s.workspace_id AND w.organization_id = $organization_id AND s.maker_id = $maker_id
      AND s.revoked_at IS NULL
      AND ($only::bigint[] IS NULL OR s.workspace_id = ANY ($only))
      AND ($except::bigint[] IS NULL OR s.workspace_id <> ALL ($except))`,
);

/** The caller as a signer, as another statement has just read it. */
interface KnownSigner {
  readonly signer: string | null;
  readonly signs_until: Date | null;
}

/**
 * Returns the caller as the signer of a URL. It is recorded once for each workspace, until the last of its URLs can
 * have ended.
 * @param expires the end of the URL, in seconds since 1970
 * @throws DomainError 403 when the caller has just lost their rights
 */
export async function signerOf(
  { sql, workspace, caller }: Pick<RequestContext, "sql" | "workspace" | "caller">,
  { signer, signs_until }: KnownSigner,
  expires: number,
): Promise<string> {
  if (signer !== null && signs_until !== null && expires * 1000 <= signs_until.getTime()) return signer;
  const made = await sql.one(make, {
    workspace_id: workspace.id,
    maker_type: caller.type,
    maker_id: caller.id,
    role: caller.role ?? "",
    signer: newId("sig"),
  });
  return made.signer;
}

/**
 * Ends the URLs that members signed who lose their rights. Those of a token end when the token is revoked, by a
 * trigger.
 */
export const memberUrls: Pick<CredentialKind, "end"> = {
  async end(sql, { maker, reach, lost }) {
    if (lost === null || SIGNING_SCOPES.some((scope) => lost.includes(scope)))
      await sql.query(end, { organization_id: maker.organizationId, maker_id: maker.userId, ...reachValues(reach) });
  },
};
