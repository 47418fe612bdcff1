import { Link, useLocation } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { AnchorContext, PermissionsContext, type AnchorProps } from '#web/link-to.tsx'

type Props = { permissions: readonly string[]; children: ReactNode }

/** Lets links lead to the pages that these permissions open, without loading another document. */
export function AreaLinks({ permissions, children }: Props) {
  return (
    <PermissionsContext value={permissions}>
      <AnchorContext value={AreaAnchor}>{children}</AnchorContext>
    </PermissionsContext>
  )
}

/** Link within an area. If its target is the open page, it is plain text, with the link's class if it has one. */
function AreaAnchor({ to: { path, search, hash }, children, ...props }: AnchorProps) {
  const { className } = props
  const isHere = useLocation({ select: ({ pathname }) => pathname === path })
  if (isHere && hash === undefined && Object.values(search).every((value) => !value))
    return className === undefined ? children : <span className={className}>{children}</span>
  return (
    <Link
      to={path}
      search={search as never}
      {...(hash !== undefined && { hash })}
      {...(props as ComponentProps<typeof Link>)}
    >
      {children}
    </Link>
  )
}
