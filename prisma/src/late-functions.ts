/**
 * Makes the functions of PostgreSQL 18 that migrations call on a server of version 17, which lacks them
 * (docs/adr/0091). Names without a schema find the server's own first, also after an upgrade of the server.
 *
 * `uuidv7` is that of RFC 9562: 48 bits of milliseconds, 12 bits of their fraction, so that ids are ordered as they are
 * made, and the rest random. The body is parsed here, so no search path of a caller leads it elsewhere.
 */
export const lateFunctions = `DO $late$ BEGIN
  IF to_regprocedure('pg_catalog.uuidv7()') IS NULL AND to_regprocedure('public.uuidv7()') IS NULL THEN
    CREATE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
    RETURN (
      SELECT pg_catalog.encode(
               substring(pg_catalog.int8send(t.micros / 1000) FROM 3)
               || substring(pg_catalog.int4send((28672 + t.micros % 1000 * 4096 / 1000)::integer) FROM 3)
               || pg_catalog.set_bit(pg_catalog.set_bit(substring(pg_catalog.uuid_send(pg_catalog.gen_random_uuid()) FROM 9), 7, 1), 6, 0),
               'hex')::uuid
        FROM (SELECT (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::bigint) AS t (micros));
  END IF;
END $late$`;
