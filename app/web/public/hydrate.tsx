import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { settings } from '#web/settings.ts'
import { startLocale, type Table } from '#web/translations.ts'
import { missingPath } from '../public-paths.ts'
import { PublicApp } from './layout.tsx'
import { receiveEmail } from './history.tsx'
import { loadScreen } from './screens.tsx'

/** Hydrates the document of a public page once its screen and its messages are loaded. */
export async function hydratePage(): Promise<void> {
  receiveEmail()
  const path = location.pathname
  const root = document.querySelector('#root')
  const messages = loadMessages(path)
  const [Screen] = await Promise.all([loadScreen(path), messages])
  if (!root) return
  // A transition hydrates in slices, so that the page responds to input meanwhile.
  startTransition(() => {
    hydrateRoot(root, <PublicApp path={path} Screen={Screen} />)
    // Shows content that the server could not choose (`isWaiting` in app/document.ts).
    root.removeAttribute('data-waiting')
  })
}

/**
 * Loads the messages. The document names the files of its language (app/document.ts); the list of all files is loaded
 * when another language is needed.
 */
async function loadMessages(path: string): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-messages]')
  const tables = await Promise.all(
    [...links].map(({ href }) => import(/* @vite-ignore */ href) as Promise<{ default: Table }>),
  )
  await startLocale(
    settings().locale,
    async (parts) => {
      const { messageFiles, screenFiles } = await import('virtual:messages/public')
      const own = screenFiles[path] ?? screenFiles[missingPath]
      return [messageFiles, own, ...parts.map((part) => screenFiles[part])]
    },
    tables.map((each) => each.default),
  )
}
