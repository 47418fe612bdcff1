import { Suspense } from 'react'
import { Router, useLocation } from 'wouter'
import { Loading } from '#web/ui/loading.tsx'
import { LocaleProvider } from '#web/locale.ts'
import '#web/theme.css'
import '#web/ui/base.css'
import { PublicLayout } from './layout.tsx'
import { screenAt } from './routes.tsx'

/** The path at which the page was rendered; the query is known in the browser only. */
export function PublicApp({ path }: { path: string }) {
  return (
    <LocaleProvider>
      <Router ssrPath={path} ssrSearch="">
        <CurrentScreen />
      </Router>
    </LocaleProvider>
  )
}

function CurrentScreen() {
  const [path] = useLocation()
  const { Show } = screenAt(path)
  return (
    <PublicLayout path={path}>
      <Suspense fallback={<Loading />}>
        <Show key={path} />
      </Suspense>
    </PublicLayout>
  )
}
