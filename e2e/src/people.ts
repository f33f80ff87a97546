import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { PlaywrightWorkerArgs } from "@playwright/test";
import { ConsoleClient } from "./console-client.ts";
import { type DevelopmentCredentials, type Product, productsUnderTest } from "./product.ts";

/** Members of the development organization by role. The owner is the development account. */
export const PEOPLE = ["owner", "admin", "developer", "billing", "viewer", "secret_reader"] as const;
export type Person = (typeof PEOPLE)[number];

/** The workspace for empty pages. */
export const EMPTY_WORKSPACE = "Empty";

/** The installation of this worker. The runner, which only collects the tests, uses the first one. */
export const product: Product = productOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));

/**
 * The file in which the setup keeps a user's session: in the product's data folder, so that it lasts as long as the
 * product.
 */
export function sessionFile(person: Person, { dataDir }: Product = product): string {
  return join(dataDir, `e2e-session-${person}.json`);
}

/** The sign-in data of a user. */
export function signInOf(person: Person, { email, password }: DevelopmentCredentials) {
  return person === "owner" ? { email, password } : { email: `${person}@example.com`, password: `another-${password}` };
}

interface Me {
  readonly user_id: string;
  readonly organizations: readonly {
    readonly organization_id: string;
    readonly workspaces: readonly { workspace_id: string; name: string }[];
  }[];
}

/** @returns the id of the development organization's workspace of this name, or undefined if there is none */
export async function findWorkspace(
  client: ConsoleClient,
  { organization_id }: DevelopmentCredentials,
  name: string,
): Promise<string | undefined> {
  const me = await client.query<Me>("session.me");
  const development = me.organizations.find((organization) => organization.organization_id === organization_id);
  return development?.workspaces.find((workspace) => workspace.name === name)?.workspace_id;
}

/** Creates an account that joins the development organization, signed in at `visitor`. */
export async function joinOrganization(
  owner: ConsoleClient,
  visitor: ConsoleClient,
  person: { organization_id: string; email: string; password: string; name: string; role: string },
): Promise<void> {
  const { organization_id, email, role, name, password } = person;
  const { secret } = await owner.mutate<{ secret: string }>("invitation.create", { organization_id, email, role });
  const answer = await visitor.send("/api/invitations", { token: secret, name, password });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}

/**
 * Creates a user of the test's own, who joins the development organization.
 * @returns their sign-in data, the file with their session, and their id
 */
export async function newPerson(
  playwright: PlaywrightWorkerArgs["playwright"],
  {
    baseURL,
    credentials,
    role,
    outputPath,
  }: { baseURL: string | undefined; credentials: DevelopmentCredentials; role: string; outputPath: string },
): Promise<{ name: string; email: string; password: string; session: string; user_id: string }> {
  const id = randomUUID().slice(0, 8);
  const person = { name: `Person-${id}`, email: `person-${id}@example.com`, password: `a-password-of-${id}` };
  const owner = await ConsoleClient.open(playwright, { baseURL, credentials, session: sessionFile("owner") });
  const visitor = await ConsoleClient.open(playwright, { baseURL, credentials });
  await joinOrganization(owner, visitor, { ...person, organization_id: credentials.organization_id, role });
  await visitor.keep(outputPath);
  const { user_id } = await visitor.query<Me>("session.me");
  await Promise.all([owner.close(), visitor.close()]);
  return { ...person, session: outputPath, user_id };
}

function productOf(worker: number): Product {
  const products = productsUnderTest();
  const found = products[worker];
  if (found === undefined)
    throw new Error(`worker ${worker} has no installation to test: FULMAR_E2E names ${products.length}`);
  return found;
}
