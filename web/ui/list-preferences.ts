import { createContext, useContext } from 'react'

const densities = ['comfortable', 'compact'] as const
type Density = (typeof densities)[number]

/** Filters, search and sort of a list under a name. */
export type SavedView = {
  id: string
  name: string
  list?: string
  query: Readonly<Record<string, string>>
}

export type ListPreferences = {
  density: Density
  setDensity?: (density: Density) => void
  /** Whether single letters do something in lists (WCAG 2.1.4: they can be turned off). */
  hasLetterKeys: boolean
  setLetterKeys?: (isOn: boolean) => void
  savedViews?: readonly SavedView[]
  saveView?: (view: { list: string; name: string; query: SavedView['query'] }) => Promise<void>
  removeView?: (id: string) => Promise<void>
}

/** How the admin wants lists; the area keeps it on the account. */
export const ListPreferencesContext = createContext<ListPreferences>({
  density: 'comfortable',
  hasLetterKeys: true,
})

export const useListPreferences = () => useContext(ListPreferencesContext)
