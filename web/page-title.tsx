import { useEffect, useRef, type ReactNode } from 'react'
import { settings } from './settings.ts'

let isFirstPage = true
const latest = { title: '' }

/**
 * The h1 of a screen. Sets the document title to `name`, by default the text of `children`. Takes the focus, unless the
 * screen is the first one or a menu is open.
 */
export function PageTitle({ children, name }: { children: ReactNode; name?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const text = name ?? (typeof children === 'string' ? children : '')
  const title = text ? `${text} · ${settings().brand.name}` : settings().brand.name
  rememberTitle(title)

  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    if (!isFirstPage && !document.querySelector(':popover-open')) heading.current?.focus()
    isFirstPage = false
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** Returns the title of the last rendered screen, for the prerenderer. */
export function latestTitle(): string {
  return latest.title
}

function rememberTitle(title: string): void {
  latest.title = title
}
