import type { LoadBalancerListener } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { DomainError, invalidField, notFound } from "../request/domain-error.ts";
import { readCertificate, releaseSecret, SecretRepository, useSecret as takeSecret } from "../secret-store/index.ts";
import type { StoredConfiguration } from "./stored-configuration.ts";

type Reference = NonNullable<LoadBalancerListener["certificate"]>;

/**
 * Uses the secrets that a change needs anew, and releases those that it needs no longer: a balancer uses a secret once,
 * however many listeners do.
 * @throws DomainError 404 for a secret that is not in that store, 400 for one that holds no certificate with its key
 */
export async function moveSecrets(
  context: Pick<RequestContext, "sql" | "workspace" | "vault">,
  balancer: { readonly id: string; readonly name: string },
  before: StoredConfiguration,
  after: StoredConfiguration,
): Promise<void> {
  const user = { type: "load_balancer", ...balancer };
  const [old, wanted] = [certificatesOf(before), certificatesOf(after)];
  for (const reference of wanted)
    if (!old.some((known) => isSame(known, reference))) await takeUp(context, user, reference);
  for (const { secret_id } of old) {
    if (!wanted.some((reference) => reference.secret_id === secret_id))
      await releaseSecret(context.sql, context.workspace.id, user, secret_id);
  }
}

/** The secrets that the listeners need, each once. */
export function certificatesOf({ listeners }: StoredConfiguration): Reference[] {
  const all = listeners.flatMap(({ certificate }) => certificate ?? []);
  return all.filter((reference, index) => all.findIndex((other) => isSame(other, reference)) === index);
}

function isSame(one: Reference, other: Reference): boolean {
  return one.store_id === other.store_id && one.secret_id === other.secret_id;
}

async function takeUp(
  { sql, workspace, vault }: Pick<RequestContext, "sql" | "workspace" | "vault">,
  user: { readonly type: string; readonly id: string; readonly name: string },
  { store_id, secret_id }: Reference,
): Promise<void> {
  const secret = await new SecretRepository(sql, workspace.id, store_id).get(secret_id);
  if (secret === undefined) throw notFound("secret");
  await takeSecret(sql, workspace.id, secret_id, user);
  try {
    await readCertificate({ sql, vault }, { workspaceId: workspace.id, secretId: secret_id, reader: "load-balancer" });
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
    throw invalidField("certificate", `cannot be used: ${error.message.replace(/\.$/, "")}`, error.code);
  }
}
