import { createElement, use, type ComponentType } from 'react'

/** A screen, and the wait until its code is there. */
export type Screen = { Show: ComponentType; load: () => Promise<void> }

/** In the bundle from the start: for what most people come to. */
export function atOnce(Show: ComponentType): Screen {
  return { Show, load: () => Promise.resolve() }
}

/** Loaded when it is needed; a page that was rendered before is loaded before it hydrates. */
export function later(fetchScreen: () => Promise<ComponentType>): Screen {
  let fetched: ComponentType | undefined
  let loading: Promise<void> | undefined

  function load(): Promise<void> {
    loading ??= fetchScreen().then((screen) => {
      fetched = screen
    })
    return loading
  }

  function Show() {
    if (!fetched) use(load())
    return fetched ? createElement(fetched) : null
  }

  return { Show, load }
}
