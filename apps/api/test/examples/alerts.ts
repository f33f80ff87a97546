import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";

async function rule(fixture: ExampleFixture): Promise<{ readonly alert_rule_id: string }> {
  const { alert_rule_id } = await fixture.make("alertRule.create", {
    body: { name: fixture.name(), metric: "vm_cpu_percent", threshold: 90 },
  });
  return { alert_rule_id };
}

/** As if a worker had compared the rule with a VM. */
async function firing(fixture: ExampleFixture) {
  const { alert_rule_id } = await rule(fixture);
  const vm_id = await fixture.vm();
  const { pool } = fixture.api.database;
  const values = [alert_rule_id, vm_id];
  await pool.query(
    `INSERT INTO alert_state (workspace_id, alert_rule_id, resource_id, resource_type, resource_name, state,
                              breached_since)
     SELECT workspace_id, alert_rule_id, $2, 'cloud_vm', 'web', 'firing', now() FROM alert_rule
      WHERE alert_rule_id = $1`,
    values,
  );
  const { rows } = await pool.query<{ alert_id: string }>(
    `INSERT INTO alert (workspace_id, alert_rule_id, rule_name, metric, comparison, threshold, minutes, notify_admins,
                        notify_user_ids,
            resource_id, resource_type, resource_name, value)
     SELECT workspace_id, alert_rule_id, name, metric, comparison, threshold, minutes, notify_admins, notify_user_ids,
            $2, 'cloud_vm', 'web', 97
       FROM alert_rule WHERE alert_rule_id = $1 RETURNING alert_id`,
    values,
  );
  return { alert_rule_id, alert_id: rows[0]?.alert_id ?? "" };
}

export const alertExamples = {
  "alertRule.list": [
    async (fixture) => {
      await rule(fixture);
      return {};
    },
  ],
  "alertRule.create": [
    async (fixture) => ({
      body: {
        ...{ name: fixture.name(), metric: "vm_memory_percent", comparison: "below", threshold: 5, minutes: 30 },
        ...{ resource_ids: [await fixture.vm()], description: "Idle", notify_admins: false },
      },
    }),
    (fixture) => ({
      body: { name: fixture.name(), metric: "load_balancer_unhealthy_targets", threshold: 0, tag: "web" },
    }),
  ],
  "alertRule.get": [async (fixture) => ({ params: await rule(fixture) })],
  "alertRule.update": [
    async (fixture) => ({ params: await rule(fixture), body: { threshold: 80, tag: "web" } }),
    async (fixture) => ({ params: await rule(fixture), body: { resource_ids: [await fixture.vm()] } }),
  ],
  "alertRule.delete": [async (fixture) => ({ params: await rule(fixture) })],
  "alertRule.states": [
    async (fixture) => {
      const { alert_rule_id } = await firing(fixture);
      return { params: { alert_rule_id } };
    },
  ],
  "alert.list": [
    async (fixture) => {
      await firing(fixture);
      return { query: { status: "firing" } };
    },
  ],
  "alert.get": [
    async (fixture) => {
      const { alert_id } = await firing(fixture);
      return { params: { alert_id } };
    },
  ],
} satisfies Partial<Examples>;
