-- Sign-in of an installation of several cells asks for open invitations by address (docs/adr/0095).
CREATE INDEX "invitation_email_idx" ON "invitation" ("email") WHERE "accepted_at" IS NULL;
