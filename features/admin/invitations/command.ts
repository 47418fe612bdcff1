import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { email, locale, requiredText } from '#contract/fields.ts'
import { mailedToken } from '#domain/link.ts'
import { listSubsystems } from '#domain/subsystem.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { UsageError } from '#server/usage-error.ts'
import { invite } from './invite.ts'

const invitation = z.object({
  email,
  firstname: requiredText(100),
  lastname: requiredText(100),
  company: requiredText(200),
  subsystems: z.string(),
  language: locale,
})

/** Invites a user and returns the sign-up link. */
export async function inviteCommand(words: readonly string[]): Promise<string[]> {
  const parsed = invitation.safeParse(readWords(words))
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => `--${issue.path.join('.')}`))
    throw new UsageError(`Missing or wrong: ${[...names].join(', ')}`)
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
  const options = Object.fromEntries(names.map((name) => [name, text]))
  return { subsystems: '', language: 'en', ...parseArgs({ args: [...words], options }).values }
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
