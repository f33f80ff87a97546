import type { Configuration } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import type { MetadataMachine } from "@fulmar/providers";
import { EC2_VERSIONS, ec2Document } from "./ec2.ts";
import { IdentitySigner } from "./identity.ts";
import { findMachine, type Machine } from "./machine.ts";
import { openStackDocument } from "./openstack.ts";
import { ownDocument } from "./own.ts";
import { LONGEST_TTL_SECONDS, SessionTokens } from "./session-token.ts";
import { type MetadataDocument, plain } from "./tree.ts";

const site = statement("metadata_site", "SELECT provider FROM site WHERE site_id = $site_id AND removed_at IS NULL");

/** The provider of the site whose machines are served; undefined if there is no such site. */
export async function metadataProvider(sql: Sql, siteId: string): Promise<string | undefined> {
  return (await sql.maybe(site, { site_id: siteId }))?.provider;
}

/** Why a machine gets no document. */
export type MetadataRefusal = "token_missing" | "token_wrong" | "audience_missing" | "ttl_wrong" | "not_found";

/** What the machines of a site may know of themselves, by path. It knows no HTTP (docs/adr/0146). */
export class MetadataDoor {
  readonly #sql: Sql;
  readonly #siteId: string;
  readonly #secrets: Configuration["secrets"];
  readonly #signer: IdentitySigner;
  readonly #tokens: SessionTokens;

  constructor(
    sql: Sql,
    { secrets, publicApiUrl }: Pick<Configuration, "secrets" | "publicApiUrl">,
    { siteId }: { readonly siteId: string },
  ) {
    this.#sql = sql;
    this.#siteId = siteId;
    this.#secrets = secrets;
    this.#signer = new IdentitySigner(secrets, publicApiUrl);
    this.#tokens = new SessionTokens(secrets);
  }

  /** The machine that a connection comes from; null if database and site do not agree on one. */
  machine(seen: MetadataMachine): Promise<Machine | null> {
    return findMachine(this.#sql, this.#secrets, this.#siteId, seen);
  }

  /**
   * A token for a machine, as IMDSv2 gives them.
   * @param ttl the header's text: whole seconds from 1 to 21600
   */
  token({ id }: Machine, ttl: string | undefined): { readonly token: string; readonly ttl: string } | "ttl_wrong" {
    const seconds = /^[1-9][0-9]{0,4}$/.test(ttl ?? "") ? Number(ttl) : 0;
    if (seconds < 1 || seconds > LONGEST_TTL_SECONDS) return "ttl_wrong";
    return { token: this.#tokens.issue(id, seconds), ttl: String(seconds) };
  }

  /**
   * The document at a path. EC2's paths and ours need a token, which a page or a program that is made to ask cannot
   * fetch; OpenStack's have none.
   * @param path decoded, without empty parts
   */
  read(
    machine: Machine,
    { path, query, token }: { path: readonly string[]; query: URLSearchParams; token: string | undefined },
  ): MetadataDocument | MetadataRefusal {
    const [first, ...rest] = path;
    if (first === "openstack") return openStackDocument(machine, rest) ?? "not_found";
    if (token === undefined) return "token_missing";
    if (!this.#tokens.holds(token, machine.id)) return "token_wrong";
    if (first === undefined) return plain(EC2_VERSIONS.join("\n"))();
    if (first === "fulmar") return ownDocument(machine, this.#signer, rest, query) ?? "not_found";
    const isVersion = EC2_VERSIONS.some((version) => version === first);
    return (isVersion ? ec2Document(machine, this.#signer, rest) : null) ?? "not_found";
  }
}
