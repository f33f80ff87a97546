import { createHmac, hkdfSync } from "node:crypto";

const PREFIX = "FULMARWORKSPACE";
const KEY_BYTES = 32;

/** What the API signs URLs of objects with: of each workspace there is one, which no row keeps and nobody is shown. */
export interface WorkspaceCredential {
  readonly accessKeyId: string;
  readonly secret: string;
}

/** The id names the workspace; the secret is derived from the installation's secret and the workspace. */
export function workspaceCredential(installationSecret: string, workspaceId: bigint): WorkspaceCredential {
  const key = new Uint8Array(hkdfSync("sha256", installationSecret, "", "fulmar urls of objects", KEY_BYTES));
  return {
    accessKeyId: `${PREFIX}${workspaceId}`,
    secret: createHmac("sha256", key).update(String(workspaceId)).digest("base64url"),
  };
}

/** The workspace that an access key id names; undefined where it is not of this form, such as one that people make. */
export function workspaceOfSigner(accessKeyId: string): bigint | undefined {
  const digits = /^FULMARWORKSPACE([1-9][0-9]{0,18})$/.exec(accessKeyId)?.[1];
  const workspaceId = digits === undefined ? undefined : BigInt(digits);
  return workspaceId !== undefined && workspaceId <= 9_223_372_036_854_775_807n ? workspaceId : undefined;
}
