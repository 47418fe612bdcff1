import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import type { Who } from './cast.ts'
import type { Stage } from './stage.ts'

/** Pages without an address in the typed list, most of which the server renders. */
export const otherPages = [
  'notFound',
  'signOut',
  'signedOut',
  'signOnFailure',
  'signOnInterrupted',
  'entryInterrupted',
  'entryNotSent',
  'sandboxEntry',
  'developers',
] as const

type Links = typeof links & typeof adminLinks
export type LinkName = {
  [Name in keyof Links]: Links[Name] extends { path: string } ? Name : never
}[keyof Links]

export type PageName = LinkName | (typeof otherPages)[number]

const pages = { ...links, ...adminLinks }

/** The names of the pages in contract/links.ts and contract/admin-links.ts. */
export const linkNames = Object.keys(pages).filter(
  (name) => 'path' in pages[name as keyof Links],
) as LinkName[]

export function pathOf(name: LinkName): string {
  return pages[name].path
}

export const states = ['normal', 'empty', 'loading', 'error'] as const
export type State = (typeof states)[number]

/** A page in one state, as one kind of user sees it. */
export type View = {
  name: string
  of: PageName
  state: State
  who: Who
  /** True for a page that exists only in English. */
  isEnglish?: true
  /** True if the view leaves its context without a session. */
  isLast?: true
  open: (stage: Stage) => Promise<void>
}
