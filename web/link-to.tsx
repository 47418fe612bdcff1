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

/** Component that renders a link. Each area sets that of its router. */
export const AnchorContext = createContext<ComponentType<AnchorProps>>(PlainAnchor)

/** Permissions of the logged-in user or admin. */
export const PermissionsContext = createContext<readonly string[]>([])

/** Renders a link that loads another document, for pages without a router. */
function PlainAnchor({ to, children, ...props }: AnchorProps) {
  return (
    <a href={hrefOf(to)} {...props}>
      {children}
    </a>
  )
}

/** A link to another page of the portal. Renders plain text if the page is not permitted. */
export function LinkTo({ to, children, ...props }: AnchorProps) {
  const Anchor = use(AnchorContext)
  if (!useMayOpen(to)) return children
  return createElement(Anchor, { to, ...props }, children)
}

type ButtonProps = { to: Link; kind?: 'primary' | 'secondary' | 'quiet'; children: ReactNode }

/** A link that looks like a button. Renders nothing if the page is not permitted. */
export function ButtonTo({ to, kind = 'secondary', children }: ButtonProps) {
  const Anchor = use(AnchorContext)
  if (!useMayOpen(to)) return null
  return createElement(Anchor, { to, className: `${kind}-button` }, children)
}

/** Returns true if the user or admin holds one of the permissions that open the page. */
export function useMayOpen({ permissions }: Pick<Link, 'permissions'>): boolean {
  return isPermitted(permissions, use(PermissionsContext))
}
