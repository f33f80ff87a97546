import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOCUMENTS, DocumentKind, type EdgeDocument, Enrolled } from "@fulmar/edge-protocol";
import { z } from "zod";

/** The documents that the agent last received, and the cursor after them. */
export interface Spooled {
  readonly cursor: string | undefined;
  readonly sequence: number;
  readonly documents: readonly EdgeDocument[];
}

const Spool = z.object({
  cursor: z.string().optional(),
  sequence: z.int(),
  documents: z.array(
    z.object({ kind: DocumentKind, id: z.string(), revision: z.int(), sequence: z.int(), body: z.unknown() }),
  ),
});

const Kept = Enrolled.extend({ token_hash: z.string() });

/**
 * The folder of an agent: its credential, and its last documents, from which it serves while the API is away. Only the
 * agent's user can read its files, because documents contain private keys.
 */
export class AgentFolder {
  readonly #credential: string;
  readonly #spool: string;

  constructor(path: string) {
    // Others pass through to the folders of servers that run as users of their own; they cannot list or read.
    mkdirSync(path, { recursive: true, mode: 0o711 });
    chmodSync(path, 0o711);
    this.#credential = join(path, "credential.json");
    this.#spool = join(path, "documents.json");
  }

  /** Undefined before the agent has enrolled, and when it has a token that is not the one it enrolled with. */
  credential(token?: string): Enrolled | undefined {
    const text = read(this.#credential);
    if (text === undefined) return undefined;
    const { token_hash, ...enrolled } = Kept.parse(JSON.parse(text));
    return token === undefined || token_hash === hashOf(token) ? enrolled : undefined;
  }

  /** @param token the one-time token that the credential was given for */
  keepCredential(enrolled: Enrolled, token: string): void {
    write(this.#credential, JSON.stringify({ ...enrolled, token_hash: hashOf(token) }));
  }

  /** Empty before the agent was told anything. */
  spooled(): Spooled {
    const text = read(this.#spool);
    if (text === undefined) return { cursor: undefined, sequence: 0, documents: [] };
    const { cursor, sequence, documents } = Spool.parse(JSON.parse(text));
    return { cursor, sequence, documents: documents.map(toDocument) };
  }

  spool(spooled: Spooled): void {
    write(this.#spool, JSON.stringify(spooled));
  }
}

/** Checks the body of a document by its kind. @throws ZodError */
export function toDocument({
  kind,
  id,
  revision,
  sequence,
  body,
}: Omit<EdgeDocument, "body"> & { readonly body: unknown }): EdgeDocument {
  return { kind, id, revision, sequence, body: DOCUMENTS[kind].parse(body) };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Replaces a file as a whole, so that a crash leaves the old one or the new one. */
function write(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
