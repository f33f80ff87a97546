-- Whether operations that the specification gives one scope ask for the read scope of what they hand out, too (docs/adr/0101).
ALTER TABLE "organization" ADD COLUMN "strict_scopes" BOOLEAN NOT NULL DEFAULT false;
