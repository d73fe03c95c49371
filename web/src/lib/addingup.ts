/** Return parts rounded to hundredths so that they add up, as they are shown, to their rounded sum. */
export function addingUp(parts: readonly number[]): number[] {
  let [exact, shown] = [0, 0];
  return parts.map((part) => {
    exact += part;
    const next = Math.round(100 * exact);
    const rounded = (next - shown) / 100;
    shown = next;
    return rounded;
  });
}
