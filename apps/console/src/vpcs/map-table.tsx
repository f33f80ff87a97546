"use client";

import { columnsOf, DataTable } from "@/components/data-table.tsx";

interface Row {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly address: string;
  readonly state: string;
  readonly place: string;
}

const column = columnsOf<Row>();

const columns = [
  column("kind", "What", (original) => <span className="whitespace-nowrap text-ink-muted">{original.kind}</span>),
  column("name", "Name", (original) => original.name),
  column("address", "Address", (original) => <span className="font-mono text-[13px]">{original.address}</span>),
  column("state", "State", (original) => original.state),
  column("place", "Where", (original) => original.place),
];

/** The map as a table, for screen readers and for copying. */
export function MapTable({ rows }: { rows: readonly Row[] }) {
  return <DataTable label="The map as a table" columns={columns} rows={rows} keyOf={({ key }) => key} />;
}
