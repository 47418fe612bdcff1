import { fold } from '#contract/fold.ts'

/** The stored text of a search: each part begins a line. */
export function searchText(...parts: readonly string[]): string {
  return parts.map((part) => `\n${fold(part)}`).join('')
}

/** A `like` pattern for texts that contain the folded text anywhere. */
export function containing(folded: string): string {
  return `%${escaped(folded)}%`
}

/** A `like` pattern for texts of which a line begins with the folded text. */
export function beginning(folded: string): string {
  return `%\n${escaped(folded)}%`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
}
