import type { WordsOf } from '#contract/locale.ts'
import type { words } from './messages.ts'

/** A kind of mail or link in words; one that is too new for this page keeps its name. */
export function kindOf(kind: string, say: WordsOf<typeof words>): string {
  const word: unknown = (say as Record<string, unknown>)[`kind_${kind.replaceAll('-', '_')}`]
  return typeof word === 'string' ? word : kind
}
