import { Link } from '@tanstack/react-router'
import type { MenuLinkProps } from './navigation.tsx'

/** Goes to a page of the same area without loading another document. */
export function MenuLink({ to, onLeave, children }: MenuLinkProps) {
  return (
    <Link to={to} onClick={onLeave} activeProps={{ 'aria-current': 'page' }}>
      {children}
    </Link>
  )
}
