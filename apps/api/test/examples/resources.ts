import type { Examples } from "./example.ts";
import { bucket } from "./object-storage.ts";

export const resourceExamples = {
  "resource.graph": [
    async (fixture) => ({
      params: { resource_id: await bucket(fixture) },
      query: { depth: 3, resource_type: "bucket" },
    }),
  ],
} satisfies Partial<Examples>;
