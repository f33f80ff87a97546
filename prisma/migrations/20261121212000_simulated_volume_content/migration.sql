-- What a simulated volume's snapshot holds, so that a volume made from it begins as a copy, as it does at every provider.
ALTER TABLE "simulated"."volume_snapshot" ADD COLUMN "content" TEXT NOT NULL DEFAULT '';
