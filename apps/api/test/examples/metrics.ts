import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";

const cloudVm = async (fixture: ExampleFixture) => ({ params: { vm_id: await fixture.vm() } });
const gpuVm = async (fixture: ExampleFixture) => ({ params: { vm_id: await fixture.vm("running", "gpuVm") } });

export const metricsExamples = {
  "metrics.get": [
    async (fixture) => ({
      ...(await cloudVm(fixture)),
      query: { metric: "cpu", from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", step: 600 },
    }),
  ],
  "gpuMetrics.get": [
    async (fixture) => ({
      ...(await gpuVm(fixture)),
      query: { metric: "network", from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
    }),
  ],
  "gpuMetrics.gpus": [
    async (fixture) => ({
      ...(await gpuVm(fixture)),
      query: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", step: 600 },
    }),
  ],
  "volume.metrics": [
    async (fixture) => ({
      params: { volume_id: await fixture.volume() },
      query: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
    }),
  ],
  "gpuBandwidth.get": [async (fixture) => ({ ...(await gpuVm(fixture)), query: { month: "2026-01" } })],
} satisfies Partial<Examples>;
