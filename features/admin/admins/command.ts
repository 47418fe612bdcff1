import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { email, locale, requiredText } from '#contract/fields.ts'
import { roles } from '#contract/permission.ts'
import {
  findAdminByEmail,
  isLastSuperAdmin,
  lockAdmins,
  replaceRoles,
  type Admin,
} from '#domain/admin.ts'
import { adminArea, recordAudit } from '#domain/audit.ts'
import { mailedToken } from '#domain/link.ts'
import { config } from '#server/config.ts'
import { db, transaction, type Db } from '#server/db.ts'
import { UsageError } from '#server/usage-error.ts'
import { inviteAdmin, resetAdmin } from './invite-admin.ts'
import { listAdminUsers } from './list.ts'

const actor = { kind: 'system' }

const role = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list: string) =>
      list
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    ),
  ),
  z.array(z.enum(roles)),
)

const whose = { email }
const roleOf = { email, role }
const added = {
  email,
  firstname: requiredText(100),
  lastname: requiredText(100),
  role,
  language: locale,
}

const actions: Record<string, (words: readonly string[]) => Promise<string[]>> = {
  add,
  list,
  roles: change,
  reset,
}

/** Manages admins without a browser, such as the first one. */
export async function adminCommand([name = '', ...words]: readonly string[]): Promise<string[]> {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw new UsageError('Say add, list, roles or reset.')
  return action(words)
}

async function add(words: readonly string[]): Promise<string[]> {
  const { role, language, ...rest } = read(added, words, { role: '', language: 'en' })
  const about = { ...rest, roles: role, preferredLanguage: language }
  const invited = await inviteAdmin(db, actor, about)
  if (!invited) throw new Error(`${about.email} is an admin already. See: npm run admin -- list`)
  return [`Added ${about.email} with ${named(role)}.`, ...(await linkLines(invited.linkId))]
}

async function list(): Promise<string[]> {
  const admins = await listAdminUsers(db, { take: 10_000, after: undefined })
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
  const { email, role: wanted } = read(roleOf, words, {})
  await transaction(db, async (tx) => {
    await lockAdmins(tx)
    const admin = await requireAdmin(tx, email)
    const isLess = admin.roles.includes('super_admin') && !wanted.includes('super_admin')
    if (isLess && (await isLastSuperAdmin(tx, admin.id))) {
      throw new Error(`${email} is the last super_admin: give another admin that role first.`)
    }
    await replaceRoles(tx, admin.id, { roles: wanted, changedBy: null })
    await recordAudit(tx, actor, 'admin_roles_changed', {
      targetId: admin.id,
      subSystem: adminArea,
      data: { before: { roles: admin.roles }, after: { roles: wanted } },
    })
  })
  return [`${email} now has ${named(wanted)}.`]
}

async function reset(words: readonly string[]): Promise<string[]> {
  const { email } = read(whose, words, {})
  const { linkId } = await resetAdmin(db, actor, await requireAdmin(db, email))
  return [
    `${email} is logged out and has to set up their login again.`,
    ...(await linkLines(linkId)),
  ]
}

async function requireAdmin(db: Db, email: string): Promise<Admin> {
  const admin = await findAdminByEmail(db, email)
  if (admin) return admin
  throw new Error(`There is no admin ${email}. See: npm run admin -- list`)
}

async function linkLines(linkId: string | undefined): Promise<string[]> {
  if (linkId === undefined)
    return [`They log in at ${config.adminUrl}/admin with their company account.`]
  const token = await mailedToken(db, linkId)
  return ['The mail is on its way, with this link:', `${config.adminUrl}/admin/set-up/${token}`]
}

function named(held: readonly string[]): string {
  return held.join(', ') || 'no role'
}

function read<Shape extends z.core.$ZodShape>(
  shape: Shape,
  words: readonly string[],
  fallback: Record<string, string>,
): z.output<z.ZodMiniObject<Shape>> {
  const parsed = z.object(shape).safeParse({ ...fallback, ...optionsOf(words) })
  if (parsed.success) return parsed.data
  const names = new Set(parsed.error.issues.map((issue) => `--${String(issue.path[0])}`))
  throw new UsageError(`Missing or wrong: ${[...names].join(', ')}`)
}

function optionsOf(words: readonly string[]): object {
  const text = { type: 'string' } as const
  const options = Object.fromEntries(Object.keys(added).map((name) => [name, text]))
  return parseArgs({ args: [...words], options }).values
}
