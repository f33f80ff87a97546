-- The processes own no table and may not change commitments and charges (docs/adr/0039): the owner counts for them.
ALTER FUNCTION "recount_commitment"(text) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION "measure_buckets"(integer) SECURITY DEFINER SET search_path = public, pg_temp;
REVOKE EXECUTE ON FUNCTION "recount_commitment"(text), "measure_buckets"(integer) FROM PUBLIC;

-- Requests may not write quotas, but whoever makes a workspace gives it the default ones.
CREATE FUNCTION "give_default_quotas"("to_workspace" bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO quota (workspace_id, resource, "limit") SELECT to_workspace, d.resource, d."limit" FROM default_quota d ON CONFLICT DO NOTHING
$$;
REVOKE EXECUTE ON FUNCTION "give_default_quotas"(bigint) FROM PUBLIC;
