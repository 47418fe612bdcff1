import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { messageFiles, screenFiles } from 'virtual:messages/public'
import { settings } from '#web/settings.ts'
import { startLocale } from '#web/translations.ts'
import { PublicApp } from './layout.tsx'
import { receiveEmail } from './history.tsx'
import { loadScreen } from './screens.tsx'

/** Hydrates the document of a public page once its screen and its messages are loaded. */
export async function hydratePage(): Promise<void> {
  receiveEmail()
  const path = location.pathname
  const root = document.querySelector('#root')
  const files = [messageFiles, screenFiles[path]].filter((each) => each !== undefined)
  const messages = startLocale(files, settings().locale)
  const [Screen] = await Promise.all([loadScreen(path), messages])
  if (!root) return
  // A transition hydrates in slices, so that the page answers to input meanwhile.
  startTransition(() => {
    hydrateRoot(root, <PublicApp path={path} Screen={Screen} />)
    root.removeAttribute('data-waiting')
  })
}
