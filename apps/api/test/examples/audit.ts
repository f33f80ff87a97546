import type { Examples } from "./example.ts";
import { bucket } from "./object-storage.ts";

export const auditExamples = {
  "auditEvent.list": [
    async (scene) => {
      await bucket(scene);
      return { query: { result: "success" } };
    },
  ],
} satisfies Partial<Examples>;
