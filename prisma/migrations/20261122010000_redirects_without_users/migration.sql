-- What stands before the host of a redirect is refused from now on; browsers send it to nobody but that host, so leaving it out leads to the same place.
UPDATE "load_balancer_rule"
   SET "redirect" = jsonb_set("redirect", '{url}', to_jsonb(regexp_replace("redirect" ->> 'url', '^(https?://)/*([^/?#]*@)?', '\1')))
 WHERE "redirect" ->> 'url' ~ '^https?://(/|[^/?#]*@)';
