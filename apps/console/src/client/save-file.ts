/**
 * Has the browser save a text as a file.
 * @param name such as `catalog.json`, to which the day is added: `catalog-2026-11-30.json`
 * @param type the media type
 */
export function saveFile(name: string, text: string, type: string) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replace(/(?=\.[^.]*$)/, `-${new Date().toISOString().slice(0, 10)}`);
  link.click();
  URL.revokeObjectURL(url);
}
