import { randomBytes } from 'node:crypto'
import { signup, withToken } from '#contract/links.ts'
import { findAdminByEmail } from '#domain/accounts/admin.ts'
import { findUserByEmail, addUser, markOnboarded } from '#domain/accounts/user.ts'
import { mailedToken, voidLinksOf } from '#domain/sign-in/link.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { createRecoveryCodes, setRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { hashPassword, setPassword } from '#domain/credentials/password.ts'
import { createPendingFactor, confirmSecondFactor } from '#domain/credentials/second-factor.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { config } from '#server/config.ts'
import { affects, db, transaction, type Transaction } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { invite } from '../features/admin/invitations/invite.ts'
import { isEmpty, type DemoSecrets } from './environment.ts'
import { register, registerAdmin, type DemoPlatform } from './register.ts'

export const demoEmail = 'ada.byron@harbour.example'
export const demoAdminEmail = 'grace.hopper@portico.example'
const company = 'Harbour Trading'

/** Users who never log in, with names in several scripts for the lists of the admin area. */
const others = {
  'Établissements Lumière': ['Élodie Lefèvre', 'Zoë Bergström', 'Íñigo Núñez'],
  'Yıldız Lojistik': ['Şebnem Yıldız', 'Işık Çelik'],
  'شركة المرفأ': ['أحمد الخطيب', 'ليلى حسن', 'خالد إبراهيم'],
  海港贸易: ['小明 李', '伟 王', '静 陈'],
}

/** Returns the two platforms with a configured port. */
export function firstPlatforms({
  clientSecrets,
}: Pick<DemoSecrets, 'clientSecrets'>): DemoPlatform[] {
  return (
    [
      { id: 'business-hub', name: 'Business hub', url: config.businessHubUrl },
      { id: 'onboarding', name: 'Onboarding dashboard', url: config.onboardingUrl },
    ] as const
  ).map((platform) => ({ ...platform, clientSecret: clientSecrets[platform.id] }))
}

/** Creates the platforms, and at the first start a user and an admin; in an empty demo only the admin. */
export async function seed(
  secrets: Omit<DemoSecrets, 'secretKey'>,
  samples: readonly DemoPlatform[] = [],
): Promise<void> {
  await (isEmpty() ? registerAdmin() : register([...firstPlatforms(secrets), ...samples]))
  await seedAdmin(secrets.adminPassword)
  if (isEmpty() || (await findUserByEmail(db, demoEmail))) return
  const hash = await hashPassword(secrets.password)
  const recoveryCodes = await createRecoveryCodes()
  await transaction(db, async (tx) => {
    const partnerId = await findOrCreatePartner(tx, company)
    const person = {
      partnerId,
      email: demoEmail,
      firstname: 'Ada',
      lastname: 'Byron',
      preferredLanguage: 'en',
    } as const
    const userId = await addUser(tx, person)
    if (!userId) return
    await setPassword(tx, userId, hash)
    await grantAccess(tx, userId, ['business-hub', 'onboarding'])
    await setUpAuthenticator(tx, userId)
    await setRecoveryCodes(tx, userId, recoveryCodes)
    await markOnboarded(tx, userId)
    await seedOthers(tx, hash)
  })
}

async function seedOthers(tx: Transaction, hash: string): Promise<void> {
  for (const [at, [company, names]] of Object.entries(others).entries()) {
    const partnerId = await findOrCreatePartner(tx, company)
    for (const [number, name] of names.entries()) {
      const [firstname = '', ...rest] = name.split(' ')
      const email = `person${at}${number}@company${at}.example`
      const lastname = rest.join(' ')
      const person = { partnerId, email, firstname, lastname, preferredLanguage: 'en' } as const
      const userId = await addUser(tx, person)
      if (!userId) continue
      await setPassword(tx, userId, hash)
      await setUpAuthenticator(tx, userId)
      await markOnboarded(tx, userId)
    }
  }
}

async function seedAdmin(password: string): Promise<void> {
  const hash = await hashPassword(password)
  await transaction(db, (tx) => setUpAdmin(tx, demoAdminEmail, hash))
}

/** Sets the password of an admin of demo/portico.yaml instead of mailing a link. Returns the id. */
export async function setUpAdmin(tx: Transaction, email: string, hash: string): Promise<string> {
  const { id } = (await findAdminByEmail(tx, email)) ?? {}
  if (id === undefined) throw new Error(`demo/portico.yaml has no admin ${email}`)
  if (await affects(tx)`select from passwords where user_id = ${id}`) return id
  await voidLinksOf(tx, id)
  await setPassword(tx, id, hash)
  await setUpAuthenticator(tx, id)
  return id
}

/** Sets up an authenticator of which no code has been used, as the time step 0 says. */
export async function setUpAuthenticator(tx: Transaction, accountId: string): Promise<void> {
  const factor = await createPendingFactor(tx, accountId, 'seed')
  await confirmSecondFactor(tx, factor, 0)
}

/** Invites a new user; returns the single-use link. */
export async function freshInvitation(): Promise<string> {
  const email = `guest-${randomBytes(3).toString('hex')}@harbour.example`
  const { linkId } = await invite(
    db,
    { kind: 'system' },
    {
      email,
      firstname: 'Grace',
      lastname: 'Hopper',
      company,
      subsystems: ['business-hub', 'onboarding'],
      preferredLanguage: 'en',
    },
  )
  const token = await mailedToken(db, linkId)
  return urlOf(withToken(signup({ user: email }), token ?? ''))
}
