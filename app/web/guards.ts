import type { Me } from '#contract/me.ts'
import { redirect } from '@tanstack/react-router'
import { addresses, paths } from './addresses.ts'

type Entry = {
  target: string
  permissions: readonly string[]
  children: readonly Entry[]
}
type Opened = { location: { href: string }; context: { findMe: () => Promise<Me | undefined> } }
type OpenedByUser = { context: { me: { permissions: readonly string[] } } }

/** One of the permissions is enough; where none is listed, being logged in is. */
export function isPermitted(needed: readonly string[], held: readonly string[]): boolean {
  return needed.length === 0 || needed.some((permission) => held.includes(permission))
}

/** What of a menu is shown; a group whose children are all hidden is hidden with them. */
export function visibleMenu<E extends Entry>(menu: readonly E[], held: readonly string[]): E[] {
  return menu.flatMap((entry) => {
    if (!isPermitted(entry.permissions, held)) return []
    const children = visibleMenu(entry.children, held)
    if (entry.children.length > 0 && children.length === 0) return []
    return [{ ...entry, children }]
  })
}

/** Where somebody goes who named no page; undefined when there is none for her. */
export function firstPermitted(
  menu: readonly Entry[],
  held: readonly string[],
): string | undefined {
  const [first] = visibleMenu(menu, held)
  if (first === undefined) return undefined
  return first.children.length > 0 ? firstPermitted(first.children, held) : first.target
}

/** For a route's beforeLoad: lets nobody in who is not logged in, and tells the routes below who it is. */
export async function requireLogin({ context, location }: Opened): Promise<{ me: Me }> {
  const me = await context.findMe()
  if (me) return { me }
  throw redirect({ href: addresses.login({ redirect: location.href }), reloadDocument: true })
}

export function requirePermissions(needed: readonly string[]) {
  return ({ context }: OpenedByUser): void => {
    if (isPermitted(needed, context.me.permissions)) return
    throw redirect({ href: paths.unauthorized, reloadDocument: true })
  }
}

export function toFirstPermitted(menu: readonly Entry[], noPermission: string) {
  return ({ context }: OpenedByUser): void => {
    const target = firstPermitted(menu, context.me.permissions) ?? noPermission
    throw redirect({ href: target, replace: true })
  }
}

export function awayWhenPermitted(menu: readonly Entry[]) {
  return ({ context }: OpenedByUser): void => {
    const target = firstPermitted(menu, context.me.permissions)
    if (target !== undefined) throw redirect({ href: target, replace: true })
  }
}
