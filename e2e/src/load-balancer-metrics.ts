import type { Client } from "pg";

/**
 * Counts what edges would have reported of a load balancer in each minute of the last hour: at its only listener 120
 * requests with 6 kB received and 60 kB sent, 6 of them answered by 502, and at each target 60 requests of 20 ms. The
 * installation of the browser tests has no edge.
 */
export async function countBalancerRequests(database: Client, loadBalancerId: string): Promise<void> {
  await database.query(
    `INSERT INTO load_balancer_metric (workspace_id, load_balancer_id, minute, part_id, part, requests, bytes_received,
                                       bytes_sent,
              status_2xx, status_3xx, status_4xx, status_5xx, errors, response_ms)
       SELECT b.workspace_id, b.load_balancer_id, minute, part.id, part.kind,
              CASE part.kind WHEN 'listener' THEN 120 ELSE 60 END, 6000, 60000, 114, 0, 0, 6,
              CASE part.kind WHEN 'target' THEN 3 ELSE 0 END, CASE part.kind WHEN 'target' THEN 1200 ELSE 0 END
         FROM load_balancer b
         JOIN (SELECT load_balancer_id, listener_id AS id, 'listener' AS kind FROM load_balancer_listener
               UNION ALL SELECT load_balancer_id, target_id, 'target'
                FROM load_balancer_target) AS part USING (load_balancer_id),
              generate_series(date_trunc('minute', now()) - interval '1 hour', now() + interval '5 minutes',
                              interval '1 minute') AS minute
        WHERE b.load_balancer_id = $1`,
    [loadBalancerId],
  );
}
