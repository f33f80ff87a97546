-- The span of the request that was accepted (W3C Trace Context), so that its worker continues the trace. The accepting
-- transaction states it as a setting, so that no INSERT has to know of it.
ALTER TABLE "operation" ADD COLUMN "traceparent" TEXT DEFAULT nullif(current_setting('fulmar.traceparent', true), '');
