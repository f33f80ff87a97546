import { expect, test } from "vitest";
import { askMigrated } from "../migrated-database.ts";
import { readTables, type Table, type Tables } from "./read-tables.ts";
import { committedFiles, filesOf } from "./schema-files.ts";

test("prisma/schema is what the migrations make", async () => {
  const committed = committedFiles();
  const fresh = filesOf(await askMigrated(readTables), committed);
  const stale = [...fresh].filter(([name, text]) => committed.get(name) !== text).map(([name]) => name);
  expect(stale, "run `npm run generate` and look at the difference").toEqual([]);
});

const column = { type: "text", isList: false, isRequired: true, default: null, isIdentity: false };
const key = { name: "shelf_pkey", columns: ["shelf_id"], descending: [false], isPrimary: true, isUnique: true };
const shelf: Table = { name: "shelf", columns: [{ ...column, name: "shelf_id" }], indexes: [key], references: [] };
const book: Table = {
  name: "book",
  columns: [
    { ...column, name: "book_id" },
    { ...column, name: "shelf_id", isRequired: false },
    { ...column, name: "state", type: "book_state", default: "'on-loan'::book_state" },
  ],
  indexes: [{ ...key, name: "book_pkey", columns: ["book_id"] }],
  references: [
    {
      name: "book_shelf_id_fkey",
      columns: ["shelf_id"],
      to: "shelf",
      references: ["shelf_id"],
      onDelete: "n",
      onUpdate: "c",
    },
  ],
};
const library: Tables = { tables: [book, shelf], enums: new Map([["book_state", ["on-loan", "here"]]]) };

const WRITTEN = `// The rooms.

/// Where books stand.
model Shelf {
  /// Painted on it.
  shelf_id String @id
  /// A column that is gone.
  colour   String

  @@map("shelf")
}

model Gone {
  gone_id String @id
}
`;

test("words, order and files stay, and what is new stands beside what it refers to", () => {
  const files = filesOf(
    library,
    new Map([
      ["other.prisma", ""],
      ["rooms.prisma", WRITTEN],
      ["schema.prisma", ""],
    ]),
  );
  expect(Object.fromEntries(files)).toEqual({
    "other.prisma": "",
    "schema.prisma": "",
    "rooms.prisma": `// The rooms.

/// Where books stand.
model Shelf {
  /// Painted on it.
  shelf_id String @id

  books Book[]

  @@map("shelf")
}

model Book {
  book_id  String    @id
  shelf_id String?
  state    BookState @default(on_loan)

  shelf Shelf? @relation(fields: [shelf_id], references: [shelf_id], onDelete: SetNull)

  @@map("book")
}

enum BookState {
  on_loan @map("on-loan")
  here

  @@map("book_state")
}
`,
  });
  expect(filesOf(library, files)).toEqual(files);
});
