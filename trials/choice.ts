/** Names of trials to run one after the other, or one trial with arguments of its own. */
export type Choice =
  | { names: readonly string[] }
  | { name: string; own: readonly string[] }
  | { unknown: string }

/** Reads the arguments of `npm run trials`: names alone, or one name followed by other words. */
export function choiceOf(
  [first = '', ...rest]: readonly string[],
  known: readonly string[],
): Choice {
  if (first === 'all' && rest.length === 0) return { names: known }
  if (!known.includes(first)) return { unknown: first }
  if (rest.length > 0 && rest.every((name) => known.includes(name)))
    return { names: [first, ...rest] }
  return { name: first, own: rest }
}
