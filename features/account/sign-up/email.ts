import * as links from '#contract/links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { findAdmin } from '#domain/accounts/admin.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { platformAccessState } from '#domain/platform-access/platform-access.ts'
import { countRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { findSecondFactor, hasSecondFactor } from '#domain/credentials/second-factor.ts'
import { findUser } from '#domain/accounts/user.ts'
import { byName } from '#server/collation.ts'
import { config } from '#server/config.ts'
import { db, scalars } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { adminSetUpMailMessages, welcomeMessages } from './texts/messages.ts'

/** Composes the mail with an admin’s set-up link. Undefined if the link no longer works or the admin is inactive. */
export async function composeAdminSetUp(mail: Mail): Promise<MailContent | undefined> {
  const { adminId = '', linkId = '' } = mail.data
  const admin = await findAdmin(db, adminId)
  const token = await mailedToken(db, linkId)
  if (!admin?.active || !token) return undefined
  // A reset means that the admin had access before.
  const isReset = mail.data['isReset'] === 'true'
  const t = adminSetUpMailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: { firstname: admin.firstname },
    subject: isReset ? t.resetSubject : t.subject,
    paragraphs: [isReset ? t.reset : t.added, t.steps],
    link: { url: urlOf(links.withToken(links.adminSetUp(), token)), label: t.link },
    notes: [t.lifetime, t.unexpected],
  })
}

/** Composes the mail about a used set-up link. It contains no link, because another person may read the mailbox. */
export function composeAdminPasswordSet(mail: Mail): Promise<MailContent | undefined> {
  const t = adminSetUpMailMessages[mail.language]
  return composeFact(mail, {
    subject: t.setSubject,
    paragraphs: [t.set, t.wasYou, t.notYou],
    notes: [],
  })
}

/** Composes the welcome mail. Undefined if the user was deactivated meanwhile. */
export async function composeWelcome(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '' } = mail.data
  const user = await findUser(db, userId)
  if (!user?.active) return undefined
  const locale = mail.language
  const t = welcomeMessages[locale]
  const platforms = await listPlatformNames(userId)
  const hasCodes = (await countRecoveryCodes(db, userId)) > 0
  const hasApp = (await findSecondFactor(db, userId)) !== undefined
  const hasFactor = hasApp || (await hasSecondFactor(db, userId))
  return mailContent({
    locale,
    facts: { platforms, factor: factorOf(hasApp) },
    subject: t.subject,
    paragraphs: [
      t.ready,
      ...(platforms.length > 0 ? [t.platforms] : []),
      ...(hasFactor ? [t.login] : []),
      ...(hasCodes ? [t.codes] : []),
    ],
    link: { url: urlOf(links.home()), label: t.link },
    notes: [t.unexpected],
  })
}

/**
 * Returns the factor that the text about the next login names: `app`, or a passkey that replaces the password (`other`)
 * or only follows it (`second`).
 */
function factorOf(hasApp: boolean): 'app' | 'second' | 'other' {
  if (hasApp) return 'app'
  return config.passkeys.users.mode === 'second' ? 'second' : 'other'
}

/** Returns the names of the platforms that the user can open from a permitted network. */
function listPlatformNames(userId: string): Promise<string[]> {
  return scalars<string>(db)`
    select s.name from subsystem_accounts a
    join subsystems s on s.id = a.subsystem_id
    join users u on u.id = a.user_id left join partners p on p.id = u.partner_id
    where u.id = ${userId} and ${platformAccessState()} = 'active'
    order by s.name ${byName}`
}
