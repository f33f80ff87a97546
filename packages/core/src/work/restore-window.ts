/**
 * SQL: until when what is deleted now can be restored, by the window of the workspace; null if it has none. A deletion
 * keeps the window of its time.
 * @param workspaceId as SQL
 */
export function restorableUntil(workspaceId: string): string {
  return `(SELECT (now() + w.deletion_window_hours * interval '1 hour')::timestamptz(3) FROM workspace w
            WHERE w.workspace_id = ${workspaceId} AND w.deletion_window_hours > 0)`;
}
