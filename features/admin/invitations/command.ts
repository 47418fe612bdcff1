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

/**
 * Invites a user and returns the lines to print, which contain the sign-up link. If the user has an account, grants the
 * platforms instead.
 */
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
  const { language: preferredLanguage, ...input } = readOptions(words, options, fallback)
  await requirePlatforms(input.subsystems)
  const guest = { ...input, preferredLanguage }
  const result = await inviteByName(db, { kind: 'system' }, guest).catch((error: unknown) => {
    throw readableError(error, input)
  })
  if (result.added) {
    const added = result.added.join(', ') || 'nothing: there is access to each of them already'
    return [`${input.email} has an account at ${input.company}. Added: ${added}.`]
  }
  const token = await mailedToken(db, result.linkId)
  const signup = links.signup({ user: input.email })
  return [
    `Invited ${input.email}. The mail is on its way, with this link:`,
    urlOf(links.withToken(signup, token ?? '')),
  ]
}

async function requirePlatforms(ids: readonly string[]): Promise<void> {
  const platformIds = (await listSubsystems(db)).map(({ id }) => id)
  const unknown = ids.filter((id) => !platformIds.includes(id)).join(', ')
  if (unknown === '') return
  const existing = platformIds.join(', ') || 'none yet'
  throw new Error(`There is no platform ${unknown}. There are: ${existing}`)
}

type Invited = { email: string; company: string }

/** Returns a refusal as an error with a sentence; any other error unchanged. */
function readableError(error: unknown, { email: address, company }: Invited) {
  if (!(error instanceof Refusal)) return error
  const [{ company: other = 'no company', rule = '' } = {}] = error.faults
  const { partnerInactive, userInactive, userOfOtherCompany, unableToProcess } =
    addInvitation.refusals
  const sentences: Record<number, string> = {
    [partnerInactive]: `${company} is deactivated. An admin activates it on the page Companies.`,
    [userInactive]: `${address} is deactivated. An admin activates the user on the page Partner users.`,
    [userOfOtherCompany]: `${address} has an account at ${other}. A user belongs to one company.`,
    [unableToProcess]: `${address} has an account that belongs to ${other}.`,
  }
  const platformSentence =
    rule === 'accessDeactivated'
      ? `The access of ${address} was deactivated. See: npm run portico -- platform grant`
      : `${company} does not have all of these platforms. An admin adds them on the page Companies.`
  return new Error(sentences[error.code] ?? platformSentence, { cause: error })
}
