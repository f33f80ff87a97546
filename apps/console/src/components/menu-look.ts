/** The style of every menu of the console. */
export const MENU_POPUP =
  "max-h-(--available-height) min-w-56 max-w-(--available-width) overflow-y-auto rounded-lg border " +
  "border-line bg-raised p-1 shadow-raised outline-none transition-[opacity,scale] duration-100 " +
  "data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 " +
  "data-starting-style:opacity-0";
export const MENU_ITEM =
  "flex w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none " +
  "data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:opacity-50";
export const MENU_LABEL = "px-2.5 py-1.5 font-medium text-ink-subtle text-xs";
/** The style of a button that opens a menu. */
export const MENU_TRIGGER = "px-2.5 data-popup-open:bg-hover in-[td]:text-ink-muted in-[td]:hover:text-ink";

export interface MenuAction {
  readonly label: string;
  /** Why the item is disabled, or null if it is enabled. Disabled items are listed with the reason below. */
  readonly refusal: string | null;
  readonly onSelect: () => void;
  /** Set for destructive actions. */
  readonly remove?: boolean;
}
