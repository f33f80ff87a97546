// The scripts of a page: the theme's choice, copying code, the search. Without them, pages still read and link.
import MiniSearch, { type SearchResult } from "minisearch";
import { SEARCH_OPTIONS } from "./search-options.ts";

function element<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
  return found;
}

function offerThemes() {
  const select = element("theme", HTMLSelectElement);
  select.hidden = false;
  select.value = localStorage.getItem("theme") ?? "system";
  select.addEventListener("change", () => {
    if (select.value === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", select.value);
    dispatchEvent(new StorageEvent("storage", { key: "theme" }));
  });
}

function offerCopies() {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button.copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.parentElement?.querySelector("code")?.textContent ?? "");
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 1500);
    });
  }
}

function offerSearch() {
  const dialog = element("search", HTMLDialogElement);
  const opener = element("search-open", HTMLButtonElement);
  const input = element("search-text", HTMLInputElement);
  const count = element("search-count", HTMLParagraphElement);
  const list = element("search-results", HTMLOListElement);
  let index: Promise<MiniSearch> | undefined;

  async function load(): Promise<MiniSearch> {
    const response = await fetch("/docs/assets/search.json");
    if (!response.ok) throw new Error(`the search's index answered ${response.status}`);
    return MiniSearch.loadJSON(await response.text(), SEARCH_OPTIONS);
  }

  async function show() {
    const text = input.value.trim();
    index ??= load();
    const results = text === "" ? [] : (await index).search(text).slice(0, 20);
    if (input.value.trim() !== text) return;
    list.replaceChildren(...results.map(itemOf));
    const found = results.length === 1 ? "1 result" : `${results.length} results`;
    count.textContent = text === "" ? "" : results.length === 0 ? `Nothing has “${text}”.` : found;
  }

  function open() {
    dialog.showModal();
    input.select();
    report(show());
  }

  function report(shown: Promise<void>) {
    shown.catch(() => {
      index = undefined;
      count.textContent = "The search could not be loaded. Try again.";
    });
  }

  opener.hidden = false;
  opener.addEventListener("click", open);
  input.addEventListener("input", () => report(show()));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("a")?.click();
    if (event.key === "ArrowDown") list.querySelector("a")?.focus();
  });
  list.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });
}

function itemOf({ id, title, page, section }: SearchResult): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = String(id);
  const name = document.createElement("b");
  name.textContent = String(title);
  const place = document.createElement("span");
  place.textContent = title === page ? String(section) : `${page} · ${section}`;
  link.append(name, place);
  item.append(link);
  return item;
}

/** The list of pages is open beside the text, and folded above it on narrow screens. */
function foldPages() {
  const pages = element("pages", HTMLDetailsElement);
  const wide = matchMedia("(min-width: 60rem)");
  const fold = () => {
    pages.open = wide.matches;
  };
  fold();
  wide.addEventListener("change", fold);
  pages.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
}

foldPages();
offerThemes();
offerCopies();
offerSearch();
// As the console does: from now on the page takes input.
document.documentElement.dataset.ready = "";
