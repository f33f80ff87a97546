import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@fulmar/prisma/server";
import { z } from "zod";
import { endOf, until } from "../product.ts";
import type { Panel } from "./dashboard.ts";

/** How often Prometheus asks here; also the distance of points. */
export const SCRAPE_SECONDS = 2;
/** As Grafana chooses it: four scrapes. */
const RATE_SECONDS = 4 * SCRAPE_SECONDS;

const Answer = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
});

/** A line of a panel. Points are seconds since 1970 and values; a value may be NaN. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface Prometheus {
  /** The series of a panel from a time in ms until now. @throws Error with the answer when an expression is refused */
  seriesOf(panel: Panel, since: number): Promise<Series[]>;
  stop(): Promise<void>;
}

/** Why there is no Prometheus here. Undefined: there is one. */
export function whyNoPrometheus(): string | undefined {
  return spawnSync("prometheus", ["--version"]).error === undefined
    ? undefined
    : "This machine has no prometheus; install it, on Debian by `apt install prometheus`.";
}

/** Starts a Prometheus that scrapes every two seconds. @param jobs the URLs of each job */
export async function startPrometheus(jobs: Readonly<Record<string, readonly string[]>>): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-prometheus-"));
  const configuration = {
    global: { scrape_interval: `${SCRAPE_SECONDS}s` },
    scrape_configs: Object.entries(jobs).map(([job_name, urls]) => ({
      job_name,
      static_configs: [{ targets: urls.map((url) => new URL(url).host) }],
    })),
  };
  // JSON is YAML.
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(configuration));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: "ignore" },
  );
  await until(
    async () => (await fetch(`http://${address}/-/ready`).catch(() => null))?.status === 200,
    "Prometheus to be ready",
  );
  return {
    async seriesOf(panel, since) {
      const series = [];
      for (const { expr, legendFormat } of panel.targets) {
        const query = new URLSearchParams({
          query: expr.replaceAll("$__rate_interval", `${RATE_SECONDS}s`),
          start: String(since / 1000),
          end: String(Date.now() / 1000),
          step: String(SCRAPE_SECONDS),
        });
        const response = await fetch(`http://${address}/api/v1/query_range?${query}`);
        if (!response.ok) throw new Error(`${panel.title}: ${await response.text()}`);
        const { data } = Answer.parse(await response.json());
        for (const { metric, values } of data.result)
          series.push({
            name: nameOf(legendFormat, metric),
            points: values.map(([at, value]) => [at, Number(value)] as const),
          });
      }
      return series;
    },
    async stop() {
      await endOf(child);
      rmSync(folder, { recursive: true });
    },
  };
}

/** As Grafana names a line: by the labels in the format, or by all of them. */
function nameOf(format: string | undefined, labels: Readonly<Record<string, string>>): string {
  if (format !== undefined) return format.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => labels[label] ?? "");
  return Object.entries(labels)
    .map(([label, value]) => `${label} ${value}`)
    .join(", ");
}
