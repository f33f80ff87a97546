// What operators announce: who sees it, when, and who has it by mail.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

const said = { title: "Slow volumes", text: "We are on it." };
const PAST = "2020-01-01T00:00:00Z";

/** The titles that somebody reads above their pages. */
async function titlesOf(userId: string): Promise<unknown[]> {
  const { value, refusal } = await fixture.tenant.call("session.me", {}, { credentials: fixture.as(userId) });
  if (refusal !== undefined) throw refusal;
  return (value.announcements as { title: string }[]).map(({ title }) => title);
}

async function announce(more: object): Promise<string> {
  const { announcement_id } = await fixture.made("operatorAnnouncement.create", { ...said, ...more });
  return String(announcement_id);
}

const ofTenant = () => [fixture.tenant.organization.organization_id];
const mails = async (title: string): Promise<string[]> => {
  const found = await api.database.pool.query("SELECT recipient FROM mail WHERE details ->> 'title' = $1", [title]);
  return found.rows.map(({ recipient }) => recipient);
};

test("members of the named organizations alone see it, from its start to its end", async () => {
  const { viewer } = fixture.tenant.people;
  const title = `Notice ${randomUUID()}`;
  const announcement_id = await announce({ title: `  ${title}\n`, organization_ids: [...ofTenant(), ...ofTenant()] });
  expect(await titlesOf(viewer)).toContain(title);
  expect(await titlesOf(fixture.stranger)).not.toContain(title);
  const change = (changes: object) => fixture.made("operatorAnnouncement.update", { announcement_id, ...changes });
  expect(await change({ starts_at: "2099-06-01T02:00:00+02:00" })).toMatchObject({
    ...{ starts_at: "2099-06-01T00:00:00.000Z", time: "future", organization_ids: ofTenant() },
  });
  expect(await titlesOf(viewer)).not.toContain(title);
  expect(await change({ starts_at: PAST, ends_at: "2020-01-02T00:00:00Z" })).toMatchObject({ time: "past" });
  expect(await titlesOf(viewer)).not.toContain(title);
  expect(await change({ ends_at: null, organization_ids: null })).toMatchObject({ time: "present", ends_at: null });
  expect(await titlesOf(fixture.stranger)).toContain(title);
  await fixture.made("operatorAnnouncement.delete", { announcement_id });
  expect(await titlesOf(viewer)).not.toContain(title);
});

test("maintenance is shown before it begins, with the names of its sites", async () => {
  const window = { starts_at: "2099-01-01T22:00:00Z", ends_at: "2099-01-02T02:00:00Z" };
  const title = `Maintenance ${randomUUID()}`;
  await announce({ kind: "maintenance", title, ...window, site_ids: ["site-fra-1", "site-ams-1", "site-fra-1"] });
  const { value } = await fixture.tenant.call("session.me", {}, { credentials: fixture.as(fixture.stranger) });
  expect(value?.announcements).toContainEqual(
    expect.objectContaining({ title, sites: ["Amsterdam 1", "Frankfurt 1"], starts_at: "2099-01-01T22:00:00.000Z" }),
  );
});

test("moments are truncated to milliseconds, as everywhere", async () => {
  const sent = { starts_at: "2099-01-01T00:00:00.0019999+01:00", ends_at: "2099-01-02T00:00:00.9996Z" };
  const kept = { starts_at: "2098-12-31T23:00:00.001Z", ends_at: "2099-01-02T00:00:00.999Z" };
  const announcement_id = await announce({ title: `Moments ${randomUUID()}`, ...sent });
  expect(await fixture.made("operatorAnnouncement.get", { announcement_id })).toMatchObject(kept);
  const later = await fixture.made("operatorAnnouncement.update", {
    announcement_id,
    ends_at: "2099-01-03T00:00:00.1239Z",
  });
  expect(later).toMatchObject({ ...kept, ends_at: "2099-01-03T00:00:00.123Z" });
});

test("one without a start begins with its row", async () => {
  const { starts_at, created_at } = await fixture.made("operatorAnnouncement.create", said);
  expect(Date.parse(String(created_at)) - Date.parse(String(starts_at))).toBeLessThanOrEqual(1);
});

test("who closes it has it closed in every session, until it is changed", async () => {
  const title = `Closed ${randomUUID()}`;
  const { announcement_id } = await fixture.made("operatorAnnouncement.create", { ...said, title });
  const { viewer, owner } = fixture.tenant.people;
  const readBy = async (userId: string) => {
    const { value } = await fixture.tenant.call("session.me", {}, { credentials: fixture.as(userId) });
    const announcements = value?.announcements as { title: string; closed: boolean; updated_at: string }[];
    return announcements.find((one) => one.title === title);
  };
  const close = (updated_at: string | undefined) =>
    fixture.tenant.call(
      "account.closeAnnouncement",
      { announcement_id, updated_at },
      { credentials: fixture.as(viewer) },
    );
  const seen = await readBy(viewer);
  expect(seen).toMatchObject({ closed: false });
  expect((await close(seen?.updated_at)).refusal).toBeUndefined();
  expect(await readBy(viewer)).toMatchObject({ closed: true });
  expect(await readBy(owner)).toMatchObject({ closed: false });
  await fixture.made("operatorAnnouncement.update", { announcement_id, text: "It is over soon." });
  expect(await readBy(viewer)).toMatchObject({ closed: false });
  // What was read before the change closes no more than that.
  await close(seen?.updated_at);
  expect(await readBy(viewer)).toMatchObject({ closed: false });
});

test("nobody closes what is not for them, or is over", async () => {
  const forOthers = await announce({ organization_ids: ofTenant() });
  const over = await announce({ starts_at: PAST, ends_at: "2020-01-02T00:00:00Z" });
  for (const announcement_id of [forOthers, over, "ann_none"]) {
    const input = { announcement_id, updated_at: PAST };
    const { refusal } = await fixture.tenant.call("account.closeAnnouncement", input, {
      credentials: fixture.as(fixture.stranger),
    });
    expect(refusal?.code).toBe("not_found");
  }
});

test("owners have it by mail once, though the request is repeated", async () => {
  const key = randomUUID();
  const title = `Mail ${randomUUID()}`;
  const input = { ...said, title, by_mail: true, organization_ids: ofTenant() };
  const send = () => fixture.call("operatorAnnouncement.create", input, fixture.as(fixture.operator), key);
  const [first, again] = [await send(), await send()];
  expect(first.value).toMatchObject({ mails: 1 });
  expect(again.value).toEqual(first.value);
  const owner = await api.database.prisma.user.findUniqueOrThrow({ where: { id: fixture.tenant.people.owner } });
  expect(await mails(title)).toEqual([owner.email]);
  const quiet = `Quiet ${randomUUID()}`;
  await announce({ title: quiet, organization_ids: ofTenant() });
  expect(await mails(quiet)).toEqual([]);
});

test.each([
  [{ kind: "maintenance" }, "ends_at"],
  [{ starts_at: "2030-01-02T00:00:00Z", ends_at: "2030-01-02T00:00:00Z" }, "ends_at"],
  [{ ends_at: PAST }, "ends_at"],
  [{ site_ids: ["site-none"] }, "site_ids"],
  [{ organization_ids: ["org_none"] }, "organization_ids"],
  [{ organization_ids: [] }, "organization_ids"],
  [{ title: " \t" }, "title"],
  [{ text: "x".repeat(2001) }, "text"],
  [{ level: "WARNING" }, "level"],
])("%j is refused at %s", async (wrong, field) => {
  const { status, body } = await fixture.send("operatorAnnouncement.create", { ...said, ...wrong });
  expect([status, body.errors?.[0]?.field.split(".")[0]]).toEqual([400, field]);
});

test("maintenance keeps a window when it is changed", async () => {
  const window = { starts_at: "2030-01-01T22:00:00Z", ends_at: "2030-01-02T02:00:00Z" };
  const announcement_id = await announce({ kind: "maintenance", ...window });
  for (const changes of [{ ends_at: null }, { starts_at: "2030-01-03T00:00:00Z" }]) {
    const { status, body } = await fixture.send("operatorAnnouncement.update", { announcement_id, ...changes });
    expect([status, body.errors?.[0]?.field]).toEqual([400, "ends_at"]);
  }
});
