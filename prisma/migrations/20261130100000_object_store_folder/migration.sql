-- The folder whose files the rows of objects name. A store with another folder does not start: it would lack the files, and
-- forget those that rows no longer name.
CREATE TABLE "object_store" (
  "singleton"  boolean NOT NULL DEFAULT true,
  -- What the file "store-id" of the folder says. Null: the operator lets the next store take its folder.
  "store_id"   text,
  "host"       text NOT NULL,
  "folder"     text NOT NULL,
  "changed_at" timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("singleton"),
  CONSTRAINT "object_store_singleton_check" CHECK ("singleton")
);
