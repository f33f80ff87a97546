import type { ErrorBody } from "@fulmar/contract";

/** What came of a request that is no procedure, because it sets cookies. */
export type Sent<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly problem: ErrorBody };

/** @param path one of the console's own routes @param values goes as JSON */
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
  // Our own server wrote it, by the type that the caller names.
  if (response?.ok) return { ok: true, body: answer as Body };
  return { ok: false, problem: isRefusal(answer) ? answer : NO_ANSWER };
}

const NO_ANSWER: ErrorBody = {
  detail: "The console's server did not answer; check the connection and try again.",
  code: "no_answer",
  request_id: "",
};

/** Our own server sends no other errors; anything else came from something in between. */
function isRefusal(answer: unknown): answer is ErrorBody {
  return typeof answer === "object" && answer !== null && "detail" in answer && "code" in answer;
}
