import * as links from '#contract/links.ts'
import { email, locale, requiredText } from '#contract/fields.ts'
import { Refusal } from '#contract/refusal.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import { listSubsystems } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { readOptions } from '#server/command-options.ts'
import { commaList } from '#server/config-schema.ts'
import { urlOf } from '#server/url-of.ts'
import { addInvitation } from './contract.ts'
import { inviteByName } from './invite.ts'

/** Invites a user and returns the sign-up link. Grants the platforms to a user with an account. */
export async function inviteCommand(words: readonly string[]): Promise<string[]> {
  const options = {
    email,
    firstname: requiredText(100),
    lastname: requiredText(100),
    company: requiredText(200),
    subsystems: commaList,
    language: locale,
  }
  const fallback = { subsystems: '', language: 'en' }
  const { language: preferredLanguage, ...sent } = readOptions(words, options, fallback)
  await requireKnown(sent.subsystems)
  const guest = { ...sent, preferredLanguage }
  const invited = await inviteByName(db, { kind: 'system' }, guest).catch((error: unknown) => {
    throw inWords(error, sent)
  })
  if (invited.added) {
    const added = invited.added.join(', ') || 'nothing: there is access to each of them already'
    return [`${sent.email} has an account at ${sent.company}. Added: ${added}.`]
  }
  const token = await mailedToken(db, invited.linkId)
  const signup = links.signup({ user: sent.email })
  return [
    `Invited ${sent.email}. The mail is on its way, with this link:`,
    urlOf(links.withToken(signup, token ?? '')),
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

function inWords(error: unknown, { email: address, company }: { email: string; company: string }) {
  if (!(error instanceof Refusal)) return error
  const [{ company: other = 'no company', rule = '' } = {}] = error.faults
  const { userInactive, userOfOtherCompany, unableToProcess } = addInvitation.refusals
  const sentences: Record<number, string> = {
    [userInactive]: `${address} is deactivated. An admin activates the user on the page Partner users.`,
    [userOfOtherCompany]: `${address} has an account at ${other}. A user belongs to one company.`,
    [unableToProcess]: `${address} has an account that belongs to ${other}.`,
  }
  const platforms =
    rule === 'accessDeactivated'
      ? `The access of ${address} was deactivated. See: npm run portico -- platform grant`
      : `${company} does not have all of these platforms. An admin adds them on the page Companies.`
  return new Error(sentences[error.code] ?? platforms, { cause: error })
}
