import type { RequestContext } from "../kernel/context.ts";
import { toTimestamp } from "../kernel/timestamp.ts";
import { type PresignedRequest, presignUrl } from "./presigned-url.ts";
import { workspaceCredential } from "./workspace-signer.ts";

/** Where a bucket is reached; without an address of its own, at the installation's object store. */
export interface BucketEndpoint {
  readonly region: string;
  readonly endpoint_url: string | null;
}

/** Signs a request for an object in the name of the workspace. The URL is a credential: it is made afresh each time, and no row keeps it. */
export function objectUrl(
  { configuration, workspace }: Pick<RequestContext, "configuration" | "workspace">,
  { region, endpoint_url }: BucketEndpoint,
  request: Omit<PresignedRequest, "endpoint" | "region" | "at">,
): { url: string; expires_at: string } {
  const at = new Date();
  const endpoint = endpoint_url ?? configuration.publicObjectStoreUrl;
  const url = presignUrl(workspaceCredential(configuration.secret, workspace.id), { ...request, endpoint, region, at });
  return { url, expires_at: toTimestamp(new Date(at.getTime() + request.expiresIn * 1000)) };
}
