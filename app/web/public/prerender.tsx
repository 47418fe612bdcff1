import type { ComponentProps, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Settings } from '#contract/settings.ts'
import { loadParts } from '#web/lazy.tsx'
import { latestTitle } from '#web/page-title.tsx'
import { setSettings } from '#web/settings.ts'
import { menuViewOf, Shell } from '../shell.tsx'
import { PublicApp } from './layout.tsx'
import { loadScreen, publicPaths } from './screens.tsx'

type Rendered = { title: string; html: string }

/** Parts of the client's code that the server uses (app/page-documents.ts). */
export const prerenderer = { publicPaths, renderPage, menuViewOf, renderShell }

/** Renders a public page in the language of the settings. */
async function renderPage(path: string, settings: Settings): Promise<Rendered> {
  const Screen = await loadScreen(path)
  await loadParts()
  return renderWith(settings, <PublicApp path={path} Screen={Screen} />)
}

/** Renders what a page behind a login shows until its scripts have loaded. */
function renderShell(settings: Settings, view: ComponentProps<typeof Shell>): Rendered {
  return renderWith(settings, <Shell {...view} />)
}

/** Renders a page with these settings, synchronously, because they are global. */
function renderWith(settings: Settings, page: ReactNode): Rendered {
  setSettings(settings)
  const html = renderToString(page)
  return { title: latestTitle(), html }
}
