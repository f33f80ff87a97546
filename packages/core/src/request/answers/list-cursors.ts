import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { Secrets } from "@fulmar/config";
import type { Operation } from "@fulmar/contract";
import { invalidField } from "../domain-error.ts";
import type { Entry } from "../door/door.ts";
import type { InstallationEntry } from "../door/installation-door.ts";
import type { PersonEntry } from "../door/person-door.ts";
import type { Answer } from "./answer.ts";

/** 66 bits. A guess costs a request, and a right one would only begin a page elsewhere. */
const SEAL_LENGTH = 11;

interface List {
  readonly operation: Operation;
  readonly entry: Entry | PersonEntry | InstallationEntry;
  readonly input: Record<string, unknown>;
}

/**
 * The cursors of lists as clients have them: the position that a handler made, behind a seal over it and its list. A
 * list is an operation in a workspace, with what its path names. So handlers read no position but those that their own
 * list has made, whatever its shape is.
 */
export class ListCursors {
  /** The first seals; all open. */
  readonly #keys: readonly KeyObject[];

  constructor(secrets: Secrets) {
    this.#keys = secrets.map((secret) =>
      createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "fulmar list cursor", 32))),
    );
  }

  /**
   * The input as the handler takes it, with the position alone.
   * @throws DomainError 400 when the cursor is of another list, or was changed
   */
  opened({ operation, entry, input }: List): Record<string, unknown> {
    const { cursor } = input;
    if (!operation.list || typeof cursor !== "string") return input;
    const position = cursor.slice(SEAL_LENGTH);
    const list = nameOf({ operation, entry, input });
    if (!this.#keys.some((key) => seal(key, list, position) === cursor.slice(0, SEAL_LENGTH)))
      throw invalidField("cursor", "must be a cursor from a Link header of this list");
    return { ...input, cursor: position };
  }

  /** The answer as the client takes it. */
  sealed(list: List, answer: Answer): Answer {
    const [key] = this.#keys;
    const { nextCursor: position } = answer;
    if (position === null || key === undefined) return answer;
    return { ...answer, nextCursor: `${seal(key, nameOf(list), position)}${position}` };
  }
}

function nameOf({ operation: { id, params }, entry, input }: List): string {
  return JSON.stringify([id, placeOf(entry), ...Object.keys(params.shape).map((name) => input[name])]);
}

function placeOf(entry: List["entry"]): string {
  if ("operator" in entry) return "installation";
  return "person" in entry ? (entry.membership?.organizationId ?? entry.person.id) : String(entry.workspace.id);
}

function seal(key: KeyObject, list: string, position: string): string {
  return createHmac("sha256", key).update(`${list}\n${position}`).digest("base64url").slice(0, SEAL_LENGTH);
}
