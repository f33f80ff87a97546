-- What somebody may do in a workspace: their role in its organization, and that of the workspace, or ''. NULL for somebody who is no member.
-- As the owner: a request that changes a workspace reads no members. Volatile: a statement that has waited for a row sees what is so now.
CREATE FUNCTION "roles_of_member"("of_workspace" bigint, "of_user" text) RETURNS text[] LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT ARRAY[m.role, coalesce(r.role, '')]
    FROM workspace w JOIN member m ON m.organization_id = w.organization_id AND m.user_id = of_user
    LEFT JOIN workspace_role r ON r.organization_id = m.organization_id AND r.user_id = m.user_id AND r.workspace_id = w.workspace_id
   WHERE w.workspace_id = of_workspace
$$;
REVOKE EXECUTE ON FUNCTION "roles_of_member"(bigint, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "roles_of_member"(bigint, text) TO "fulmar_workspace";
