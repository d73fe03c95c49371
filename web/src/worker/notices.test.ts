import { expect, test, vi } from "vitest";
import { follow, notify, read, type Notified } from "./notices";

const TURN: Notified = { kind: "turn", table: "abc", tag: "table-abc", title: "Dakapo", body: "It is your turn" };

/** A worker with some open pages and notifications. */
function scope(urls: [string, "visible" | "hidden"][] = [], shown: { close(): void }[] = []) {
  const pages = urls.map(([path, visibilityState]) => ({ url: `https://play.example${path}`, visibilityState, focus: vi.fn() }));
  const registration = { showNotification: vi.fn(), getNotifications: vi.fn(async () => shown) };
  const clients = { matchAll: async () => pages, openWindow: vi.fn() };
  return { pages, registration, clients, worker: { registration, clients } as unknown as ServiceWorkerGlobalScope };
}

const message = (value: unknown): { json(): unknown } => ({ json: () => value });

test("what is no message of the server is ignored", () => {
  expect(read(message(TURN))).toEqual(TURN);
  expect(read(null)).toBeNull();
  for (const wrong of [null, 1, {}, { ...TURN, table: "../x" }, { ...TURN, tag: 1 }]) expect(read(message(wrong))).toBeNull();
  const broken = () => {
    throw new SyntaxError();
  };
  expect(read({ json: broken })).toBeNull();
});

test("a notice is shown with the tag of its table", async () => {
  const { worker, registration } = scope([
    ["/table/abc", "hidden"],
    ["/table/other", "visible"],
  ]);
  await notify(worker, TURN);
  const [title, options] = registration.showNotification.mock.calls[0] ?? [];
  expect([title, options]).toEqual([
    "Dakapo",
    expect.objectContaining({ body: "It is your turn", tag: "table-abc", data: { table: "abc" } }),
  ]);
});

test("whoever sees the table gets none", async () => {
  const { worker, registration } = scope([["/table/abc", "visible"]]);
  await notify(worker, TURN);
  expect(registration.showNotification).not.toHaveBeenCalled();
});

test("a move that was made elsewhere closes it", async () => {
  const one = { close: vi.fn() };
  const { worker, registration } = scope([], [one]);
  await notify(worker, { kind: "done", table: "abc", tag: "table-abc" });
  expect(registration.getNotifications).toHaveBeenCalledWith({ tag: "table-abc" });
  expect(one.close).toHaveBeenCalled();
  expect(registration.showNotification).not.toHaveBeenCalled();
});

test("a click goes to the page that has the table open, or opens one", async () => {
  const notification = { close: vi.fn(), data: { table: "abc" } } as unknown as Notification;
  const open = scope([
    ["/", "visible"],
    ["/table/abc", "hidden"],
  ]);
  await follow(open.worker, notification);
  expect(open.pages[1]?.focus).toHaveBeenCalled();
  expect(open.clients.openWindow).not.toHaveBeenCalled();
  const none = scope([["/", "visible"]]);
  await follow(none.worker, notification);
  expect(none.clients.openWindow).toHaveBeenCalledWith("/table/abc");
  expect(notification.close).toHaveBeenCalledTimes(2);
});

test("a notification without a table leads to one's games", async () => {
  const { worker, clients } = scope();
  await follow(worker, { close: vi.fn(), data: { table: "//evil.example" } } as unknown as Notification);
  expect(clients.openWindow).toHaveBeenCalledWith("/me");
});
