import { escapeHtml } from '#contract/mail.ts'

/**
 * Converts a Mermaid sequence diagram to a list of its messages, which is readable on a phone and by a screen reader.
 */
export function sequenceList(source: string): string {
  const names = new Map(
    [...source.matchAll(/participant (\w+) as (.+)/g)].map(([, id = '', name = '']) => [id, name]),
  )
  const messages = [...source.matchAll(/^\s*(\w+)--?>>(\w+): (.+)$/gm)]
  const items = messages.map(([, from = '', to = '', text = '']) => {
    const [sender, receiver] = [from, to].map((id) => escapeHtml(names.get(id) ?? id))
    return `<li><b>${sender}</b> → <b>${receiver}</b> <span>${escapeHtml(text)}</span></li>`
  })
  return `<ol class="sequence boxed">${items.join('')}</ol>`
}
