import { fail } from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

export type Mail = { id: string; subject: string; text: string }
type Summary = { ID: string; To: { Address: string }[]; Subject: string; Created: string }

const patienceMs = 30_000
const readIds = new Set<string>()
/** The start of this program. Earlier mails belong to another program or run. */
const begunAt = Date.now()

export type Mails = {
  /**
   * Waits for the newest unread mail to the address that arrived after this program started; fails after 30 seconds.
   * Mails to an address that programs share need a `record` that their text contains.
   */
  next: (address: string, subject?: RegExp, record?: string) => Promise<Mail>
}

/** Reads mails through the API of the mailbox. */
export function mailsAt(mailboxUrl: string): Mails {
  const list = async (): Promise<Summary[]> => {
    const answer = await fetch(`${mailboxUrl}/api/v1/messages?limit=500`)
    return ((await answer.json()) as { messages: Summary[] }).messages
  }
  const listTo = async (address: string) =>
    (await list()).filter(
      ({ To, Created }) =>
        Date.parse(Created) >= begunAt &&
        To.some((to) => to.Address.toLowerCase() === address.toLowerCase()),
    )
  const textOf = async (id: string): Promise<string> => {
    const answer = await fetch(`${mailboxUrl}/api/v1/message/${id}`)
    return ((await answer.json()) as { Text: string }).Text
  }
  return {
    next: async (address, subject = /(?:)/, record = '') => {
      const end = Date.now() + patienceMs
      while (Date.now() < end) {
        for (const { ID, Subject } of await listTo(address)) {
          if (readIds.has(ID) || !subject.test(Subject)) continue
          const text = await textOf(ID)
          if (!text.includes(record)) continue
          readIds.add(ID)
          return { id: ID, subject: Subject, text }
        }
        await wait(100)
      }
      const subjects = (await listTo(address)).map(({ Subject }) => Subject).join('; ')
      return fail(
        `No mail like ${subject} ${record} arrived at ${address}. Its mails: ${subjects || 'none'}`,
      )
    },
  }
}

/** Returns the token of the link to a page, such as `sign-up`, in a mail. Fails if there is none. */
export function tokenIn(mail: Mail, page: string): string {
  const [, token] = new RegExp(`/${page}/([\\w-]{40,})`).exec(mail.text) ?? []
  return token ?? fail(`no link to ${page} in the mail "${mail.subject}": ${mail.text}`)
}
