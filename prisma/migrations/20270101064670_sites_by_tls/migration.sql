-- Servers of sites that speak TLS without HTTP, as libvirtd does (docs/adr/0171, 0172).
ALTER TABLE "site_connection" DROP CONSTRAINT "site_connection_endpoint_check",
  ADD CONSTRAINT "site_connection_endpoint_check" CHECK ("endpoint" ~ '^(unix|https|tls)://');
