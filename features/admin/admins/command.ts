import * as z from 'zod/mini'
import * as links from '#contract/links.ts'
import { email, locale, requiredText } from '#contract/fields.ts'
import { roles } from '#contract/permission.ts'
import { findAdminByEmail, lockAdmins, type Admin } from '#domain/accounts/admin.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import { db, transaction, type Db } from '#server/db.ts'
import { commandOf, readOptions } from '#server/command-options.ts'
import { commaList } from '#server/config-schema.ts'
import { urlOf } from '#server/url-of.ts'
import { inviteAdmin, resetAdmin } from './invite-admin.ts'
import { listAdminUsers } from './list.ts'
import { setActive } from './set-active.ts'
import { replaceRolesOf } from './set-roles.ts'

const actor = { kind: 'system' }

const role = z.pipe(commaList, z.array(z.enum(roles)))

/** Manages admins from the command line, for example to add the first admin. */
export const adminCommand = commandOf({
  add,
  list,
  roles: change,
  reset,
  activate: (words) => switchTo(true, words),
  deactivate: (words) => switchTo(false, words),
})

async function add(words: readonly string[]): Promise<string[]> {
  const name = requiredText(100)
  const shape = { email, firstname: name, lastname: name, role, language: locale }
  const {
    role: given,
    language,
    ...admin
  } = readOptions(words, shape, { role: '', language: 'en' })
  const added = { ...admin, roles: given, preferredLanguage: language }
  const invited = await transaction(db, (tx) => inviteAdmin(tx, actor, added))
  if (!invited)
    throw new Error(`${admin.email} is an admin already. See: npm run portico -- admin list`)
  return [`Added ${admin.email} with ${named(given)}.`, ...(await linkLines(invited.linkId))]
}

async function list(): Promise<string[]> {
  const { rows: admins } = await listAdminUsers(db, {}, { take: 10_000, after: undefined })
  if (admins.length === 0) return ['There are no admins yet.']
  return admins.map(({ email, firstname, lastname, active, roles: held, lastLogin }) =>
    [
      email,
      `${firstname} ${lastname}`,
      active ? 'active' : 'deactivated',
      named(held),
      `last login ${lastLogin ?? 'never'}`,
    ].join('  '),
  )
}

async function change(words: readonly string[]): Promise<string[]> {
  const wanted = readOptions(words, { email, role })
  await transaction(db, async (tx) => {
    await lockAdmins(tx)
    const admin = await requireAdmin(tx, wanted.email)
    if (await replaceRolesOf(tx, actor, admin, wanted.role)) return
    throw new Error(`${admin.email} is the last super_admin: give another admin that role first.`)
  })
  return [`${wanted.email} now has ${named(wanted.role)}.`]
}

async function reset(words: readonly string[]): Promise<string[]> {
  const admin = await requireAdmin(db, readOptions(words, { email }).email)
  const { linkId } = await transaction(db, (tx) => resetAdmin(tx, actor, admin))
  return [
    `${admin.email} is logged out and has to set up their login again.`,
    ...(await linkLines(linkId)),
  ]
}

async function switchTo(active: boolean, words: readonly string[]): Promise<string[]> {
  const wanted = readOptions(words, { email })
  const admin = await transaction(db, async (tx) => {
    await lockAdmins(tx)
    const found = await requireAdmin(tx, wanted.email)
    if (await setActive(tx, actor, found, { active })) return found
    throw new Error(`${found.email} is the last super_admin: give another admin that role first.`)
  })
  return [
    active
      ? `${admin.email} can log in again, with the same roles.`
      : `${admin.email} is logged out and cannot log in.`,
  ]
}

async function requireAdmin(db: Db, email: string): Promise<Admin> {
  const admin = await findAdminByEmail(db, email)
  if (admin) return admin
  throw new Error(`There is no admin ${email}. See: npm run portico -- admin list`)
}

async function linkLines(linkId: string | undefined): Promise<string[]> {
  if (linkId === undefined)
    return [`They log in at ${urlOf(links.adminArea())} with their company account.`]
  const token = await mailedToken(db, linkId)
  const link = links.withToken(links.adminSetUp(), token ?? '')
  return ['The mail is on its way, with this link:', urlOf(link)]
}

function named(held: readonly string[]): string {
  return held.join(', ') || 'no role'
}
