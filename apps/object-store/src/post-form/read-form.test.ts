import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { BOUNDARY, begun, CLOSING, codeOf, FORM_TYPE, filePart, formOf, part, posted, textOf } from "./form-fixture.ts";
import { limited } from "./limited.ts";
import { keyOf, readPostForm } from "./read-form.ts";

const MEBIBYTE = 1024 * 1024;
const VARIABLE = `$${"{filename}"}`;

/** Reads the whole form. */
async function whole(message: IncomingMessage) {
  const form = await readPostForm(message);
  const { fields, fileName, contentType } = form;
  return { fields: Object.fromEntries(fields), fileName, contentType, text: await textOf(form) };
}

describe("a form", () => {
  test.each([
    ["in one piece", Number.POSITIVE_INFINITY],
    ["in pieces of 100 bytes", 100],
    ["byte by byte", 1],
  ])("is read %s: its fields by lower-case name, and its file", async (_, size) => {
    const body = Buffer.from(
      formOf({ KEY: "photos/ä.txt", "Content-Type": "image/png", "X-Amz-Meta-A": "" }, "a\r\n--b"),
    );
    function* pieces() {
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
    }
    expect(await posted(pieces(), whole)).toEqual({
      fields: { key: "photos/ä.txt", "content-type": "image/png", "x-amz-meta-a": "" },
      fileName: "a.txt",
      contentType: "image/png",
      text: "a\r\n--b",
    });
  });

  test("may have an empty file, no name of it, a preamble and an epilogue", async () => {
    const body = `hello${part("key", "k")}${part("file", "")}${CLOSING}more`;
    expect(await posted(body, whole)).toEqual({
      fields: { key: "k" },
      fileName: "",
      contentType: undefined,
      text: "",
    });
  });

  test("ends at its file: fields and files after it are ignored", async () => {
    const body = [part("key", "k"), filePart("one"), part("key", "other"), part("", ""), filePart("two"), CLOSING].join(
      "",
    );
    expect(await posted(body, whole)).toMatchObject({ fields: { key: "k" }, text: "one" });
  });

  test("may be read later than it was sent", async () => {
    const text = await posted(formOf({ key: "k" }), async (message) => {
      const form = await readPostForm(message);
      for (let each = 0; each < 100; each += 1) await turn();
      return textOf(form);
    });
    expect(text).toBe("hello");
  });

  test("has at most 1000 fields and 20 KiB in them", async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, "v"]));
    const large = { key: "k", large: "v".repeat(20 * 1024 - "keyklarge".length) };
    expect(await posted(formOf(many), (message) => codeOf(() => whole(message)))).toBe("accepted");
    expect(await posted(formOf(large), (message) => codeOf(() => whole(message)))).toBe("accepted");
    expect(await posted(formOf({ ...many, f: "v" }), (message) => codeOf(() => whole(message)))).toBe(
      "InvalidArgument",
    );
    expect(await posted(formOf({ ...large, f: "" }), (message) => codeOf(() => whole(message)))).toBe(
      "MaxPostPreDataLengthExceededError",
    );
  });
});

describe("the file's name", () => {
  test.each([
    ["photo.jpg", "user/photo.jpg"],
    ["C:\\Program Files\\photo.jpg", "user/photo.jpg"],
    ["../photo.jpg", "user/photo.jpg"],
    ["ä.jpg", "user/ä.jpg"],
    [VARIABLE, `user/${VARIABLE}`],
    ["$&", "user/$&"],
    ["", "user/"],
  ])("%s makes the key %s", async (name, key) => {
    const body = [part("key", `user/${VARIABLE}`), filePart("x", name), CLOSING].join("");
    expect(await posted(body, async (message) => keyOf(await readPostForm(message)))).toBe(key);
  });

  test("takes its place in every field", async () => {
    const body = formOf({ "x-amz-meta-name": `${VARIABLE}, ${VARIABLE}` });
    expect((await posted(body, whole)).fields).toEqual({ "x-amz-meta-name": "a.txt, a.txt" });
  });
});

test.each([
  ["no key", {}, "InvalidArgument"],
  ["an empty key", { key: "" }, "InvalidArgument"],
  ["a key that leaves its folder", { key: "a/../b" }, "InvalidArgument"],
  ["a key of 1025 bytes", { key: "k".repeat(1025) }, "KeyTooLongError"],
])("%s is refused", async (_, fields, code) => {
  const body = formOf(fields);
  expect(await posted(body, (message) => codeOf(async () => keyOf(await readPostForm(message))))).toBe(code);
});

describe("refused before the file", () => {
  const form = formOf({ key: "k" });
  test.each([
    ["another content type", form, "application/x-www-form-urlencoded", "MalformedPOSTRequest"],
    ["another kind of multipart", form, FORM_TYPE.replace("form-data", "mixed"), "MalformedPOSTRequest"],
    ["no boundary", form, "multipart/form-data", "MalformedPOSTRequest"],
    ["a parameter but no boundary", form, "multipart/form-data; charset=utf-8", "MalformedPOSTRequest"],
    ["a boundary of 300 characters", form, `multipart/form-data; boundary=${"b".repeat(300)}`, "MalformedPOSTRequest"],
    ["another boundary", form, "multipart/form-data; boundary=other", "MalformedPOSTRequest"],
    ["an empty body", "", FORM_TYPE, "MalformedPOSTRequest"],
    ["text", "hello", FORM_TYPE, "MalformedPOSTRequest"],
    ["an end in a field", part("key", "k"), FORM_TYPE, "MalformedPOSTRequest"],
    ["an end in the headers of a part", `\r\n--${BOUNDARY}\r\nContent-Dis`, FORM_TYPE, "MalformedPOSTRequest"],
    ["a field without a name", part("", "v") + form, FORM_TYPE, "MalformedPOSTRequest"],
    ["a field twice", part("Key", "other") + form, FORM_TYPE, "InvalidArgument"],
    ["no fields", CLOSING, FORM_TYPE, "InvalidArgument"],
    ["no file", part("key", "k") + CLOSING, FORM_TYPE, "InvalidArgument"],
    [
      "a file of another name",
      part("upload", "x".repeat(30_000), '; filename="a"') + CLOSING,
      FORM_TYPE,
      "MaxPostPreDataLengthExceededError",
    ],
    [
      "names of the file that fill the fields",
      [part("key", VARIABLE.repeat(1000)), filePart("x", "n".repeat(200)), CLOSING].join(""),
      FORM_TYPE,
      "MaxPostPreDataLengthExceededError",
    ],
    ["a preamble of 2 MiB", "x".repeat(2 * MEBIBYTE) + form, FORM_TYPE, "MaxPostPreDataLengthExceededError"],
  ])("%s", async (_, body, contentType, code) => {
    expect(await posted(body, (message) => codeOf(() => readPostForm(message)), contentType)).toBe(code);
  });
});

describe("refused after the file", () => {
  const head = part("key", "k") + filePart("hello");
  test.each([
    ["an end in the file", head],
    ["an end in the file's boundary", `${head}\r\n--${BOUNDARY.slice(0, 4)}`],
    ["no last boundary", `${head}\r\n--${BOUNDARY}\r\n`],
    ["an end in a field after the file", head + part("submit", "Upload")],
    ["2 MiB of fields after the file", head + part("submit", "x".repeat(2 * MEBIBYTE)) + CLOSING],
  ])("%s", async (_, body) => {
    const code = await posted(body, async (message) => {
      const form = await readPostForm(message);
      return codeOf(() => textOf(form));
    });
    expect(code).toBe("MalformedPOSTRequest");
  });

  test("a form that takes longer than a minute and its size", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const slow = (ms: number) => async (message: IncomingMessage) => {
        const form = await readPostForm(message);
        vi.setSystemTime(Date.now() + ms);
        return codeOf(() => textOf(form));
      };
      const body = formOf({ key: "k" }, "x".repeat(2 * MEBIBYTE));
      expect(await posted(body, slow(59_000))).toBe("accepted");
      expect(await posted(body, slow(70_000_000))).toBe("RequestTimeout");
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a client that leaves", () => {
  const error = expect.objectContaining({ code: expect.stringMatching(/^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/) });

  test("in the fields makes the reading reject", async () => {
    const reading = begun(part("key", "k"), async (message, leave) => {
      const form = readPostForm(message);
      leave();
      return form;
    });
    await expect(reading).rejects.toEqual(error);
  });

  test("in the file makes the iteration reject", async () => {
    const seen: string[] = [];
    const reading = begun(part("key", "k") + filePart("hello\r\n"), async (message, leave) => {
      for await (const bytes of (await readPostForm(message)).file) {
        seen.push(Buffer.from(bytes).toString());
        leave();
      }
    });
    await expect(reading).rejects.toEqual(error);
    expect(seen).toEqual(["hello"]);
  });

  test("before the file is read makes the iteration reject", async () => {
    const reading = begun(part("key", "k") + filePart("hello"), async (message, leave) => {
      const form = await readPostForm(message);
      leave();
      await once(message, "close");
      return textOf(form);
    });
    await expect(reading).rejects.toEqual(error);
  });
});

describe("a file of 64 MiB", () => {
  const chunk = Buffer.alloc(64 * 1024, "x\r\n--");
  function* large() {
    yield Buffer.from(part("key", "k") + filePart(""));
    for (let sent = 0; sent < 64 * MEBIBYTE; sent += chunk.length) yield chunk;
    yield Buffer.from(CLOSING);
  }

  test("is not read faster than it is taken", async () => {
    const { size, furthest } = await posted(large(), async (message) => {
      const form = await readPostForm(message);
      let size = 0;
      let furthest = 0;
      for await (const bytes of form.file) {
        size += bytes.length;
        // A reader that does not wait would take more from the connection meanwhile.
        for (let each = 0; each < 3; each += 1) await turn();
        furthest = Math.max(furthest, message.socket.bytesRead - size);
      }
      return { size, furthest };
    });
    expect(size).toBe(64 * MEBIBYTE);
    expect(furthest).toBeLessThan(MEBIBYTE);
  });

  test("can be refused midway, and the client gets its answer", async () => {
    const { code, read } = await posted(large(), async (message) => {
      const { file } = await readPostForm(message);
      const code = await codeOf(() => textOf({ file: limited(file, { least: 0, most: MEBIBYTE }) }));
      return { code, read: message.socket.bytesRead };
    });
    expect(code).toBe("EntityTooLarge");
    expect(read).toBeLessThan(3 * MEBIBYTE);
  });

  test("can be left unread, and the client gets its answer", async () => {
    expect(await posted(large(), async (message) => keyOf(await readPostForm(message)))).toBe("k");
  });
});
