import { renderToString } from 'react-dom/server'
import type { Settings } from '#contract/settings.ts'
import { latestTitle } from '#web/page-title.tsx'
import { setSettings } from '#web/settings.ts'
import { PublicApp } from './app.tsx'
import { routes } from './routes.tsx'

export const publicPaths: string[] = Object.keys(routes)

// Rendering does not wait: whatever is loaded later in the browser is loaded here at once.
await Promise.all(Object.values(routes).map(({ load }) => load()))

export function render(about: { path: string; settings: Settings }): {
  title: string
  html: string
} {
  setSettings(about.settings)
  const html = renderToString(<PublicApp path={about.path} />)
  return { title: latestTitle(), html }
}
