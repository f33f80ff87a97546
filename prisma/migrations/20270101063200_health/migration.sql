-- How the installation is, as a worker last found it (docs/adr/0125): one row, which the next report replaces.
CREATE TABLE "health_report" (
  "singleton"   boolean NOT NULL DEFAULT true,
  "reported_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- The host of the worker, and what it runs. The release is NULL where the sources run.
  "host"        text NOT NULL,
  "release"     text,
  "node"        text NOT NULL,
  -- A list of {check, state, sentence}, without secrets.
  "findings"    jsonb NOT NULL,
  CONSTRAINT "health_report_pkey" PRIMARY KEY ("singleton"),
  CONSTRAINT "health_report_singleton_check" CHECK ("singleton"),
  CONSTRAINT "health_report_findings_check" CHECK (jsonb_typeof("findings") = 'array')
);

-- How long the last run took, in milliseconds. NULL before the first one of this release.
ALTER TABLE "reconciler" ADD COLUMN "took_ms" integer;
