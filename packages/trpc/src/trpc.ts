import { initTRPC } from "@trpc/server";
import type { RequestContext } from "./context.ts";
import { problemOf, toProcedureError } from "./errors.ts";

export const trpc = initTRPC.context<RequestContext>().create({
  // Streams send a ping at intervals. Browsers that receive nothing for longer reconnect.
  sse: { ping: { enabled: true, intervalMs: 5_000 }, client: { reconnectAfterInactivityMs: 15_000 } },
  errorFormatter: ({ shape, error, ctx }) => {
    const problem = problemOf(error, ctx?.requestId);
    return {
      ...shape,
      message: problem.detail,
      data: { httpStatus: shape.data.httpStatus, path: shape.data.path, ...problem },
    };
  },
});

/** A procedure that turns the domain's refusals into tRPC errors. */
export const procedure = trpc.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.code === "INTERNAL_SERVER_ERROR") throw toProcedureError(result.error.cause);
  return result;
});
