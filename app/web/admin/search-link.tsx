import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from './page-search.ts'

type Props = { to: string; search: Search; className?: string; children: ReactNode }

/** To a page of the admin area by its whole address: what stands behind the question mark, too. */
export function SearchLink({ to, search, className, children }: Props) {
  return (
    <Link to={to} search={search as never} {...(className !== undefined && { className })}>
      {children}
    </Link>
  )
}

/** The same as a way to put words on it. */
export function linkTo(to: string, search: Search, className?: string) {
  return (text: ReactNode) => (
    <SearchLink to={to} search={search} {...(className !== undefined && { className })}>
      {text}
    </SearchLink>
  )
}

/** The same for one of many, by its id under that name. */
export function linkToOne(to: string, search: Search, name: string, className?: string) {
  return (id: string, text: ReactNode) => linkTo(to, { ...search, [name]: id }, className)(text)
}
