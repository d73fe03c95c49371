/** A lead in win chances that counts: smaller ones come and go with the errors of the estimates. */
const CLEAR = 0.1;

/** Return the chances of the seats as parts of one whole.
 *
 * Where hands are hidden each seat's chance is from what that seat knows, so that together they may be more or less than one.
 */
export function ofOne(chances: readonly number[]): number[] {
  const whole = chances.reduce((sum, each) => sum + each, 0);
  return chances.length < 2 || !whole ? [...chances] : chances.map((each) => each / whole);
}

/** Return after which moves another seat has a clear lead. */
export function leadChanges(chances: readonly (readonly number[])[]): number[] {
  const found: number[] = [];
  let ahead: number | null = null;
  chances.forEach((each, ply) => {
    const [most = 0, second = 0] = [...each].sort((one, other) => other - one);
    if (each.length < 2 || most - second < CLEAR) return;
    const leader = each.indexOf(most);
    if (ahead !== null && leader !== ahead) found.push(ply);
    ahead = leader;
  });
  return found;
}
