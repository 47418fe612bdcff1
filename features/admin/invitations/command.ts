import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { email, locale, requiredText } from '#contract/fields.ts'
import { mailedToken } from '#domain/link.ts'
import { listSubsystems } from '#domain/subsystem.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { invite } from './invite.ts'

const usage =
  'npm run invite -- --email ada@example.com --firstname Ada --lastname Byron --company "Example Ltd" --subsystems business-hub,onboarding [--language en]'

const invitation = z.object({
  email,
  firstname: requiredText(100),
  lastname: requiredText(100),
  company: requiredText(200),
  subsystems: z.string(),
  language: locale,
})

/** Lines for the terminal; a wrong or missing word is an Error that names it. */
export async function inviteCommand(words: readonly string[]): Promise<string[]> {
  const parsed = invitation.safeParse(readWords(words))
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => `--${issue.path.join('.')}`))
    throw new Error(`Missing or wrong: ${[...names].join(', ')}. Use it like this:\n  ${usage}`)
  }
  const { language, ...rest } = parsed.data
  const subsystems = await requireKnown(rest.subsystems)
  const sent = { ...rest, subsystems, preferredLanguage: language }
  const { linkId } = await invite(db, { kind: 'system' }, sent)
  const token = await mailedToken(db, linkId)
  return [
    `Invited ${sent.email}. The mail is on its way, with this link:`,
    `${config.publicUrl}/sign-up/${token}?user=${encodeURIComponent(sent.email)}`,
  ]
}

function readWords(words: readonly string[]): object {
  const text = { type: 'string' } as const
  const names = ['email', 'firstname', 'lastname', 'company', 'subsystems', 'language']
  try {
    const options = Object.fromEntries(names.map((name) => [name, text]))
    return { subsystems: '', language: 'en', ...parseArgs({ args: [...words], options }).values }
  } catch (error) {
    throw new Error(`${(error as Error).message}\nUse it like this:\n  ${usage}`, { cause: error })
  }
}

async function requireKnown(list: string): Promise<string[]> {
  const ids = list
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  const known = (await listSubsystems(db)).map((subsystem) => subsystem.id)
  const unknown = ids.filter((id) => !known.includes(id))
  if (unknown.length === 0) return ids
  throw new Error(
    `There is no platform ${unknown.join(', ')}. There are: ${known.join(', ') || 'none yet'}`,
  )
}
