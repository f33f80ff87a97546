import { ChangePlan, type Operation, OperatorChangePlan, type RefusalCode, type ResourceType } from "@fulmar/contract";
import type { Rehearsal } from "@fulmar/prisma";
import { type Answer, answerOf } from "../answers/answer.ts";
import { DomainError } from "../domain-error.ts";

/** A change that has been done in a transaction which is taken back (docs/adr/0076). */
export interface Rehearsed {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  /** An identifier that was made before the change. Those that it has made sort after it. */
  readonly begun: string;
  /** The answer to the request, as JSON. */
  readonly answer: unknown;
  readonly rehearsal: Pick<
    Rehearsal<string, string>,
    "sql" | "send" | "carryOut" | "tentatively" | "lookAround" | "takeBack"
  >;
  /** Whether the change also does something elsewhere, such as at the server of a region, which was not done. */
  readonly elsewhere: boolean;
  /** Null outside of workspaces. */
  readonly workspaceId: bigint | null;
  /** Null for a change of an account. */
  readonly organizationId: string | null;
  /** Whether the caller may read resources of a type. What the change touches may be of others. */
  mayRead(type: ResourceType): boolean;
  /**
   * Reads by an operation of the catalog, in the state that the rehearsal has now.
   * @returns undefined if there is no such resource
   */
  read(reading: Operation, input: Record<string, unknown>): Promise<Read | undefined>;
}

/** An answer of a read, as JSON. */
export interface Read {
  readonly body: unknown;
  readonly nextCursor: string | null;
}

/** Finds out what a change has done, and takes it back. */
export type Foresee = (rehearsed: Rehearsed) => Promise<ChangePlan>;

/** The answer to who asks what an operation would do. */
export function planAnswer({ audience }: Operation, plan: ChangePlan): Answer {
  const record = audience === "operator" ? OperatorChangePlan : ChangePlan;
  return { status: 200, body: JSON.stringify(record.parse(plan)), nextCursor: null, replayed: false };
}

const ABSENT_SETTING: RefusalCode = "unsupported_by_region";

/** Reads by a handler. Undefined if it refuses because there is no such resource, or no such setting in its region. */
export async function readOrAbsent(reading: Operation, handle: () => Promise<unknown>): Promise<Read | undefined> {
  try {
    const { body, nextCursor } = answerOf(reading, await handle());
    return { body: JSON.parse(body), nextCursor };
  } catch (error) {
    const isAbsent = error instanceof DomainError && (error.kind === "not_found" || error.code === ABSENT_SETTING);
    if (isAbsent) return undefined;
    throw error;
  }
}
