-- The issuer to which the accounts with the provider "oidc" belong (docs/adr/0131). Those of other issuers name theirs.
CREATE TABLE "first_issuer" (
  "singleton"   boolean NOT NULL DEFAULT true,
  -- Without a slash at its end. NULL: accounts were there before, and nobody knows of which issuer.
  "issuer"      text,
  "recorded_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "first_issuer_pkey" PRIMARY KEY ("singleton"),
  CONSTRAINT "first_issuer_singleton_check" CHECK ("singleton")
);
