import type { Configuration } from "@fulmar/config";
import type { Database, Transaction } from "@fulmar/prisma";
import type { Operator } from "./door/installation-door.ts";

/**
 * The context of a handler on the installation. For an operation that changes something, `sql` is the request's one
 * transaction with the rights of an operator, and the change is recorded in the operators' trail by itself. For an
 * operation that reads, it is the pool and nothing may be sent.
 */
export interface InstallationContext extends Transaction {
  readonly operator: Operator;
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  readonly configuration: Configuration;
  /** Takes back what its work does, which has the rights of an operator: for a read that tries a change. */
  readonly rehearse: Database["rehearse"];
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}
