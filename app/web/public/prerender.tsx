import type { ComponentProps, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Settings } from '#contract/settings.ts'
import { latestTitle } from '#web/page-title.tsx'
import { setSettings } from '#web/settings.ts'
import { Shell } from '../shell.tsx'
import { PublicApp } from './app.tsx'
import { routes } from './routes.tsx'

type Rendered = { title: string; html: string }

export { seenAt } from '../shell.tsx'
export const publicPaths: string[] = Object.keys(routes)

// Rendering does not wait: whatever is loaded later in the browser is loaded here at once.
await Promise.all(Object.values(routes).map(({ load }) => load()))

export function render(about: { path: string; settings: Settings }): Rendered {
  return rendered(about.settings, <PublicApp path={about.path} />)
}

/** What a page behind a login shows until it knows who is looking. */
export function renderShell(settings: Settings, about: ComponentProps<typeof Shell>): Rendered {
  return rendered(settings, <Shell {...about} />)
}

function rendered(settings: Settings, page: ReactNode): Rendered {
  setSettings(settings)
  const html = renderToString(page)
  return { title: latestTitle(), html }
}
