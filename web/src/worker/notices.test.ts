import { expect, test, vi } from "vitest";
import { follow, leave, MOMENT, notify, read, type Notified } from "./notices";

const TURN: Notified = { kind: "turn", table: "abc", tag: "table-abc", title: "Dakapo", body: "It is your turn" };

type Shown = { tag: string; data?: unknown; close(): void };
const DONE: Notified = { kind: "done", table: "abc", tag: "table-abc", title: "Dakapo", body: "Nothing is left to do here" };

/** A worker with some open pages and notifications. */
function scope(urls: [string, "visible" | "hidden"][] = [], shown: Shown[] = []) {
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

test.each([
  ["another notification", [], [{ tag: "table-other", close: vi.fn() }]],
  ["a page", [["/me", "visible"]], []],
] as [string, [string, "visible"][], Shown[]][])(
  "a move that was made elsewhere closes it where %s can be seen",
  async (_, pages, others) => {
    const one = { tag: "table-abc", close: vi.fn() };
    const { worker, registration } = scope(pages, [one, ...others]);
    await notify(worker, DONE);
    expect(one.close).toHaveBeenCalled();
    for (const other of others) expect(other.close).not.toHaveBeenCalled();
    expect(registration.showNotification).not.toHaveBeenCalled();
  },
);

test("the last notification is replaced without a sound and closed after the event", async () => {
  vi.useFakeTimers();
  const shown: Shown[] = [{ tag: "table-abc", close: vi.fn() }];
  const { worker, registration } = scope([["/me", "hidden"]], shown);
  await notify(worker, DONE);
  expect(shown[0]?.close).not.toHaveBeenCalled();
  const [title, options] = registration.showNotification.mock.calls[0] ?? [];
  expect([title, options]).toEqual(["Dakapo", expect.objectContaining({ body: DONE.body, tag: "table-abc", silent: true })]);
  const [over, turn] = [
    { tag: "table-abc", data: options.data, close: vi.fn() },
    { tag: "table-abc", data: { table: "abc" }, close: vi.fn() },
  ];
  shown.splice(0, 1, over, turn);
  await vi.advanceTimersByTimeAsync(MOMENT);
  expect(over.close).toHaveBeenCalled();
  expect(turn.close, "a new notice").not.toHaveBeenCalled();
  vi.useRealTimers();
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

test("whoever signs out leaves no notification and no subscription behind", async () => {
  const shown = ["table-abc", "table-other"].map((tag) => ({ tag, close: vi.fn() }));
  const { worker, registration } = scope([], shown);
  const unsubscribe = vi.fn();
  Object.assign(registration, { pushManager: { getSubscription: async () => ({ unsubscribe }) } });
  await leave(worker);
  for (const one of shown) expect(one.close).toHaveBeenCalled();
  expect(unsubscribe).toHaveBeenCalled();
});
