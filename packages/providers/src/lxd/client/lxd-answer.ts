import { z } from "zod";

/** The envelope of every answer: the value of a sync one, or the operation of an async one, or why not. */
export const LxdAnswer = z.discriminatedUnion("type", [
  z.object({ type: z.literal("sync"), metadata: z.unknown() }),
  z.object({ type: z.literal("async"), operation: z.string() }),
  z.object({ type: z.literal("error"), error: z.string(), error_code: z.number() }),
]);
export type LxdAnswer = z.infer<typeof LxdAnswer>;

/** Work in the background of the server. A finished one is forgotten after some seconds. */
export const LxdOperation = z.object({
  id: z.string(),
  status: z.string(),
  status_code: z.number(),
  err: z.string(),
  description: z.string(),
  resources: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  metadata: z.unknown(),
});
export type LxdOperation = z.infer<typeof LxdOperation>;
