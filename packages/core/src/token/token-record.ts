import type { ApiTokenRecord, WorkspacePolicy } from "@fulmar/contract";
import { toTimestamp } from "../query/timestamp.ts";

export interface TokenRow {
  token_id: string;
  name: string;
  prefix: string;
  scopes: string[];
  workspace_policy: WorkspacePolicy;
  workspace_ids: string[];
  allowed_ip_ranges: string[];
  created_by: string | null;
  created_at: Date;
  expires_at: Date | null;
  rotated_at: Date | null;
  old_prefix: string | null;
  /** Null where it has passed. */
  old_until: Date | null;
  old_used_at: Date | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
  refused_at: Date | null;
  refused_ip: string | null;
}

/** What a `TokenRow` is read by, from `api_token` as t and `"user"` as u. */
export const TOKEN_COLUMNS = `t.token_id, t.name, t.prefix, t.scopes, t.workspace_policy::text, t.workspace_ids::text[], t.allowed_ip_ranges, u.name AS created_by,
  t.created_at, t.expires_at, t.rotated_at, t.old_prefix, CASE WHEN t.old_until > now() THEN t.old_until END AS old_until, t.old_used_at,
  t.last_used_at, t.last_used_ip, t.refused_at, t.refused_ip`;

export function toTokenRecord(row: TokenRow): ApiTokenRecord {
  const {
    created_at,
    expires_at,
    rotated_at,
    old_prefix,
    old_until,
    old_used_at,
    last_used_at,
    refused_at,
    refused_ip,
    ...rest
  } = row;
  return {
    ...rest,
    created_at: toTimestamp(created_at),
    expires_at: toTimestamp(expires_at),
    rotated_at: toTimestamp(rotated_at),
    old_value:
      old_until === null || old_prefix === null
        ? null
        : { prefix: old_prefix, until: toTimestamp(old_until), last_used_at: toTimestamp(old_used_at) },
    last_used_at: toTimestamp(last_used_at),
    last_refused: refused_at === null ? null : { at: toTimestamp(refused_at), ip: refused_ip },
  };
}
