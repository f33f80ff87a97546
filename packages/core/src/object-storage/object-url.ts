import { toTimestamp } from "../query/timestamp.ts";
import type { RequestContext } from "../request/context.ts";
import { type PresignedRequest, presignUrl } from "./presigned-url.ts";
import { workspaceCredential } from "./workspace-signer.ts";

/** Where a bucket is reached; without an address of its own, at the installation's object store. */
export interface BucketEndpoint {
  readonly region: string;
  readonly endpoint_url: string | null;
}

/** What signs requests for objects of a bucket in the name of the workspace, all from the same moment on. */
interface ObjectSigner {
  readonly expires_at: string;
  /** Each URL is a credential: it is made afresh each time, and no row keeps it. */
  sign(request: Omit<PresignedRequest, "endpoint" | "region" | "at" | "expiresIn">): string;
}

/** @param expiresIn in seconds */
export function objectSigner(
  { configuration, workspace }: Pick<RequestContext, "configuration" | "workspace">,
  { region, endpoint_url }: BucketEndpoint,
  expiresIn: number,
): ObjectSigner {
  const at = new Date();
  const credential = workspaceCredential(configuration.secret, workspace.id);
  const place = { endpoint: endpoint_url ?? configuration.publicObjectStoreUrl, region, at, expiresIn };
  return {
    expires_at: toTimestamp(new Date(at.getTime() + expiresIn * 1000)),
    sign: (request) => presignUrl(credential, { ...place, ...request }),
  };
}
