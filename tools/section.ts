import fs from 'node:fs'

/**
 * Checks or writes the generated part of a page, between `<!-- name -->` and `<!-- /name -->`. Returns the faults, with
 * the `command` that fixes them.
 */
export function faultsOfSection(
  { page, name, command }: { page: string; name: string; command: string },
  text: string,
  isWriting: boolean,
): string[] {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const present = fs.readFileSync(page, 'utf8')
  if (!present.includes(begin) || !present.includes(end)) return [`${page} has no ${begin}`]
  const [before = '', rest = ''] = present.split(begin)
  const [, after = ''] = rest.split(end)
  const wanted = `${before}${begin}\n${text}${end}${after}`
  if (isWriting) fs.writeFileSync(page, wanted)
  return isWriting || present === wanted ? [] : [`${page} is stale: ${command}`]
}
