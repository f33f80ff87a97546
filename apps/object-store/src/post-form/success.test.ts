import { expect, test } from "vitest";
import { successOf } from "./success.ts";

const POSTED = { bucket: "photos", key: "a b/ä&.jpg", etag: "abc", location: "https://s3.example/photos/a%20b" };
const HEADERS = { etag: '"abc"', location: POSTED.location };
const QUERY = "bucket=photos&key=a%20b%2F%C3%A4%26.jpg&etag=%22abc%22";
const success = (fields: Readonly<Record<string, string>>) => successOf(new Map(Object.entries(fields)), POSTED);

test.each([
  ["https://example.com/done", `https://example.com/done?${QUERY}`],
  ["HTTP://example.com", `http://example.com/?${QUERY}`],
  ["https://example.com/done?", `https://example.com/done?${QUERY}`],
  ["https://example.com/done?a=b%20c+d#end", `https://example.com/done?a=b%20c+d&${QUERY}#end`],
  ["https://example.com/\r\nset-cookie: a=b", `https://example.com/set-cookie:%20a=b?${QUERY}`],
])("303 to %j", (target, location) => {
  const answer = success({ success_action_redirect: target, success_action_status: "201" });
  expect(answer).toEqual({ status: 303, headers: { etag: '"abc"', location } });
});

test.each(["", "/done", "//example.com", "javascript:alert(1)", "ftp://example.com", "https://", "https:example.com"])(
  "%j is no URL to redirect to",
  (target) => {
    expect(success({ success_action_redirect: target })).toEqual({ status: 204, headers: HEADERS });
    expect(success({ success_action_redirect: target, success_action_status: "200" }).status).toBe(200);
  },
);

test.each([
  ["200", 200],
  ["204", 204],
  ["404", 204],
  ["", 204],
])("the status %j is answered with %i", (asked, status) => {
  expect(success({ success_action_status: asked })).toEqual({ status, headers: HEADERS });
});

test("without a wish, the status is 204", () => {
  expect(success({})).toEqual({ status: 204, headers: HEADERS });
});

test("201 has a document without a namespace", () => {
  expect(success({ success_action_status: "201" })).toEqual({
    status: 201,
    headers: HEADERS,
    xml: [
      '<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><Location>https://s3.example/photos/a%20b</Location>',
      "<Bucket>photos</Bucket><Key>a b/ä&amp;.jpg</Key><ETag>&quot;abc&quot;</ETag></PostResponse>",
    ].join(""),
  });
});

test("an ETag that has its quotes keeps them", () => {
  expect(successOf(new Map(), { ...POSTED, etag: '"abc"' }).headers).toEqual(HEADERS);
});
