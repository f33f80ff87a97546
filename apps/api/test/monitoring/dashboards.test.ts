// The dashboards and alert rules of deploy/monitoring use metrics that exist, and expressions that Prometheus takes.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needs } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { EdgeMetrics } from "../../../edge/src/metrics.ts";
import { WorkerMetrics } from "../../../worker/src/metrics.ts";
import { type Api, startApi } from "../api-fixture.ts";

const FOLDER = join(import.meta.dirname, "../../../../deploy/monitoring");
const ALERTS = join(FOLDER, "alerts.yaml");
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() }).loose()) }).loose()),
});
const dashboards = readdirSync(FOLDER).filter((name) => name.endsWith(".dashboard.json"));
const expressions = dashboards.flatMap((name) =>
  Dashboard.parse(JSON.parse(readFileSync(join(FOLDER, name), "utf8"))).panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title: `${name}: ${title}`, expr })),
  ),
);

let api: Api;
let known: ReadonlySet<string>;
beforeAll(async () => {
  api = await startApi();
  const edge = new EdgeMetrics({ health: async () => new Map(), totals: () => [] });
  const texts = await Promise.all([api.metrics, new WorkerMetrics(), edge].map((source) => source.text()));
  const types = texts.join("\n").matchAll(/^# TYPE (\S+)/gm);
  known = new Set(Array.from(types, ([, name = ""]) => name));
});
afterAll(() => api.close());

function metricsIn(text: string): string[] {
  const names = text.match(/\b(fulmar|process|nodejs)_[a-z0-9_]+/g) ?? [];
  return names.map((name) => name.replace(/_(bucket|count|sum)$/, ""));
}

test.each(expressions)("$title", ({ expr }) => {
  expect(metricsIn(expr).length).toBeGreaterThan(0);
  for (const name of metricsIn(expr)) expect(known).toContain(name);
});

test("alert rules", () => {
  const names = metricsIn(readFileSync(ALERTS, "utf8"));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(known).toContain(name);
});

test("Prometheus takes every rule and expression", needs("promtool", hasPromtool), () => {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-rules-"));
  const rules = expressions.map(({ expr }, index) => ({
    record: `panel_${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  const file = join(folder, "panels.yaml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: "panels", rules }] }));
  execFileSync("promtool", ["check", "rules", file, ALERTS], { stdio: "pipe" });
  rmSync(folder, { recursive: true });
});
