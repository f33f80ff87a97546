import type { ErrorBody } from "@fulmar/contract";

/** Sends a form to one of the two requests that set the session cookie. @returns null on success, else what was wrong */
export async function submitForSession(path: "/api/session" | "/api/first-user", values: unknown): Promise<ErrorBody | null> {
  const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(values) }).catch(
    (error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    },
  );
  if (response?.ok) return null;
  const answer: unknown = await response?.json().catch(() => undefined);
  return isRefusal(answer) ? answer : { detail: "The console's server did not answer; check the connection and try again.", code: "no_answer", request_id: "" };
}

/** Our own server sends no other errors; anything else came from something in between. */
function isRefusal(answer: unknown): answer is ErrorBody {
  return typeof answer === "object" && answer !== null && "detail" in answer && "code" in answer;
}
