import type { Me } from '#contract/me.ts'
import { redirect } from '@tanstack/react-router'
import * as links from '#contract/links.ts'
import { isPermitted } from '#contract/links.ts'

type MenuEntry = {
  target: string
  permissions: readonly string[]
  children: readonly MenuEntry[]
}
type LoginContext = {
  location: { href: string }
  context: { findMe: () => Promise<Me | undefined> }
}
type UserContext = { context: { me: { permissions: readonly string[] } } }

/** Returns the entries of a menu that these permissions open. A group without visible children is left out. */
export function visibleMenu<E extends MenuEntry>(
  menu: readonly E[],
  permissions: readonly string[],
): E[] {
  return menu.flatMap((entry) => {
    if (!isPermitted(entry.permissions, permissions)) return []
    const children = visibleMenu(entry.children, permissions)
    if (entry.children.length > 0 && children.length === 0) return []
    return [{ ...entry, children }]
  })
}

/** Returns the first page that these permissions open; undefined if there is none. */
export function firstPermitted(
  menu: readonly MenuEntry[],
  permissions: readonly string[],
): string | undefined {
  const [first] = visibleMenu(menu, permissions)
  return first?.children.length ? firstPermitted(first.children, permissions) : first?.target
}

/** Runs as a route's `beforeLoad`. Redirects visitors to the login, and passes `me` to the routes below. */
export async function requireLogin({ context, location }: LoginContext): Promise<{ me: Me }> {
  const me = await context.findMe()
  if (me) return { me }
  throw redirect({
    href: links.hrefOf(links.login({ redirect: location.href })),
    reloadDocument: true,
  })
}

/**
 * Returns a route's `beforeLoad`, which redirects users without any of the needed permissions to /unauthorized, with the
 * address of the page.
 */
export function requirePermissions(needed: readonly string[]) {
  return ({ context, location }: UserContext & Pick<LoginContext, 'location'>): void => {
    if (isPermitted(needed, context.me.permissions)) return
    const href = links.hrefOf(links.unauthorized({ redirect: location.href }))
    throw redirect({ href, replace: true })
  }
}

/**
 * Returns a route's `beforeLoad` that redirects to the first page open to the user, or else to `otherwise`. Without
 * either, the route stays.
 */
export function toFirstPermitted(menu: readonly MenuEntry[], otherwise?: string) {
  return ({ context }: UserContext): void => {
    const target = firstPermitted(menu, context.me.permissions) ?? otherwise
    if (target !== undefined) throw redirect({ href: target, replace: true })
  }
}
