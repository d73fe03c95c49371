import { beforeEach, describe, expect, it, vi } from "vitest";
import { dropEarly, openEarly, openLine, tableOf } from "./line";

class FakeSocket {
  static readonly OPEN = 1;
  readonly address: string;
  readyState = 0;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor(address: string) {
    this.address = address;
    sockets.push(this);
  }
  close(): void {
    this.readyState = 3;
  }
}

let sockets: FakeSocket[];

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { origin: "https://encore.example" });
  dropEarly();
  sockets = [];
});

describe("the early socket of a table", () => {
  it("is used once, and tells what it has heard", async () => {
    openEarly("abcd");
    sockets[0]?.onmessage?.({ data: "first" });
    const heard: string[] = [];
    const line = openLine("abcd");
    line.onmessage = ({ data }) => heard.push(data);
    await Promise.resolve();
    sockets[0]?.onmessage?.({ data: "second" });
    expect(heard).toEqual(["first", "second"]);
    expect(sockets.map(({ address }) => address.split("?")[0])).toEqual(["wss://encore.example/api/tables/abcd/socket"]);
    expect(openLine("abcd")).toBe(sockets[1]);
  });

  it("is opened once, by whoever asks first", () => {
    openEarly("abcd");
    openEarly("abcd");
    expect(sockets.length).toBe(1);
    expect(openLine("abcd")).toBe(sockets[0]);
  });

  it("is closed where another table is wanted", () => {
    openEarly("abcd");
    expect(openLine("efgh")).toBe(sockets[1]);
    expect(sockets[0]?.readyState).toBe(3);
  });

  it("is not used when it was closed meanwhile", () => {
    openEarly("abcd");
    sockets[0]?.close();
    expect(openLine("abcd")).toBe(sockets[1]);
  });
});

it("only the address of a table names one", () => {
  expect(["/table/a-B_9", "/table/abcd/", "/", "/table/", "/replay/abcd", "/table/abcd/2"].map(tableOf)).toEqual([
    "a-B_9",
    "abcd",
    null,
    null,
    null,
    null,
  ]);
});
