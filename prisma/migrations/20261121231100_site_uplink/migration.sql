-- A cluster's networks are of OVN, and lead out by one of its networks; where there is none, networks are bridges of one host.
ALTER TABLE "site_connection" ADD COLUMN "uplink" text;
