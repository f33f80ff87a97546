-- An operator isolates a public address (docs/adr/0127): its site stops translating it, and nobody gets it until it is released.
ALTER TABLE "public_address"
  ADD COLUMN "isolated_at"     timestamptz(3),
  ADD COLUMN "isolated_reason" text,
  ADD COLUMN "isolated_by"     text,
  ADD CONSTRAINT "public_address_isolated_check" CHECK (("isolated_at" IS NULL) = ("isolated_reason" IS NULL));

-- No workspace takes it, whatever the statement.
CREATE POLICY "isolated_is_kept" ON "public_address" AS RESTRICTIVE FOR UPDATE TO "fulmar_workspace" USING ("isolated_at" IS NULL);

-- What the address is attached to gets a new revision of its network. A change of the reservation counts up that of VMs and NAT gateways.
CREATE FUNCTION "apply_isolation"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  reserved reserved_ip;
BEGIN
  UPDATE reserved_ip SET updated_at = now() WHERE public_ip_id = NEW.public_ip_id RETURNING * INTO reserved;
  IF reserved.attached_load_balancer_id IS NOT NULL THEN
    PERFORM bump_load_balancer(reserved.workspace_id, ARRAY[reserved.attached_load_balancer_id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "isolation_applied" AFTER UPDATE OF "isolated_at" ON "public_address" FOR EACH ROW
  WHEN (OLD."isolated_at" IS DISTINCT FROM NEW."isolated_at") EXECUTE FUNCTION "apply_isolation"();
