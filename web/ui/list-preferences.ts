import { createContext, useContext } from 'react'

const densities = ['comfortable', 'compact'] as const
type Density = (typeof densities)[number]

/** A named set of filters, search and sort of a list. */
export type SavedView = {
  id: string
  name: string
  /** Last part of the path of the list; undefined for a built-in view. */
  list?: string
  query: Readonly<Record<string, string>>
}

export type ListPreferences = {
  /** Height of the rows. */
  density: Density
  setDensity?: (density: Density) => void
  /** True if single-letter shortcuts are on (WCAG 2.1.4 requires a way to turn them off). */
  hasLetterKeys: boolean
  setLetterKeys?: (isOn: boolean) => void
  savedViews?: readonly SavedView[]
  saveView?: (view: { list: string; name: string; query: SavedView['query'] }) => Promise<void>
  removeView?: (id: string) => Promise<void>
}

/** The admin's preferences for lists. The setters are undefined in an area that does not store them. */
export const ListPreferencesContext = createContext<ListPreferences>({
  density: 'comfortable',
  hasLetterKeys: true,
})

export const useListPreferences = () => useContext(ListPreferencesContext)
