import type { Answer } from "../answers/answer.ts";
import type { Request } from "./request.ts";
import type { WorkspaceWork } from "./workspace-work.ts";

/**
 * Carries out an operation that needs more than one transaction, such as one that carries out another request.
 * @param change carries it out by its handler alone
 */
export type Carrier = (work: WorkspaceWork, request: Request, change: () => Promise<Answer>) => Promise<Answer>;

/** By the id of the operation. */
export type Carriers = Readonly<Record<string, Carrier | undefined>>;
