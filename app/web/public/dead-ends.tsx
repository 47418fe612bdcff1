import { isLoggedIn } from '#web/device.ts'
import { useHydrated } from '#web/hydrated.ts'
import { Illustration } from '#web/ui/illustration.tsx'
import { useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { addresses, paths } from '../addresses.ts'
import { words } from './words.ts'

export function Unauthorized() {
  const say = useWords(words)
  const isHydrated = useHydrated()
  const isAdmin = isHydrated && isLoggedIn('admin') && !isLoggedIn('user')
  return (
    <>
      <Illustration scene="closed" />
      <PageTitle>{say.unauthorizedTitle}</PageTitle>
      <p>{say.unauthorized}</p>
      <a className="primary-button" href={isAdmin ? paths.admin : paths.main}>
        {say.toAccount}
      </a>
    </>
  )
}

/** The same for everybody, so that it tells nothing about pages that others have. */
export function NotFound() {
  const say = useWords(words)
  return (
    <>
      <Illustration scene="lost" />
      <PageTitle>{say.notFoundTitle}</PageTitle>
      <p>{say.notFound}</p>
      <a className="primary-button" href={addresses.login()}>
        {say.toLogin}
      </a>
    </>
  )
}
