import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { type Cell, PASSWORD } from "./cell.ts";

/** An address of this machine that neither the front nor a process has. */
const CLIENT = "127.0.0.9";
/** An address that a client claims. */
const CLAIMED = "203.0.113.9";

/** The front's answer at a name without TLS: the status, and the scheme to which it leads. */
export async function withoutTls(url: string, port: number): Promise<string> {
  const answer = await fetch(`http://${new URL(url).hostname}:${port}/`, { redirect: "manual" });
  await answer.body?.cancel();
  const location = answer.headers.get("location");
  return location === null ? String(answer.status) : `${answer.status} ${new URL(location).protocol}`;
}

/** Whether the answers of a console and an API keep browsers to https, with one header each. */
export async function strictAt({ names }: Cell): Promise<string> {
  const answers = await Promise.all([fetch(`${names.console}/sign-in`), fetch(`${names.api}/v1/compute/cloud-vms`)]);
  for (const { body } of answers) await body?.cancel();
  const said = answers.map(({ headers }) => headers.get("strict-transport-security"));
  return said.every((header) => header === "max-age=63072000; includeSubDomains") ? "yes" : JSON.stringify(said);
}

/** Whose address a console has stored with a session, if the client claims another than it has. */
export async function addressSeen({ email, names, product }: Cell): Promise<string> {
  const sent = request(`${names.console}/api/session`, {
    method: "POST",
    localAddress: CLIENT,
    headers: { "content-type": "application/json", origin: names.console, "x-forwarded-for": CLAIMED },
  });
  sent.end(JSON.stringify({ email, password: PASSWORD }));
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  const { ipAddress } = await product.database.prisma.session.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
  return ipAddress === CLIENT ? "own" : String(ipAddress);
}
