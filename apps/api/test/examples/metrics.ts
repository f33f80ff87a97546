import type { Examples } from "./example.ts";
import type { Scene } from "./scene.ts";

const cloudVm = async (scene: Scene) => ({ params: { vm_id: await scene.vm() } });
const gpuVm = async (scene: Scene) => ({ params: { vm_id: await scene.vm("running", "gpuVm") } });

export const metricsExamples = {
  "metrics.get": [
    async (scene) => ({
      ...(await cloudVm(scene)),
      query: { metric: "cpu", from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", step: 600 },
    }),
  ],
  "gpuMetrics.get": [
    async (scene) => ({
      ...(await gpuVm(scene)),
      query: { metric: "network", from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
    }),
  ],
  "gpuBandwidth.get": [async (scene) => ({ ...(await gpuVm(scene)), query: { month: "2026-01" } })],
} satisfies Partial<Examples>;
