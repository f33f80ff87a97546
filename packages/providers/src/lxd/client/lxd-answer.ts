import { z } from "zod";
import { ProviderError } from "../../ports/provider-error.ts";
import { LxdRefusal } from "./lxd-refusal.ts";

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

/** Operations by their status, as lists of them are answered; null where there is none at all. */
export const OperationsByStatus = z
  .record(z.string(), z.array(LxdOperation))
  .nullable()
  .transform((value) => value ?? {});

/** @throws ProviderError `provider_answer_unknown` where a value is not what the server promises */
export function parseAnswer<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const sentence =
    "The site answered in a way that we do not understand; its operator finds the answer in the worker's log.";
  throw new ProviderError("provider_answer_unknown", sentence, { retryable: false, cause: parsed.error });
}

/** The value of a text; a text that is no JSON, as of a proxy in between, is itself. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The refusal of a request, from the body that it was answered with. */
export function refusalOf(status: number, text: string): LxdRefusal {
  const answer = LxdAnswer.safeParse(jsonOf(text));
  return new LxdRefusal(
    status,
    answer.success && answer.data.type === "error" ? answer.data.error : text.slice(0, 500),
  );
}
