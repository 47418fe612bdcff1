import { recipients, type Message, type Person } from './message.ts'

const term = /(?:(?<field>to|from|subject):)?(?:"(?<quoted>[^"]*)"|(?<plain>\S+))/gi

/** Mailpit's words: `to:`, `from:`, `subject:`, quotes, and all that is left anywhere. */
export function isMatch(message: Message, query: string): boolean {
  return [...query.matchAll(term)].every(({ groups = {} }) => {
    const wanted = (groups['quoted'] ?? groups['plain'] ?? '').toLowerCase()
    return placesOf(message, groups['field']?.toLowerCase()).some((place) =>
      place.toLowerCase().includes(wanted),
    )
  })
}

function placesOf(message: Message, field: string | undefined): string[] {
  const to = recipients(message).map(written)
  const from = [written(message.from)]
  if (field === 'to') return to
  if (field === 'from') return from
  if (field === 'subject') return [message.subject]
  return [...to, ...from, message.subject, message.text]
}

function written({ name, address }: Person): string {
  return `${name} <${address}>`
}
