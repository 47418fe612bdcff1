import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { email, locale, requiredText } from '#contract/fields.ts'
import { mailedToken } from '#domain/link.ts'
import { listSubsystems } from '#domain/subsystem.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { invite } from '../features/invitations/invite.ts'

/** What works without a browser. Each answers in lines for the terminal; a wrong word is an Error of one sentence. */
export async function runCommand(name: string, words: readonly string[]): Promise<string[]> {
  const command = commands[name]
  if (!command) throw new Error(`There is no command ${name}. There are: ${Object.keys(commands).join(', ')}`)
  return command(words)
}

const commands: Record<string, (words: readonly string[]) => Promise<string[]>> = { invite: inviteSomebody }

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

async function inviteSomebody(words: readonly string[]): Promise<string[]> {
  const given = readWords(words)
  const parsed = invitation.safeParse(given)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => `--${issue.path.join('.')}`))]
    throw new Error(`Missing or wrong: ${names.join(', ')}. Use it like this:\n  ${usage}`)
  }
  const subsystems = parsed.data.subsystems.split(',').map((id) => id.trim()).filter(Boolean)
  await requireKnown(subsystems)
  const { linkId } = await invite(db, { kind: 'system' }, { ...parsed.data, subsystems, preferredLanguage: parsed.data.language })
  const token = await mailedToken(db, linkId)
  const user = encodeURIComponent(parsed.data.email)
  return [
    `Invited ${parsed.data.email}. The mail is on its way, with this link:`,
    `${config.publicUrl}/sign-up/${token}?user=${user}`,
  ]
}

function readWords(words: readonly string[]): object {
  const text = { type: 'string' } as const
  const options = { email: text, firstname: text, lastname: text, company: text, subsystems: text, language: text }
  try {
    const { values } = parseArgs({ args: [...words], options })
    return { subsystems: '', language: 'en', ...values }
  } catch (error) {
    throw new Error(`${(error as Error).message}\nUse it like this:\n  ${usage}`, { cause: error })
  }
}

async function requireKnown(ids: readonly string[]): Promise<void> {
  const known = (await listSubsystems(db)).map((subsystem) => subsystem.id)
  const unknown = ids.filter((id) => !known.includes(id))
  if (unknown.length > 0) {
    throw new Error(`There is no platform ${unknown.join(', ')}. There are: ${known.join(', ') || 'none yet'}`)
  }
}
