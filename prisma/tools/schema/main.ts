// Writes the models and enums of prisma/schema as the migrated database has them.
import { askMigrated } from "../migrated-database.ts";
import { readTables } from "./read-tables.ts";
import { committedFiles, filesOf, writeFiles } from "./schema-files.ts";

writeFiles(filesOf(await askMigrated(readTables), committedFiles()));
