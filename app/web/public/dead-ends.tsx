import { isLoggedIn } from '#web/device.ts'
import { useHydrated } from '#web/hydrated.ts'
import { Illustration } from '#web/ui/illustration.tsx'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { addresses, paths } from '../addresses.ts'
import { messages } from './messages.ts'

export function Unauthorized() {
  const t = useMessages(messages)
  const isHydrated = useHydrated()
  const isAdmin = isHydrated && isLoggedIn('admin') && !isLoggedIn('user')
  return (
    <>
      <Illustration scene="closed" />
      <PageTitle>{t.unauthorizedTitle}</PageTitle>
      <p>{t.unauthorized}</p>
      <a className="primary-button" href={isAdmin ? paths.admin : paths.main}>
        {t.toAccount}
      </a>
    </>
  )
}

/** The same for everybody, so that it tells nothing about pages that others have. */
export function NotFound() {
  const t = useMessages(messages)
  return (
    <>
      <Illustration scene="lost" />
      <PageTitle>{t.notFoundTitle}</PageTitle>
      <p>{t.notFound}</p>
      <a className="primary-button" href={addresses.login()}>
        {t.toLogin}
      </a>
    </>
  )
}
