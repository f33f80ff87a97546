import type { Examples } from "./example.ts";
import { bucket } from "./object-storage.ts";

export const auditExamples = {
  "auditEvent.list": [
    async (fixture) => {
      await bucket(fixture);
      return { query: { result: "success" } };
    },
  ],
  "event.list": [
    async (fixture) => {
      await bucket(fixture);
      return {};
    },
  ],
} satisfies Partial<Examples>;
