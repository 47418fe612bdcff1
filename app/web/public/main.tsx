import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { messageFiles } from 'virtual:messages/public'
import { hideFragment, hideToken } from '#web/one-time-token.ts'
import { settings } from '#web/settings.ts'
import { startLocale } from '#web/translations.ts'
import { tokenPaths } from '../addresses.ts'
import { PublicApp } from './layout.tsx'
import { receiveEmail } from './history.tsx'
import { loadScreen } from './screens.tsx'

for (const base of tokenPaths) hideToken(base)
for (const name of ['sandbox', 'email']) hideFragment(name)
receiveEmail()

const path = location.pathname
const root = document.querySelector('#root')
const [Screen] = await Promise.all([loadScreen(path), startLocale(messageFiles, settings().locale)])
if (root) {
  // A transition hydrates in slices, so that the page answers to input meanwhile.
  startTransition(() => {
    hydrateRoot(root, <PublicApp path={path} Screen={Screen} />)
    root.removeAttribute('data-waiting')
  })
}
