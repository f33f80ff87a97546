import type { ErrorBody } from "@fulmar/contract";

/** The result of a request that is not a procedure because it sets cookies. */
export type Sent<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly problem: ErrorBody };

/**
 * @param path one of the console's own routes
 * @param values sent as JSON
 */
export async function send<Body = unknown>(
  method: "POST" | "PUT" | "DELETE",
  path: `/api/${string}`,
  values: unknown = {},
): Promise<Sent<Body>> {
  const response = await fetch(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(values),
  }).catch((error: unknown) => {
    if (error instanceof TypeError) return undefined;
    throw error;
  });
  const answer: unknown = await response?.json().catch(() => undefined);
  // The answer comes from our own server, so it has the type that the caller names.
  if (response?.ok) return { ok: true, body: answer as Body };
  return { ok: false, problem: isRefusal(answer) ? answer : NO_ANSWER };
}

const NO_ANSWER: ErrorBody = {
  detail: "The console's server did not answer; check the connection and try again.",
  code: "no_answer",
  request_id: "",
};

/** Our server sends only this kind of error. Anything else came from an intermediary. */
function isRefusal(answer: unknown): answer is ErrorBody {
  return typeof answer === "object" && answer !== null && "detail" in answer && "code" in answer;
}
