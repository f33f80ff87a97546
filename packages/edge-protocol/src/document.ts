import { z } from "zod";
import { BalancerChallengeDocument, BalancerDocument } from "./balancer.ts";
import { CertificateDocument, ChallengeDocument, DistributionDocument, PurgeDocument } from "./distribution.ts";

/** The bodies of documents by kind. */
export const DOCUMENTS = {
  load_balancer: BalancerDocument,
  balancer_challenge: BalancerChallengeDocument,
  distribution: DistributionDocument,
  purge: PurgeDocument,
  certificate: CertificateDocument,
  challenge: ChallengeDocument,
} as const;

export const DocumentKind = z.enum([
  "load_balancer",
  "balancer_challenge",
  "distribution",
  "purge",
  "certificate",
  "challenge",
]);
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
 * A line of the stream `GET /edge/v1/documents?after=<cursor>`, in JSON. First come the changes after the cursor, in
 * the order of their sequences, then `ready`, and so on as changes come.
 */
export const StreamLine = z.discriminatedUnion("type", [
  /** The cursor is not known. All documents follow until `ready`, and those that do not are gone. */
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
  /** Everything up to this sequence was sent. The cursor continues after it. */
  z.strictObject({ type: z.literal("ready"), sequence: z.int(), cursor: z.string() }),
  /** Keeps the connection open. */
  z.strictObject({ type: z.literal("ping") }),
]);
export type StreamLine = z.infer<typeof StreamLine>;
