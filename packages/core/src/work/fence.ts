import type { FenceReason } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";

/** Thrown instead of returning the provider of a fenced site. The message says why it is fenced. */
export class SiteFenced extends Error {
  override readonly name = "SiteFenced";
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

const SENTENCES: Readonly<Record<FenceReason, string>> = {
  database_behind:
    "The site is ahead of this database, which was restored from an older backup or comes from a standby that lagged.",
  database_copied: "This database is a copy of the one that drives the site, or was moved to another server.",
  other_installation: "The site is driven by another installation.",
  mark_missing:
    "The site has lost the ownership record of this installation: it may be another server or another project than before.",
  site_incomplete: "The site lacks most of what this database knows there.",
  unknown_resources: "The site has resources of this installation that this database does not know.",
  by_operator: "An operator has fenced the site.",
};

/** With these reasons, operations under way by the database ended at the site long ago. */
export const BEHIND: ReadonlySet<FenceReason> = new Set(["database_behind", "database_copied"]);

/** SQL: whether an operation `o` ends as interrupted when the fence is lifted. */
export const endsByResume = (provider: string, fencedAt: string) =>
  `o.finished_at IS NULL AND o.input ->> 'provider' = ${provider} AND o.submitted_at < ${fencedAt}`;

export const WHAT_TO_DO = "Nothing is changed there until an operator resumes it (docs/restore.md).";

// SQL: running operations are put on hold too. The worker that runs one drops it at its next step.
export const hold = `UPDATE operation o SET held_at = now(), hold_reason = fenced.detail, updated_at = now(),
       status = CASE WHEN o.lease_owner IS NULL AND o.status IN ('accepted', 'running') THEN 'waiting' ELSE o.status END
  FROM fenced WHERE o.finished_at IS NULL AND o.held_at IS NULL AND o.input ->> 'provider' = fenced.provider`;

const raise = statement(
  "site_fence_raise",
  `WITH fenced AS (
     UPDATE site_fence SET reason = $reason, detail = $detail, fenced_at = now()
      WHERE provider = $provider AND (fenced_at IS NULL OR reason = 'by_operator') RETURNING provider, detail
   ) ${hold}`,
);

const holdAgain = statement(
  "site_fence_hold_again",
  `WITH fenced AS (SELECT provider, detail FROM site_fence
                    WHERE provider = $provider AND fenced_at IS NOT NULL) ${hold}`,
);

/**
 * Fences the sites of a provider, and puts their operations on hold. A fence of a finding stays; one that an operator
 * has raised by hand gives way, since more follows from a finding when the site is resumed.
 * @param more the details of the finding, as a full sentence
 */
export async function raiseFence(sql: Sql, provider: string, reason: FenceReason, more?: string): Promise<SiteFenced> {
  const detail = [SENTENCES[reason], ...(more === undefined ? [] : [more]), WHAT_TO_DO].join(" ");
  await sql.query(raise, { provider, reason, detail });
  return new SiteFenced(reason, detail);
}

/** Puts operations on hold that were accepted while their site was being fenced. */
export async function putOperationsOnHold(sql: Sql, provider: string): Promise<void> {
  await sql.query(holdAgain, { provider });
}

/** Between two looks at whether a fenced site was resumed. */
export const FENCED_MS = 5_000;

/** The provider, or undefined while its sites are fenced. */
export async function unlessFenced(provider: Promise<Provider>): Promise<Provider | undefined> {
  try {
    return await provider;
  } catch (error) {
    if (error instanceof SiteFenced) return undefined;
    throw error;
  }
}
