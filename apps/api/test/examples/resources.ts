import type { Examples } from "./example.ts";

export const resourceExamples = {
  "resource.graph": [
    async (fixture) => ({
      params: { resource_id: await fixture.vm() },
      query: { depth: 3, resource_type: "cloud_vm" },
    }),
  ],
  "resource.map": [
    async (fixture) => {
      await fixture.attachedVolume(await fixture.vm());
      return {};
    },
  ],
} satisfies Partial<Examples>;
