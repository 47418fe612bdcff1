import * as z from 'zod/mini'
import * as links from '#contract/links.ts'
import { email, locale, requiredText } from '#contract/fields.ts'
import { roles } from '#contract/permission.ts'
import { nameOf } from '#contract/full-name.ts'
import {
  findAdminByEmail,
  listSuperAdmins,
  lockAdmins,
  type Admin,
} from '#domain/accounts/admin.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import { db, transaction, type Db } from '#server/db.ts'
import { commandOf, readOptions } from '#server/command-options.ts'
import { commaList } from '#server/config-schema.ts'
import { urlOf } from '#server/url-of.ts'
import { mailChangedOnServer } from './email.ts'
import { inviteAdmin, resetAdmin } from './invite-admin.ts'
import { listAdminUsers } from './list.ts'
import { setActive } from './set-active.ts'
import { movedRoles, replaceRolesOf } from './set-roles.ts'

const actor = { kind: 'system' }

const roleList = z.pipe(commaList, z.array(z.enum(roles)))

/**
 * Manages admins from the command line, for example to add the first admin. Commands need no approval, so every super
 * admin is emailed about each change; the mails are queued in the transaction of the change.
 */
export const adminCommand = commandOf({
  add,
  list,
  roles: changeRoles,
  reset,
  activate: (words) => changeActive(words, { active: true }),
  deactivate: (words) => changeActive(words, { active: false }),
})

async function add(words: readonly string[]): Promise<string[]> {
  const name = requiredText(100)
  const shape = { email, firstname: name, lastname: name, role: roleList, language: locale }
  const options = readOptions(words, shape, { role: '', language: 'en' })
  const newAdmin = { ...options, roles: options.role, preferredLanguage: options.language }
  const invitation = await transaction(db, async (tx) => {
    const superAdmins = await listSuperAdmins(tx)
    const added = await inviteAdmin(tx, actor, newAdmin)
    if (added) await mailChangedOnServer(tx, superAdmins, added.adminId, 'added')
    return added
  })
  if (!invitation)
    throw new Error(`${options.email} is an admin already. See: npm run portico -- admin list`)
  const head = `Added ${options.email} with ${formatRoles(options.role)}.`
  return [head, ...(await linkLines(invitation.linkId))]
}

async function list(): Promise<string[]> {
  const { rows: admins } = await listAdminUsers(db, {}, { take: 10_000, after: undefined })
  if (admins.length === 0) return ['There are no admins yet.']
  return admins.map(({ email, active, roles, lastLogin, ...admin }) =>
    [
      email,
      nameOf(admin),
      active ? 'active' : 'deactivated',
      formatRoles(roles),
      `last login ${lastLogin ?? 'never'}`,
    ].join('  '),
  )
}

async function changeRoles(words: readonly string[]): Promise<string[]> {
  const options = readOptions(words, { email, role: roleList })
  await transaction(db, async (tx) => {
    await lockAdmins(tx)
    const admin = await requireAdmin(tx, options.email)
    if (movedRoles(admin.roles, options.role).length === 0) return
    const superAdmins = await listSuperAdmins(tx)
    if (await replaceRolesOf(tx, actor, admin, options.role))
      return mailChangedOnServer(tx, superAdmins, admin.id, 'roles')
    throw new Error(`${admin.email} is the last super_admin: give another admin that role first.`)
  })
  return [`${options.email} now has ${formatRoles(options.role)}.`]
}

async function reset(words: readonly string[]): Promise<string[]> {
  const admin = await requireAdmin(db, readOptions(words, { email }).email)
  if (!admin.active) {
    const command = `npm run portico -- admin activate --email ${admin.email}`
    throw new Error(
      `${admin.email} is deactivated and could not use the link. First run: ${command}`,
    )
  }
  const { linkId } = await transaction(db, async (tx) => {
    await mailChangedOnServer(tx, await listSuperAdmins(tx), admin.id, 'reset')
    return resetAdmin(tx, actor, admin)
  })
  const head = `${admin.email} is logged out and has to set up their login again.`
  return [head, ...(await linkLines(linkId))]
}

async function changeActive(
  words: readonly string[],
  change: { active: boolean },
): Promise<string[]> {
  const options = readOptions(words, { email })
  const admin = await transaction(db, async (tx) => {
    await lockAdmins(tx)
    const account = await requireAdmin(tx, options.email)
    const superAdmins = await listSuperAdmins(tx)
    if (await setActive(tx, actor, account, change)) {
      const done = change.active ? 'activated' : 'deactivated'
      if (account.active !== change.active)
        await mailChangedOnServer(tx, superAdmins, account.id, done)
      return account
    }
    throw new Error(`${account.email} is the last super_admin: give another admin that role first.`)
  })
  if (change.active) return [`${admin.email} is active again, with the same roles.`]
  return [`${admin.email} is logged out and cannot log in.`]
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

function formatRoles(list: readonly string[]): string {
  return list.join(', ') || 'no role'
}
