import { Suspense, type ComponentType } from 'react'
import { LocaleProvider } from '#web/locale.ts'
import { Loading } from '#web/ui/loading.tsx'
import { PublicLayout } from './layout.tsx'

/** One page for visitors who are not logged in: a document of its own, without a router. */
export function PublicApp({ path, Screen }: { path: string; Screen: ComponentType }) {
  return (
    <LocaleProvider>
      <PublicLayout path={path}>
        <Suspense fallback={<Loading />}>
          <Screen />
        </Suspense>
      </PublicLayout>
    </LocaleProvider>
  )
}
