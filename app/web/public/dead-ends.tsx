import { isLoggedIn } from '#web/browser-storage.ts'
import { useAfterHydration } from '#web/hydrated.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import * as links from '#contract/links.ts'
import { deadEndMessages } from './texts/messages.ts'

export function Unauthorized() {
  const t = useMessages(deadEndMessages)
  const isAdmin = useAfterHydration(() => isLoggedIn('admin') && !isLoggedIn('user'))
  return (
    <>
      <Illustration scene="closed" />
      <PageTitle>{t.unauthorizedTitle}</PageTitle>
      <p>{t.unauthorized}</p>
      <ButtonLink href={isAdmin ? links.adminArea.path : links.main.path}>{t.toAccount}</ButtonLink>
    </>
  )
}

/** A page that is equal for every visitor, so that it does not reveal which pages exist for others. */
export function NotFound({ loginUrl = links.hrefOf(links.login()) }: { loginUrl?: string }) {
  const t = useMessages(deadEndMessages)
  return (
    <>
      <Illustration scene="lost" />
      <PageTitle>{t.notFoundTitle}</PageTitle>
      <p>{t.notFound}</p>
      <ButtonLink href={loginUrl}>{t.toLogin}</ButtonLink>
    </>
  )
}

export function NotFoundForAdmins() {
  return <NotFound loginUrl={links.hrefOf(links.adminLogin())} />
}
