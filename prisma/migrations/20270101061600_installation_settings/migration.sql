-- What operators choose for the installation (docs/adr/0115): one row, which is always there.
CREATE TABLE "installation_settings" (
  "singleton"         boolean NOT NULL DEFAULT true,
  -- ISO 4217. All prices, wallets and invoices are in it.
  "currency"          text NOT NULL DEFAULT 'USD',
  -- What the cloud is called.
  "name"              text NOT NULL DEFAULT 'Fulmar',
  -- The colour of links and marks, such as #2454d6. NULL is the console's own.
  "accent"            text,
  -- PNG, WebP or JPEG. The version is a digest of the bytes.
  "logo"              bytea,
  "logo_type"         text,
  "logo_version"      text,
  "support_email"     text,
  "support_url"       text,
  "terms_url"         text,
  -- Who gets an account without an operator's help: everybody, the invited, or the invited and addresses of the domains.
  "sign_up"           text NOT NULL DEFAULT 'open',
  "sign_up_domains"   text[] NOT NULL DEFAULT '{}' CHECK (array_position("sign_up_domains", NULL) IS NULL),
  -- Who makes organizations: every person, or operators alone.
  "new_organizations" text NOT NULL DEFAULT 'everyone',
  "updated_at"        timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "installation_settings_pkey" PRIMARY KEY ("singleton"),
  CONSTRAINT "installation_settings_singleton_check" CHECK ("singleton"),
  CONSTRAINT "installation_settings_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
  CONSTRAINT "installation_settings_accent_check" CHECK ("accent" ~ '^#[0-9a-f]{6}$'),
  CONSTRAINT "installation_settings_logo_check" CHECK (
    num_nulls("logo", "logo_type", "logo_version") IN (0, 3) AND octet_length("logo") <= 65536
    AND "logo_type" IN ('image/png', 'image/webp', 'image/jpeg')),
  CONSTRAINT "installation_settings_sign_up_check" CHECK ("sign_up" IN ('open', 'invited', 'domains')),
  CONSTRAINT "installation_settings_domains_check" CHECK ("sign_up" <> 'domains' OR "sign_up_domains" <> '{}'),
  CONSTRAINT "installation_settings_new_organizations_check" CHECK ("new_organizations" IN ('everyone', 'operators'))
);
INSERT INTO "installation_settings" DEFAULT VALUES;

-- Changes of workspaces have prices in the currency.
GRANT SELECT ON "installation_settings" TO "fulmar_workspace";

-- An operator can have a mail sent to see that mails arrive.
ALTER TABLE "mail" DROP CONSTRAINT "mail_letter_known", ADD CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
  'alert_firing', 'alert_resolved', 'budget_reached', 'invitation', 'member_removed', 'new_sign_in', 'one_person_asked', 'one_person_enough',
  'password_changed', 'password_reset', 'second_factor_off', 'second_factor_on', 'test_mail', 'wallet_suspended', 'webhook_switched_off'));

-- No wallet is made or filled until the transaction has ended.
CREATE FUNCTION "lock_wallets"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE wallet IN SHARE ROW EXCLUSIVE MODE;
END $$;
