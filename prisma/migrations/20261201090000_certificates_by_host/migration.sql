-- A listener has several certificates, of which the host that a visitor names chooses.
ALTER TABLE "load_balancer_listener"
    -- Secrets, each as {"store_id": …, "secret_id": …}.
    ADD COLUMN "additional_certificates" JSONB NOT NULL DEFAULT '[]';

-- A new version of a certificate is rolled out by itself, whichever of a listener's it is.
CREATE OR REPLACE FUNCTION "tell_load_balancers_of_secret"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_load_balancer(NEW.workspace_id, array_agg(DISTINCT u.used_by_id))
     FROM secret_use u WHERE u.workspace_id = NEW.workspace_id AND u.secret_id = NEW.secret_id AND u.used_by_type = 'load_balancer';
  RETURN NULL;
END $$;
