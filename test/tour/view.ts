import type { paths } from '../../app/web/addresses.ts'
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

export type PageName = keyof typeof paths | (typeof otherPages)[number]

export const states = ['normal', 'empty', 'loading', 'error'] as const
export type State = (typeof states)[number]

/** A page in one state, as one kind of user sees it. */
export type View = {
  name: string
  of: PageName
  state: State
  who: Who
  open: (stage: Stage) => Promise<void>
}
