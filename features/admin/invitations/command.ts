import { email, locale, requiredText } from '#contract/fields.ts'
import { mailedToken } from '#domain/link.ts'
import { listSubsystems } from '#domain/subsystem.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { commaList, readOptions } from '#server/command-options.ts'
import { invite } from './invite.ts'

/** Invites a user and returns the sign-up link. */
export async function inviteCommand(words: readonly string[]): Promise<string[]> {
  const invited = {
    email,
    firstname: requiredText(100),
    lastname: requiredText(100),
    company: requiredText(200),
    subsystems: commaList,
    language: locale,
  }
  const fallback = { subsystems: '', language: 'en' }
  const { language: preferredLanguage, ...sent } = readOptions(words, invited, fallback)
  await requireKnown(sent.subsystems)
  const { linkId } = await invite(db, { kind: 'system' }, { ...sent, preferredLanguage })
  const token = await mailedToken(db, linkId)
  return [
    `Invited ${sent.email}. The mail is on its way, with this link:`,
    `${config.publicUrl}/sign-up/${token}?user=${encodeURIComponent(sent.email)}`,
  ]
}

async function requireKnown(ids: readonly string[]): Promise<void> {
  const known = (await listSubsystems(db)).map((subsystem) => subsystem.id)
  const unknown = ids.filter((id) => !known.includes(id))
  if (unknown.length === 0) return
  throw new Error(
    `There is no platform ${unknown.join(', ')}. There are: ${known.join(', ') || 'none yet'}`,
  )
}
