export { freePort, needs } from "@fulmar/prisma/server";
export { createPerson } from "./create-person.ts";
export { type DnsServer, startDnsServer } from "./dns-server.ts";
export { type ListeningProgram, programEnvironment, startListening } from "./listening-program.ts";
export { type LxdDouble, startLxdDouble } from "./lxd-double.ts";
export { PgBouncer, pgBouncerPath } from "./pgbouncer.ts";
export { hasPowerDns, PowerDns } from "./power-dns.ts";
export { randomFrom } from "./random-numbers.ts";
export { recordedLog } from "./recorded-log.ts";
export { type RecordedStatement, recordStatements } from "./recorded-statements.ts";
export { type KeyedCertificate, newCertificate, selfSignedCertificate } from "./self-signed-certificate.ts";
export { testStatements } from "./statements.ts";
export { StripeDouble } from "./stripe-double.ts";
export {
  copyTestDatabase,
  createFilledDatabase,
  createTestDatabase,
  type FilledTemplate,
  processUrl,
  serverUrl,
  type TestDatabase,
  withoutTriggers,
} from "./test-database.ts";
