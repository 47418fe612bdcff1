import { useEffect, useEffectEvent, useRef } from 'react'
import type { FormState } from './form-state.ts'

type IdForm = FormState<'id' | 'name', never, { id: string; name: string }>

/** Derives the id of a new record from its name until the admin edits the id. */
export function useSuggestedId(form: IdForm, suggest: (name: string) => string): void {
  const suggested = useRef(suggest(''))
  const update = useEffectEvent((id: string) => {
    if (form.values.id !== suggested.current) return
    suggested.current = id
    form.set('id', id)
  })
  const id = suggest(form.values.name)
  useEffect(() => update(id), [id])
}
