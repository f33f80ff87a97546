-- Since when nothing new is created at a site: what is there stays and works on. Production closes simulated sites that no operator has asked for.
ALTER TABLE "site" ADD COLUMN "closed_at" timestamptz(3);
