/**
 * A part of `UPDATE cdn_distribution d SET …`: the edge must hear of this change. A distribution whose deployment
 * failed stays as it is, and one whose provider said that it is busy is not hurried.
 * @param when the condition, in SQL, under which the change concerns the edge
 */
export function tellEdge(when = "true"): string {
  return `revision = d.revision + (${when})::int,
          deploy_at = CASE WHEN d.status = 'failed' THEN NULL WHEN d.deploy_waited OR NOT (${when}) THEN d.deploy_at ELSE now() END`;
}
