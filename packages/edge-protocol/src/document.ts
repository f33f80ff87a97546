import { z } from "zod";
import { BalancerDocument } from "./balancer.ts";
import { CertificateDocument, ChallengeDocument, DistributionDocument, PurgeDocument } from "./distribution.ts";

/** The bodies of documents by kind. */
export const DOCUMENTS = {
  load_balancer: BalancerDocument,
  distribution: DistributionDocument,
  purge: PurgeDocument,
  certificate: CertificateDocument,
  challenge: ChallengeDocument,
} as const;

export const DocumentKind = z.enum(["load_balancer", "distribution", "purge", "certificate", "challenge"]);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** A document that an edge has to apply. */
export interface EdgeDocument<Kind extends DocumentKind = DocumentKind> {
  readonly kind: Kind;
  readonly id: string;
  /** Increases with each change of the resource. */
  readonly revision: number;
  /** Increases with each change of any document of a site. */
  readonly sequence: number;
  readonly body: z.infer<(typeof DOCUMENTS)[Kind]>;
}

/**
 * A line of the stream `GET /edge/v1/documents?after=<sequence>`, in JSON. The stream begins with the changes after
 * `after`, in the order of their sequences, then `ready`, then further changes as they come. `reset` comes first if the
 * changes after `after` are not known any more: all documents follow, and what is not among them is gone.
 */
export const StreamLine = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("reset") }),
  z.strictObject({
    type: z.literal("document"),
    kind: DocumentKind,
    id: z.string(),
    revision: z.int(),
    sequence: z.int(),
    /** Null: the document is removed. */
    body: z.unknown(),
  }),
  z.strictObject({ type: z.literal("ready"), sequence: z.int() }),
  /** Keeps the connection open. */
  z.strictObject({ type: z.literal("ping") }),
]);
export type StreamLine = z.infer<typeof StreamLine>;
