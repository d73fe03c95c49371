/** Times and numbers as operators read them. */
const UNITS: readonly [number, string][] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
];

/** Return a period in its two largest units: 6 d 23 h. */
export function period(milliseconds: number): string {
  const first = UNITS.findIndex(([size]) => milliseconds >= size);
  if (first < 0) return "less than a minute";
  let left = milliseconds;
  return UNITS.slice(first, first + 2)
    .map(([size, unit]): string => {
      const count = Math.floor(left / size);
      left -= count * size;
      return count ? `${count} ${unit}` : "";
    })
    .filter(Boolean)
    .join(" ");
}

/** Return a time as `encore admin` prints it, in UTC. */
export const time = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
