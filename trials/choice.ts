/** Names of trials to run one after the other, or one trial with its own arguments. */
export type Choice =
  | { names: readonly string[] }
  | { name: string; own: readonly string[] }
  | { unknown: string }

/** Parses the arguments of `npm run trials`: only names, or one name followed by other words. */
export function choiceOf(
  [first = '', ...rest]: readonly string[],
  allNames: readonly string[],
): Choice {
  if (first === 'all' && rest.length === 0) return { names: allNames }
  if (!allNames.includes(first)) return { unknown: first }
  if (rest.length > 0 && rest.every((name) => allNames.includes(name)))
    return { names: [first, ...rest] }
  return { name: first, own: rest }
}
