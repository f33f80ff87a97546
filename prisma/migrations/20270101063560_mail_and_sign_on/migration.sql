-- The mail server and the sign-in provider, where operators set them by the API (docs/adr/0131). What the environment of a process sets wins.
CREATE TABLE "installation_mail" (
  "singleton"       boolean NOT NULL DEFAULT true,
  -- In lower case; IPv6 without brackets.
  "host"            text NOT NULL,
  "port"            integer NOT NULL,
  "encryption"      text NOT NULL,
  "username"        text,
  "password_sealed" bytea,
  "sender"          text NOT NULL,
  "updated_at"      timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "installation_mail_pkey" PRIMARY KEY ("singleton"),
  CONSTRAINT "installation_mail_singleton_check" CHECK ("singleton"),
  CONSTRAINT "installation_mail_port_check" CHECK ("port" BETWEEN 1 AND 65535),
  CONSTRAINT "installation_mail_encryption_known" CHECK ("encryption" IN ('starttls', 'tls', 'none')),
  CONSTRAINT "installation_mail_login_check" CHECK (("username" IS NULL) = ("password_sealed" IS NULL))
);

CREATE TABLE "installation_single_sign_on" (
  "singleton"            boolean NOT NULL DEFAULT true,
  "issuer"               text NOT NULL,
  "client_id"            text NOT NULL,
  "client_secret_sealed" bytea NOT NULL,
  "name"                 text NOT NULL,
  "domains"              text[] NOT NULL CHECK (array_position("domains", NULL) IS NULL),
  -- The organization that new users join. One that is gone is joined by nobody.
  "organization_id"      text,
  "role"                 text NOT NULL,
  "passwords_off"        boolean NOT NULL,
  "updated_at"           timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "installation_single_sign_on_pkey" PRIMARY KEY ("singleton"),
  CONSTRAINT "installation_single_sign_on_singleton_check" CHECK ("singleton"),
  CONSTRAINT "installation_single_sign_on_role_known" CHECK (
    "role" IN ('viewer', 'secret_reader', 'billing', 'developer', 'admin'))
);
