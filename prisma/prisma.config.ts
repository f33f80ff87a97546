import { defineConfig } from "prisma/config";

// Prisma's native schema engine is a download; where none is installed, the WASM build of it stands in.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= `${import.meta.dirname}/tools/schema-engine.mjs`;
process.env.CHECKPOINT_DISABLE ??= "1";

export default defineConfig({
  schema: "schema",
  migrations: { path: "migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://postgres@127.0.0.1:54320/fulmar" },
});
