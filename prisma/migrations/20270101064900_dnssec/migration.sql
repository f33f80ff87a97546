-- A zone may be signed (docs/adr/0197). Its key stays when signing ends, so that the DS record at a registrar fits again when it begins anew.
ALTER TABLE "dns_zone"
  ADD COLUMN "dnssec" boolean NOT NULL DEFAULT false,
  ADD COLUMN "dnssec_public_key" text,
  ADD COLUMN "dnssec_key_sealed" bytea,
  -- The DS records that the registry named at the last check.
  ADD COLUMN "delegation_ds" text[],
  ADD CONSTRAINT "dns_zone_dnssec_check" CHECK (
    ("dnssec_public_key" IS NULL) = ("dnssec_key_sealed" IS NULL) AND (NOT "dnssec" OR "dnssec_public_key" IS NOT NULL)),
  ADD CONSTRAINT "dns_zone_delegation_ds_filled" CHECK (array_position("delegation_ds", NULL) IS NULL);

-- The simulated name servers sign nothing; they keep the key that others would sign with.
ALTER TABLE "simulated"."dns_zone" ADD COLUMN "dnskey" text;
ALTER TABLE "simulated"."dns_record" DROP CONSTRAINT "dns_record_type_check",
  ADD CONSTRAINT "dns_record_type_check" CHECK ("type" IN ('TXT', 'CNAME', 'A', 'NS', 'DS'));
