export { type DnsServer, startDnsServer } from "./dns-server.ts";
export { createTestDatabase, serverUrl, type TestDatabase } from "./test-database.ts";
