// Announced maintenance that touches VMs: all, those at a site, or those on a host (docs/adr/0153).

const MOMENT = '\'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\'';

/**
 * SQL that is true if the maintenance of an announcement `a` touches the VM `v` of the workspace `$workspace_id`, whose
 * organization is read once for all rows. A VM that moves is on both hosts. What is over touches nothing, and neither
 * does what is announced to other organizations.
 */
const TOUCHES = `a.kind = 'maintenance' AND coalesce(a.ends_at, 'infinity') > now() AND v.deleted_at IS NULL
          AND (cardinality(a.site_ids) + cardinality(a.host_ids) = 0 OR v.site_id = ANY (a.site_ids)
               OR v.host_id = ANY (a.host_ids) OR v.next_host_id = ANY (a.host_ids))
          AND (a.organization_ids IS NULL OR (
            SELECT w.organization_id FROM workspace w
             WHERE w.workspace_id = $workspace_id::bigint) = ANY (a.organization_ids))`;

/**
 * SQL of the maintenance that touches the VM `v` now or next, or null. It is a column, not a join: a list keeps the scan
 * of its index, and reads the few announcements that are not over for the rows of its page alone.
 */
export const NEXT_MAINTENANCE = `(SELECT jsonb_build_object('announcement_id', a.announcement_id, 'title', a.title,
          'starts_at', to_char(a.starts_at AT TIME ZONE 'UTC', ${MOMENT}),
          'ends_at', to_char(a.ends_at AT TIME ZONE 'UTC', ${MOMENT}))
     FROM announcement a WHERE ${TOUCHES} ORDER BY a.starts_at, a.announcement_id LIMIT 1)`;

/** SQL that is true if the maintenance with this id touches the VM `v`. */
export function isTouchedBy(announcementId: string): string {
  return `EXISTS (SELECT FROM announcement a WHERE a.announcement_id = ${announcementId} AND ${TOUCHES})`;
}
