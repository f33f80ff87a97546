export { askCell } from "./ask-cell.ts";
export { beginCell } from "./begin-cell.ts";
export { CellDirectory } from "./cell-directory.ts";
