export { createTestDatabase, serverUrl, type TestDatabase } from "./test-database.ts";
