import type { MessagesOf } from '#contract/locale.ts'
import type { messages } from './messages.ts'

/** A kind of mail or link in words; one that is too new for this page keeps its name. */
export function kindOf(kind: string, t: MessagesOf<typeof messages>): string {
  const word: unknown = (t as Record<string, unknown>)[`kind_${kind.replaceAll('-', '_')}`]
  return typeof word === 'string' ? word : kind
}
