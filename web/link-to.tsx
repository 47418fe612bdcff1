import {
  createContext,
  createElement,
  use,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import { hrefOf, isPermitted, type Link } from '#contract/links.ts'

export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { to: Link }

/** The element that follows a link: an area sets that of its router. */
export const AnchorContext = createContext<ComponentType<AnchorProps>>(PlainAnchor)

/** The permissions of the logged-in user or admin. */
export const PermissionsContext = createContext<readonly string[]>([])

/** Loads another document, as where no router runs. */
function PlainAnchor({ to, children, ...props }: AnchorProps) {
  return (
    <a href={hrefOf(to)} {...props}>
      {children}
    </a>
  )
}

/** A link to another page of the portal; its plain text where that page is not permitted. */
export function LinkTo({ to, children, ...props }: AnchorProps) {
  const Anchor = use(AnchorContext)
  if (!useMayOpen(to)) return children
  return createElement(Anchor, { to, ...props }, children)
}

type ButtonProps = { to: Link; kind?: 'primary' | 'secondary' | 'quiet'; children: ReactNode }

/** A link that looks like a button; nothing where the page is not permitted. */
export function ButtonTo({ to, kind = 'secondary', children }: ButtonProps) {
  const Anchor = use(AnchorContext)
  if (!useMayOpen(to)) return null
  return createElement(Anchor, { to, className: `${kind}-button` }, children)
}

/** Returns true if the user or admin holds one of the permissions that open the page. */
export function useMayOpen({ permissions }: Pick<Link, 'permissions'>): boolean {
  return isPermitted(permissions, use(PermissionsContext))
}
