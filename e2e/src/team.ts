import { ALL_SCOPES, type Role } from "@fulmar/contract";
import type { PlaywrightWorkerArgs } from "@playwright/test";
import type { Client } from "pg";
import type { ConsoleClient } from "./console-client.ts";
import { newPerson, openDevelopmentClient, type Person } from "./people.ts";
import { type Credentials, developmentCredentials, type Product } from "./product.ts";

/** More than any test spends. */
const FUNDS = "1000000";

/**
 * The users of a worker: an owner and, as soon as a test needs one, a member of each other role. They found an
 * organization for each test and belong to no other.
 */
export class Team {
  readonly #product: Product;
  readonly #database: Client;
  readonly #development: ConsoleClient;
  readonly #members = new Map<Role, Person>();
  /** A client of the console, signed in as the owner. */
  readonly client: ConsoleClient;
  readonly owner: Person;

  private constructor(
    parts: { readonly product: Product; readonly database: Client; readonly development: ConsoleClient },
    owner: { readonly owner: Person; readonly client: ConsoleClient },
  ) {
    this.#product = parts.product;
    this.#database = parts.database;
    this.#development = parts.development;
    this.owner = owner.owner;
    this.client = owner.client;
  }

  static async gather(
    playwright: PlaywrightWorkerArgs["playwright"],
    { product, database }: { readonly product: Product; readonly database: Client },
  ): Promise<Team> {
    const development = await openDevelopmentClient(playwright, product);
    const { organization_id } = developmentCredentials(product);
    const owner = await newPerson(development, { organization_id, role: "viewer", name: "Demo" });
    const client = await development.openAnother(owner.session);
    return new Team({ product, database, development }, { owner, client });
  }

  /** Founds an organization like that of the development seed: Demo, with funds, a workspace Main and a token. */
  async found(): Promise<Credentials> {
    await this.#leaveAll([this.owner, ...this.#members.values()]);
    const { organization_id, workspace_id } = await this.client.mutate<Ids>("organization.create", {
      name: "Demo",
      workspace_name: "Main",
    });
    await this.#database.query("INSERT INTO ledger_entry (organization_id, kind, amount) VALUES ($1, 'top_up', $2)", [
      organization_id,
      FUNDS,
    ]);
    const { token } = await this.client.mutate<{ token: string }>("apiToken.create", {
      ...{ workspace_id, name: "Development", scopes: ALL_SCOPES, expires_at: null },
      ...{ workspace_policy: "entire_organization", workspace_ids: [] },
    });
    const { email, password } = this.owner;
    const { api_url, console_url } = developmentCredentials(this.#product);
    return { api_url, console_url, email, password, token, workspace_id, organization_id };
  }

  /** Lets the member with this role join an organization. */
  async join(organizationId: string, role: Role): Promise<Person> {
    const member = this.#members.get(role) ?? (await this.#newMember());
    this.#members.set(role, member);
    await this.#leaveAll([member]);
    await this.#database.query("INSERT INTO member (organization_id, user_id, role) VALUES ($1, $2, $3)", [
      organizationId,
      member.user_id,
      role,
    ]);
    return member;
  }

  #newMember(): Promise<Person> {
    const { organization_id } = developmentCredentials(this.#product);
    return newPerson(this.#development, { organization_id, role: "viewer" });
  }

  /** Ends all memberships of users. What they own goes to the development account: an organization keeps an owner. */
  async #leaveAll(people: readonly Person[]): Promise<void> {
    const ids = people.map(({ user_id }) => user_id);
    await this.#database.query(
      `INSERT INTO member (organization_id, user_id, role)
       SELECT m.organization_id, u.id, 'owner' FROM member m, "user" u
        WHERE m.user_id = ANY($1) AND m.role = 'owner' AND u.email = $2
           ON CONFLICT DO NOTHING`,
      [ids, developmentCredentials(this.#product).email],
    );
    await this.#database.query("DELETE FROM member WHERE user_id = ANY($1)", [ids]);
  }

  async close(): Promise<void> {
    await Promise.all([this.client.close(), this.#development.close()]);
  }
}

interface Ids {
  readonly organization_id: string;
  readonly workspace_id: string;
}
