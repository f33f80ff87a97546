import { randomUUID } from "node:crypto";
import type { Role } from "@fulmar/contract";
import type { PlaywrightWorkerArgs } from "@playwright/test";
import { ConsoleClient, type Session } from "./console-client.ts";
import { developmentCredentials, type Product } from "./product.ts";

/** A user with an account, who is signed in. */
export interface Person {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly session: Session;
}

/**
 * Creates an account, whose user joins an organization.
 * @param inviter an owner of the organization
 */
export async function newPerson(
  inviter: ConsoleClient,
  {
    organization_id,
    role,
    name,
  }: { readonly organization_id: string; readonly role: Role; readonly name?: string | undefined },
): Promise<Person> {
  const id = randomUUID().slice(0, 8);
  const account = { name: name ?? `Person-${id}`, email: `person-${id}@example.com`, password: `a-password-of-${id}` };
  const invitation = { organization_id, email: account.email, role };
  const { secret } = await inviter.mutate<{ secret: string }>("invitation.create", invitation);
  const visitor = await inviter.openAnother();
  await visitor.send("/api/invitations", { token: secret, name: account.name, password: account.password });
  const [{ user_id }, session] = await Promise.all([
    visitor.query<{ user_id: string }>("session.me"),
    visitor.session(),
  ]);
  await visitor.close();
  return { ...account, user_id, session };
}

/** Signs the development account of an installation in, the owner of the organization that the seed made. */
export async function openDevelopmentClient(
  playwright: PlaywrightWorkerArgs["playwright"],
  product: Product,
): Promise<ConsoleClient> {
  const { console_url, email, password } = developmentCredentials(product);
  const client = await ConsoleClient.open(playwright, console_url);
  await client.send("/api/session", { email, password });
  return client;
}
