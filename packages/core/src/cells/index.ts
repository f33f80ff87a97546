export { askCell } from "./ask-cell.ts";
export { CellDirectory } from "./cell-directory.ts";
