import { expect, test } from "vitest";
import { parseMetrics, volumeMetricsOf } from "./lxd-metrics.ts";

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

test("a container's volume is as full as the file system at its path, and a device without a path says nothing", () => {
  const samples = parseMetrics(`lxd_filesystem_size_bytes{device="/dev/dm-3",mountpoint="/mnt/vdb",name="web"} 2e+09
lxd_filesystem_avail_bytes{device="/dev/dm-3",mountpoint="/mnt/vdb",name="web"} 5e+08
lxd_filesystem_size_bytes{device="/dev/dm-2",mountpoint="/",name="web"} 1e+09
lxd_filesystem_avail_bytes{device="/dev/dm-2",mountpoint="/",name="web"} 1e+08
`);
  const devices = {
    root: { type: "disk", path: "/", pool: "default" },
    data: { type: "disk", path: "/mnt/vdb", pool: "default", source: "vol-1" },
    block: { type: "disk", pool: "default", source: "vol-2" },
    eth0: { type: "nic" },
  };
  const volumeIds = new Map([
    ["vol-1", "vol_1"],
    ["vol-2", "vol_2"],
  ]);
  const uncounted = { readBytes: null, writeBytes: null, readOperations: null, writeOperations: null };
  expect(volumeMetricsOf(devices, volumeIds, samples)).toEqual([{ volumeId: "vol_1", ...uncounted, usedPercent: 75 }]);
});
