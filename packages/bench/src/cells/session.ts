import { type Cell, PASSWORD } from "./cell.ts";

/** A console's answer to a sign-in. */
export interface SignedIn {
  readonly status: number;
  readonly body: { readonly detail?: string; readonly cell?: { readonly name: string } };
  readonly cookie: string;
}

/** Signs somebody in at the console of a cell, as its page does. */
export async function signIn(at: Cell, email: string): Promise<SignedIn> {
  const answer = await fetch(`${at.names.console}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: at.names.console },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { status: answer.status, body: (await answer.json()) as SignedIn["body"], cookie };
}

/** Where the console of a cell leads a browser that opens it with these cookies. */
export async function landing(at: Cell, cookie: string): Promise<string> {
  const answer = await fetch(at.names.console, { headers: { cookie }, redirect: "manual" });
  await answer.body?.cancel();
  return answer.headers.get("location") ?? String(answer.status);
}
