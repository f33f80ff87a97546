import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";

const FOLDER = join(import.meta.dirname, "../../../../deploy/monitoring");
const SUFFIX = ".dashboard.json";

const Panel = z.object({
  type: z.enum(["stat", "timeseries"]),
  title: z.string(),
  /** In columns and rows of Grafana's grid, which has 24 columns. */
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(z.object({ expr: z.string(), legendFormat: z.string().optional() })),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
});

const File = z.object({ title: z.string(), panels: z.array(Panel) });

/** A panel of a Grafana dashboard: the fields that a drawing needs. */
export type Panel = z.infer<typeof Panel>;

export interface Dashboard extends z.infer<typeof File> {
  /** The name of its file, without the suffix. */
  readonly name: string;
}

/** The dashboards of deploy/monitoring. */
export function readDashboards(): Dashboard[] {
  return globSync(`*${SUFFIX}`, { cwd: FOLDER }).map((file) => ({
    name: basename(file, SUFFIX),
    ...File.parse(JSON.parse(readFileSync(join(FOLDER, file), "utf8"))),
  }));
}
