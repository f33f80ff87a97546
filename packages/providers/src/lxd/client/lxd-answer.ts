import { z } from "zod";
import { ProviderError } from "../../ports/provider-error.ts";
import { LxdRefusal } from "./lxd-refusal.ts";

/** The envelope of every answer: the value of a sync one, the operation of an async one, or an error. */
export const LxdAnswer = z.discriminatedUnion("type", [
  z.object({ type: z.literal("sync"), metadata: z.unknown() }),
  z.object({ type: z.literal("async"), operation: z.string(), metadata: z.unknown().optional() }),
  z.object({ type: z.literal("error"), error: z.string(), error_code: z.number() }),
]);
export type LxdAnswer = z.infer<typeof LxdAnswer>;

/** A background operation of the server, which forgets it some seconds after it ends. */
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

/** Operations by status, as the server lists them; null when there are none. */
export const OperationsByStatus = z
  .record(z.string(), z.array(LxdOperation))
  .nullable()
  .transform((value) => value ?? {});

/** @throws ProviderError `provider_answer_unknown` when a value does not match the server's documented schema */
export function parseAnswer<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const sentence = "The site gave an unexpected answer; its operator finds it in the worker's log.";
  throw new ProviderError("provider_answer_unknown", sentence, { retryable: false, cause: parsed.error });
}

/** Parses JSON. Text that is not JSON, such as a proxy's error page, is returned as it is. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Converts a failed request's body to an LxdRefusal. */
export function refusalOf(status: number, text: string): LxdRefusal {
  const answer = LxdAnswer.safeParse(jsonOf(text));
  return new LxdRefusal(
    status,
    answer.success && answer.data.type === "error" ? answer.data.error : text.slice(0, 500),
  );
}
