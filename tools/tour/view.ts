import type { paths } from '../../app/web/addresses.ts'
import type { Who } from './cast.ts'
import type { Stage } from './stage.ts'

/** A page of the typed list of addresses, or one that has no address of its own there. */
export type PageName = keyof typeof paths | 'notFound' | 'signOut' | 'signOnFailure'

export const states = ['normal', 'empty', 'loading', 'error'] as const
export type State = (typeof states)[number]

/** One page in one state, as somebody sees it. */
export type View = {
  name: string
  of: PageName
  state: State
  who: Who
  open: (stage: Stage) => Promise<void>
}
