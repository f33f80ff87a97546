// Shared by the tests of alerts: rules made by requests, samples as workers write them, and what was told.
import type { Alert, AlertRule, AlertRuleState } from "@fulmar/contract";
import { computeFixture } from "../compute-fixture.ts";

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

export function alertFixture() {
  const fixture = computeFixture();
  const query: Query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await fixture.world.database.pool.query<Row>(text, values)).rows;
  let names = 0;
  return Object.assign(fixture, {
    query,
    rule: (body: object = {}) =>
      fixture.send<AlertRule>(
        "alertRule.create",
        {},
        { name: `rule-${++names}`, metric: "vm_cpu_percent", threshold: 90, minutes: 5, ...body },
      ),
    update: (alert_rule_id: string, body: object) =>
      fixture.send<AlertRule>("alertRule.update", { alert_rule_id }, { ...body }),
    getRule: (alert_rule_id: string) => fixture.send<AlertRule>("alertRule.get", { alert_rule_id }),
    remove: (alert_rule_id: string) => fixture.send("alertRule.delete", { alert_rule_id }),
    states: (alert_rule_id: string) => fixture.send<AlertRuleState[]>("alertRule.states", { alert_rule_id }),
    alerts: (alert_rule_id: string) => fixture.send<Alert[]>("alert.list", {}, {}, { alert_rule_id }),
    /** A VM that no site has: its samples are those of the test. */
    async newVm(name: string, tags: readonly string[] = []): Promise<string> {
      const { vm_id } = await fixture.createVm(name);
      await query("UPDATE vm SET status = 'running', tags = $2 WHERE vm_id = $1", [vm_id, tags]);
      return vm_id;
    },
    /** Sets the measurement of this minute. It replaces the measurements before. */
    async measure(vmId: string, cpu: number | null, gpus: readonly number[] | null = null): Promise<void> {
      await query("SELECT keep_metric_days(30)");
      await query("DELETE FROM vm_metric WHERE vm_id = $1", [vmId]);
      if (cpu === null) return;
      await query(
        `INSERT INTO vm_metric (workspace_id, vm_id, minute, read_at, cpu_percent, memory_percent, rx_bytes, tx_bytes,
                                gpus)
         SELECT workspace_id, vm_id, date_trunc('minute', now()), now(), $2::real, $2::real / 2, 0, 0, $3::smallint[]
           FROM vm WHERE vm_id = $1`,
        [vmId, cpu, gpus],
      );
    },
    /** As if the samples of a VM were read six minutes ago, which may be in the hour before: it has no table yet. */
    async ageSamples(vmId: string): Promise<void> {
      await query(`DO $$ DECLARE hour timestamptz := date_trunc('hour', now() - interval '6 minutes', 'UTC');
        part text := to_char(hour AT TIME ZONE 'UTC', '"vm_metric_"YYYYMMDDHH24');
      BEGIN
        IF to_regclass('metric_part.' || part) IS NULL THEN
          EXECUTE format('CREATE TABLE metric_part.%I PARTITION OF vm_metric FOR VALUES FROM (%L) TO (%L)', part, hour,
                         hour + interval '1 hour');
        END IF;
      END $$`);
      await query("UPDATE vm_metric SET minute = minute - interval '6 minutes' WHERE vm_id = $1", [vmId]);
    },
    evaluate: () => fixture.reconcile("evaluate-alerts"),
    /** As if the conditions held for so long already. */
    passMinutes: (minutes: number) =>
      query("UPDATE alert_state SET breached_since = breached_since - make_interval(mins => $1)", [minutes]),
    /** Evaluates until a rule whose condition holds fires. */
    async fire(): Promise<void> {
      await fixture.reconcile("evaluate-alerts");
      await query("UPDATE alert_state SET breached_since = breached_since - interval '1 day'");
      await fixture.reconcile("evaluate-alerts");
    },
    /** The events and mails of a rule, in the order of their writing. */
    async told(alertRuleId: string): Promise<string[]> {
      const events = await query<{ kind: string }>(
        `SELECT e.kind FROM event e JOIN alert a ON a.alert_id = e.resource_id WHERE a.alert_rule_id = $1
          ORDER BY e.at, e.event_id`,
        [alertRuleId],
      );
      return events.map(({ kind }) => kind);
    },
    mails: (alertRuleId: string) =>
      query<{ recipient: string; letter: string; details: Record<string, unknown> }>(
        "SELECT recipient, letter, details FROM mail WHERE details->>'alert_rule_id' = $1 ORDER BY created_at, recipient",
        [alertRuleId],
      ),
  });
}
