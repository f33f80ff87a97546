import { expect, test } from "vitest";
import { parseMetrics } from "./lxd-metrics.ts";

test("parseMetrics reads names, labels and values and skips comments and NaN", () => {
  const text = `# HELP lxd_cpu_seconds_total The total number of CPU time used in seconds.
lxd_cpu_seconds_total{cpu="0",mode="user",name="web",project="fulmar"} 0.41
lxd_memory_MemTotal_bytes{name="a \\"quoted\\" one"} 5.36870912e+08
lxd_uptime_seconds 12
lxd_broken{name="web"} NaN
`;
  expect(parseMetrics(text)).toEqual([
    {
      metric: "lxd_cpu_seconds_total",
      labels: { cpu: "0", mode: "user", name: "web", project: "fulmar" },
      value: 0.41,
    },
    { metric: "lxd_memory_MemTotal_bytes", labels: { name: 'a "quoted" one' }, value: 536_870_912 },
    { metric: "lxd_uptime_seconds", labels: {}, value: 12 },
  ]);
});
