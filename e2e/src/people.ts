import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import type { DevelopmentCredentials, Product } from "./product.ts";

/** Members of the development organization, each by their role; the owner is the development account. */
export const PEOPLE = ["owner", "developer", "billing", "viewer"] as const;
export type Person = (typeof PEOPLE)[number];

/** The workspace for pages that have nothing to show. */
export const EMPTY_WORKSPACE = "Empty";

export const product: Product = JSON.parse(process.env.FULMAR_E2E ?? "");

/** Where the setup keeps a person's session: with the product, so that it lasts as long as that does. */
export function sessionFile(person: Person): string {
  return join(product.dataDir, `e2e-session-${person}.json`);
}

/** How a person signs in. */
export function signInOf(person: Person, { email, password }: DevelopmentCredentials) {
  return person === "owner" ? { email, password } : { email: `${person}@example.com`, password: `${person}-${password}` };
}

/** @returns the id of the workspace of this name, as the signed-in person sees it */
export async function findWorkspace(request: APIRequestContext, name: string): Promise<string | undefined> {
  const answer = await (await request.get("/api/trpc/session.me")).json();
  const workspaces: { workspace_id: string; name: string }[] = answer.result.data.organizations.flatMap(
    (organization: { workspaces: unknown }) => organization.workspaces,
  );
  return workspaces.find((workspace) => workspace.name === name)?.workspace_id;
}
