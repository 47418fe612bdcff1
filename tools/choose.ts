import { unknownName } from './unknown-name.ts'

/** Returns the names in the arguments; all names if there are no arguments. Exits with 2 for an unknown name. */
export function chooseNames(
  thing: string,
  args: readonly string[],
  names: readonly string[],
): readonly string[] {
  const unknown = args.filter((name) => !names.includes(name))
  for (const name of unknown) console.error(unknownName(thing, name, names))
  if (unknown.length > 0) process.exit(2)
  return args.length > 0 ? args : names
}
