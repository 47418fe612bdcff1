import * as z from 'zod/mini'
import { distinctList, email, locale, requiredText } from '#contract/fields.ts'
import { roles, type Role } from '#contract/permission.ts'
import { findAdminByEmail, lockAdmins, type Admin } from '#domain/accounts/admin.ts'
import type { Actor } from '#domain/audit/audit.ts'
import {
  ItemFault,
  type ConfigurationSection,
  type Item,
  type ItemChange,
  type MakeChange,
} from '#domain/settings/configuration-section.ts'
import { rows, type Db, type Transaction } from '#server/db.ts'
import { inviteAdmin } from './invite-admin.ts'
import { messages } from './texts/messages.ts'
import { setActive } from './set-active.ts'
import { replaceRolesOf } from './set-roles.ts'

const fileItem = z.object({
  email,
  firstname: z.optional(requiredText(100)),
  lastname: z.optional(requiredText(100)),
  language: z.optional(locale),
  roles: z.optional(distinctList(z.enum(roles), roles.length)),
  active: z.optional(z.boolean()),
})

type AdminItem = {
  email: string
  firstname: string
  lastname: string
  language: Admin['preferredLanguage']
  roles: Role[]
  active: boolean
}

/** The section of admins. They are invited and never get a password; name and language apply only to the invitation. */
export const adminSection: ConfigurationSection = {
  name: 'admins',
  keys: ['email'],
  schema: fileItem,
  fallback: { firstname: '', lastname: '', language: 'en', roles: [], active: true },
  onlyNew: ['firstname', 'lastname', 'language'],
  complete: z.object({
    ...fileItem.shape,
    firstname: requiredText(100),
    lastname: requiredText(100),
  }),
  texts: messages,
  list: listItems,
  prune: 'deactivate',
  // A new super_admin must have the role before a current one loses it.
  isLast: ({ kind, item, before }) =>
    before !== undefined &&
    isSuperAdmin(before as AdminItem) &&
    (kind === 'remove' || !isSuperAdmin(item as AdminItem)),
  check: requireSuperAdmin,
  takesTwo: () => true,
  prepare: (_, change) => Promise.resolve(prepare(change)),
}

function listItems(db: Db): Promise<Item[]> {
  return rows<AdminItem>(db)`
    select a.email, a.firstname, a.lastname, a.preferred_language as language, a.active,
           array(select r.role from admin_roles r where r.admin_id = a.id
                 order by array_position(${roles}::text[], r.role)) as roles
    from admins a order by a.email`
}

/** Returns a fault unless an existing admin is an active super_admin afterwards. New admins may never join. */
function requireSuperAdmin(after: readonly Item[], before: readonly Item[]) {
  const superAdmins = (before as AdminItem[]).filter(isSuperAdmin)
  const oldEmails = new Set(before.map(({ email }) => email))
  const isOneLeft = (after as AdminItem[]).some(
    (each) => oldEmails.has(each.email) && isSuperAdmin(each),
  )
  if (superAdmins.length === 0 || isOneLeft) return []
  const sentence = 'No super_admin would be left: keep this role with an admin who can log in now.'
  // The fault is shown at the first super_admin, in the field by which the file removes them.
  const [item] = superAdmins
  const itemAfter = (after as AdminItem[]).find(({ email }) => email === item?.email)
  const field = itemAfter?.active ? 'roles' : 'active'
  return [{ item: item ?? {}, fault: new ItemFault(field, sentence) }]
}

function isSuperAdmin({ roles, active }: AdminItem): boolean {
  return active && roles.includes('super_admin')
}

function prepare({ kind, ...change }: ItemChange): MakeChange {
  const item = change.item as AdminItem
  return async (tx, actor) => {
    await lockAdmins(tx)
    if (kind === 'add') return add(tx, actor, item)
    const active = kind !== 'remove' && item.active
    // Roles change while the admin is active: after an activation, but before a deactivation.
    if (active) await setState(tx, actor, item)
    if (kind === 'change') await setRoles(tx, actor, item)
    if (!active) await setState(tx, actor, { ...item, active })
  }
}

async function add(tx: Transaction, actor: Actor, item: AdminItem): Promise<void> {
  const { email, firstname, lastname, language: preferredLanguage, roles, active } = item
  await inviteAdmin(tx, actor, { email, firstname, lastname, preferredLanguage, roles })
  if (!active) await setState(tx, actor, item)
}

async function setRoles(tx: Transaction, actor: Actor, item: AdminItem): Promise<void> {
  const admin = await getAdmin(tx, item.email)
  if (admin.roles.toSorted().join() === item.roles.toSorted().join()) return
  if (!(await replaceRolesOf(tx, actor, admin, item.roles))) throw newLastSuperAdminFault()
}

/** Activates or deactivates the admin, as the item says. */
async function setState(tx: Transaction, actor: Actor, { email, active }: AdminItem) {
  const admin = await getAdmin(tx, email)
  if (admin.active === active) return
  if (!(await setActive(tx, actor, admin, { active }))) throw newLastSuperAdminFault()
}

function newLastSuperAdminFault(): ItemFault {
  return new ItemFault('roles', 'this is the last super_admin')
}

async function getAdmin(tx: Transaction, email: string): Promise<Admin> {
  const admin = await findAdminByEmail(tx, email)
  if (!admin) throw new Error(`the admin ${email} disappeared`)
  return admin
}
