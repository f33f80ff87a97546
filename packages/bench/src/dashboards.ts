import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Balanced, startBalanced, whyNoBalancers } from "./dashboards/balanced.ts";
import { type Dashboard, readDashboards } from "./dashboards/dashboard.ts";
import { drawDashboard } from "./dashboards/drawing.ts";
import { type Prometheus, startPrometheus, whyNoPrometheus } from "./dashboards/prometheus.ts";
import { trafficFor } from "./dashboards/traffic.ts";
import { Product } from "./product.ts";

/**
 * Runs an installation under load while Prometheus scrapes it, asks Prometheus for every panel of deploy/monitoring,
 * and draws each dashboard into docs/pictures. A worker is killed in the middle, and servers behind load balancers go
 * away and come back. Exit code 1 when an expression is refused.
 *
 * npm run dashboards -- --minutes 5
 */
const { values } = parseArgs({ options: { minutes: { type: "string", default: "5" } } });
const minutes = Number(values.minutes);
if (!(minutes >= 1)) throw new Error("--minutes is at least 1.");

const PICTURES = new URL("../../../docs/pictures/", import.meta.url);
const reason = whyNoPrometheus();
if (reason === undefined) await run();
else console.log(`Skipped: ${reason}`);

async function run(): Promise<void> {
  const product = await Product.install();
  let prometheus: Prometheus | undefined;
  let balanced: Balanced | undefined;
  try {
    const apis = [await product.startService(), await product.startService()] as const;
    const workers = [await product.startMeasuredWorker(), await product.startMeasuredWorker()];
    const [{ url }] = apis;
    const withoutBalancers = whyNoBalancers();
    if (withoutBalancers === undefined) balanced = await startBalanced(product, url);
    else console.log(`Without edges and load balancers: ${withoutBalancers}`);
    prometheus = await startPrometheus({
      "fulmar-api": apis.map(({ metricsUrl }) => metricsUrl),
      "fulmar-worker": workers.map(({ metricsUrl }) => metricsUrl),
      ...(balanced !== undefined && { "fulmar-edge": [balanced.metricsUrl] }),
    });
    const began = Date.now();
    await Promise.all([trafficFor({ product, apis, workers, minutes }), balanced?.visit(minutes)]);
    mkdirSync(PICTURES, { recursive: true });
    for (const dashboard of readDashboards()) await picture(prometheus, dashboard, began);
  } finally {
    await prometheus?.stop();
    await balanced?.stop();
    await product.stop();
  }
}

async function picture(prometheus: Prometheus, dashboard: Dashboard, began: number): Promise<void> {
  const panels = [];
  for (const panel of dashboard.panels) {
    const series = await prometheus.seriesOf(panel, began);
    console.log(`${dashboard.name}: ${panel.title}: ${series.length === 0 ? "no data" : `${series.length} series`}`);
    panels.push({ panel, series });
  }
  await drawDashboard({ title: dashboard.title, panels }, new URL(`dashboard-${dashboard.name}.png`, PICTURES));
}
