import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { ListPreferencesContext, type ListPreferences } from '#web/ui/list-preferences.ts'
import {
  addView,
  defaultPreferences,
  getPreferences,
  listViews,
  removeView,
  savePreferences,
  type Preferences,
} from '../../../features/admin/preferences/contract.ts'

const preferencesKey = ['list-preferences']
const viewsKey = ['saved-views']

/** Provides the admin's list preferences and saved views. */
export function ListPreferencesProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const { data: preferences = defaultPreferences } = useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call(getPreferences, {}, { signal }),
    staleTime: Infinity,
  })
  const { data: savedViews } = useQuery({
    queryKey: viewsKey,
    queryFn: ({ signal }) => call(listViews, {}, { signal }),
  })
  const saving = useMutation({
    // One after the other, so that the last answer contains every change.
    scope: { id: 'list-preferences' },
    mutationFn: (change: Partial<Preferences>) =>
      call(savePreferences, { body: change }).catch((error: unknown) => {
        // A server of the last release accepts only all preferences together.
        if (!(error instanceof Refusal) || error.code !== commonErrors.invalidInput) throw error
        return call(savePreferences, { body: { ...preferences, ...change } })
      }),
    // Applies the choice immediately; if the server cannot be reached, it lasts until the next load.
    onMutate: async (change) => {
      // Cancels before setting: a load in flight would overwrite the choice, and cancelling that load afterwards would
      // restore the data from before it.
      await queryClient.cancelQueries({ queryKey: preferencesKey })
      queryClient.setQueryData(preferencesKey, { ...preferences, ...change })
    },
    onSuccess: (saved) => queryClient.setQueryData(preferencesKey, saved),
  })
  const { mutate } = saving
  const value = useMemo((): ListPreferences => {
    const { density, letterKeys } = preferences
    const refetch = () => queryClient.invalidateQueries({ queryKey: viewsKey })
    return {
      density,
      hasLetterKeys: letterKeys,
      savedViews: savedViews ?? [],
      setDensity: (next) => mutate({ density: next }),
      setLetterKeys: (isOn) => mutate({ letterKeys: isOn }),
      saveView: async (view) => {
        await call(addView, { body: view })
        await refetch()
      },
      removeView: (id) => removeSavedView(id).finally(refetch),
    }
  }, [preferences, savedViews, mutate, queryClient])
  return <ListPreferencesContext value={value}>{children}</ListPreferencesContext>
}

/** Removes a saved view. A no-op if another tab has removed it. */
async function removeSavedView(id: string): Promise<void> {
  try {
    await call(removeView, { params: { id }, body: {} })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== commonErrors.notFound) throw error
  }
}
